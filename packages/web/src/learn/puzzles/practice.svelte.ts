import type { Level, Puzzle, PuzzleFacts } from '@tablier/core';
import { isObject, readJson, writeJson } from '../../lib/local-storage.ts';

/** The storage keys of what a solver has reached in this browser, and of the ids of the puzzles that are solved, by game. */
const KEY = 'tablier.practice';
const SOLVED_KEY = 'tablier.puzzles';

/** The Elo rating of a new solver, the puzzles of level 1, and the difference between two levels. */
const START = 1000;
const LEVEL_1 = 850;
const STEP = 150;
/** How far one result moves the rating: at first more, because little is known. */
const FIRST = { results: 20, most: 40 };
const LATER = 20;

/** Ids of puzzles, by game. */
type PuzzleIds = Readonly<Record<string, readonly string[]>>;

interface Practice {
  readonly rating: number;
  /** How many results it is made of. */
  readonly results: number;
  /** Puzzles solved at the first try in a row: now, and the most. */
  readonly streak: number;
  readonly longest: number;
  /** The most puzzles solved in a timed run, by game. */
  readonly runs: Readonly<Record<string, number>>;
  /** The puzzles that were tried: only a first try counts. */
  readonly tried: PuzzleIds;
}

const NEW: Practice = { rating: START, results: 0, streak: 0, longest: 0, runs: {}, tried: {} };

/** The rating after a first try at a puzzle, by Elo, and never below 100. */
function ratingAfter({ rating, results }: Practice, level: Level, isRight: boolean): number {
  const expected = 1 / (1 + 10 ** ((LEVEL_1 + STEP * (level - 1) - rating) / 400));
  const most = results < FIRST.results ? FIRST.most : LATER;
  return Math.max(100, Math.round(rating + most * (Number(isRight) - expected)));
}

/** What the first tries at puzzles have brought. Without storage it lasts until the page is left. */
class Solver {
  known: Practice = $state.raw(stored());

  /** The most puzzles of a game solved in a timed run; 0 before the first. */
  bestRun(gameId: string): number {
    return this.known.runs[gameId] ?? 0;
  }

  /** Counts the first try at a puzzle. The change of the rating; `null` for a puzzle that was tried before. */
  tried(gameId: string, { id, level }: Pick<PuzzleFacts, 'id' | 'level'>, isRight: boolean): number | null {
    // Another tab may have counted some.
    const known = { ...this.known, ...stored() };
    const before = known.tried[gameId] ?? [];
    if (before.includes(id)) return null;
    const rating = ratingAfter(known, level, isRight);
    const streak = isRight ? known.streak + 1 : 0;
    this.#save({
      ...known,
      rating,
      results: known.results + 1,
      streak,
      longest: Math.max(known.longest, streak),
      tried: { ...known.tried, [gameId]: [...before, id] },
    });
    return rating - known.rating;
  }

  ran(gameId: string, solved: number): void {
    const known = { ...this.known, ...stored() };
    this.#save({ ...known, runs: { ...known.runs, [gameId]: Math.max(known.runs[gameId] ?? 0, solved) } });
  }

  #save(known: Practice): void {
    this.known = known;
    writeJson(KEY, known);
  }
}

function stored(): Practice {
  const data = readJson(KEY);
  if (!isObject(data)) return NEW;
  const { tried, runs } = data;
  const count = (name: 'rating' | 'results' | 'streak' | 'longest'): number =>
    Number.isSafeInteger(data[name]) && Number(data[name]) >= 0 ? Number(data[name]) : NEW[name];
  return {
    rating: count('rating'),
    results: count('results'),
    streak: count('streak'),
    longest: count('longest'),
    runs: isObject(runs)
      ? (Object.fromEntries(Object.entries(runs).filter(([, most]) => Number.isSafeInteger(most))) as Practice['runs'])
      : {},
    tried: idsIn(tried),
  };
}

function idsIn(data: unknown): PuzzleIds {
  if (!isObject(data)) return {};
  return Object.fromEntries(
    Object.entries(data).map(([game, ids]) => [
      game,
      Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [],
    ]),
  );
}

export const solver = new Solver();

/** The puzzles that were solved in this browser. Without storage it lasts until the page is left. */
class SolvedPuzzles {
  #ids: PuzzleIds = $state.raw(idsIn(readJson(SOLVED_KEY)));

  /** The ids of the solved puzzles of a game. Ids of puzzles that no longer exist do no harm. */
  of(gameId: string): ReadonlySet<string> {
    return new Set(this.#ids[gameId] ?? []);
  }

  add(gameId: string, id: string): void {
    // Another tab may have added some.
    const ids = idsIn(readJson(SOLVED_KEY));
    this.#ids = { ...this.#ids, ...ids, [gameId]: [...new Set([...this.of(gameId), ...(ids[gameId] ?? []), id])] };
    writeJson(SOLVED_KEY, this.#ids);
  }
}

export const solved = new SolvedPuzzles();

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
