import type { Puzzle } from '@tablier/core';
import { solver } from './practice.svelte.ts';

/** How long a run lasts, in milliseconds, and how many mistakes end it. */
export const RUN_MS = 5 * 60_000;
export const MISTAKES = 3;

/** Puzzles of one game against the clock, from easy to hard, those of a level in random order. */
class PuzzleRun {
  readonly game: string;
  readonly endsAt: number;
  solved: number = $state(0);
  mistakes: number = $state(0);
  isOver: boolean = $state(false);
  readonly #numbers: number[];

  constructor(game: string, puzzles: readonly Puzzle[], now: number) {
    this.game = game;
    this.endsAt = now + RUN_MS;
    const order = puzzles.map(({ puzzle: { level } }, index) => ({ number: index + 1, place: level + Math.random() }));
    this.#numbers = order.sort((one, other) => one.place - other.place).map(({ number }) => number);
  }

  /** The number of the puzzle that is next; `null` after the last. */
  next(): number | null {
    return this.#numbers.shift() ?? null;
  }

  record(isRight: boolean): void {
    if (this.isOver) return;
    if (isRight) this.solved++;
    else this.mistakes++;
    if (this.mistakes === MISTAKES || this.#numbers.length === 0) this.end();
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    solver.ran(this.game, this.solved);
  }
}

class Runs {
  /** The run of this page, also when it is over; `null` before the first. */
  current: PuzzleRun | null = $state.raw(null);

  /** The run of a game that is not over; `null` for none. */
  of(game: string): PuzzleRun | null {
    const { current } = this;
    return current?.game === game && !current.isOver ? current : null;
  }

  /** Starts a run; the number of its first puzzle, `null` without puzzles. `now`: milliseconds since 1970. */
  start(game: string, puzzles: readonly Puzzle[], now: number): number | null {
    this.current = new PuzzleRun(game, puzzles, now);
    return this.current.next();
  }
}

export const runs = new Runs();
