import { type Game, isLegal, type Move, type Position, type Seat, type View } from '@tablier/core';
import type { SeenPeek } from '../../board/board-module.ts';
import { type Lesson, type LessonStep, rightMoves, stepPosition } from '../../board/lesson.ts';
import { readProgress, writeProgress } from '../../lib/lesson-progress.ts';

/** `asks`: no move yet. `wrong`: a legal but wrong move. `illegal`: an illegal move. `done`: the task is solved. */
type StepState = 'asks' | 'wrong' | 'illegal' | 'done';

export class LessonSession {
  readonly game: Game;
  readonly steps: readonly LessonStep[];
  index: number = $state(0);
  state: StepState = $state('asks');
  /** Counts the attempts, so that the same hint is announced again. */
  attempts: number = $state(0);
  view: View;
  lastMoves: readonly Move[] = $state.raw([]);
  peeks: readonly SeenPeek[] = $state.raw([]);
  done: ReadonlySet<string>;
  seat: Seat = $state(0);
  #position: Position;

  /** Continues where the user left this lesson. */
  constructor(game: Game, { steps }: Lesson) {
    const { done, at } = readProgress(game.id);
    this.game = game;
    this.steps = steps;
    this.done = $state.raw(new Set(done));
    this.index = Math.max(
      0,
      steps.findIndex(({ id }) => id === at),
    );
    this.#position = stepPosition(game, this.step).position;
    this.seat = Math.max(0, this.#position.turn);
    this.view = $state.raw(game.view(this.#position, this.seat));
  }

  /** Whose the last moves are. */
  get mover(): Seat {
    return this.seat;
  }

  get step(): LessonStep {
    const step = this.steps[this.index];
    if (step === undefined) throw new Error(`the lesson of ${this.game.id} has no step ${this.index}`);
    return step;
  }

  get isLast(): boolean {
    return this.index === this.steps.length - 1;
  }

  /** Whether this is the last guided move: the user knows enough for a game. */
  get isEnough(): boolean {
    return this.step.guided === true && this.steps[this.index + 1]?.guided !== true;
  }

  readonly choices: readonly Move[] = $derived.by(() =>
    this.state === 'done' || this.step.isRight === undefined ? [] : this.game.choices(this.view),
  );

  /** The legal moves that solve the task, the example first. */
  readonly right: readonly Move[] = $derived.by(() => {
    void this.view;
    if (this.state === 'done') return [];
    const { example } = this.step;
    const texts = rightMoves(this.game, this.step, this.#position);
    const ordered = example === undefined ? texts : [example, ...texts.filter((text) => text !== example)];
    return ordered.map((text) => this.game.parseMove(text)).filter((move) => move !== null);
  });

  go(index: number): void {
    if (index < 0 || index >= this.steps.length) return;
    // A step without a task is finished when the user continues.
    if (this.step.isRight === undefined) this.#markDone();
    this.index = index;
    const { position } = stepPosition(this.game, this.step);
    this.#position = position;
    this.seat = Math.max(0, position.turn);
    this.lastMoves = [];
    this.peeks = [];
    this.state = 'asks';
    this.attempts = 0;
    this.#show();
    this.#save();
  }

  play(move: Move): void {
    if (this.state === 'done') return;
    this.attempts++;
    // A game with hidden information may offer what the position does not allow.
    if (!isLegal(this.game, this.#position, move)) this.state = 'illegal';
    else if (this.step.isRight?.(this.game.formatMove(move)) !== true) this.state = 'wrong';
    else {
      this.#position.play(move);
      this.lastMoves = [move];
      this.peeks = [];
      this.state = 'done';
      this.#show();
      this.#markDone();
    }
  }

  peek(peek: string): void {
    const { peeks } = this.game;
    if (peeks === undefined || !peeks.list(this.#position).includes(peek)) return;
    this.peeks = [...this.peeks, { seat: this.seat, peek, seen: peeks.look(this.#position, peek) }];
  }

  #show(): void {
    this.view = this.game.view(this.#position, this.seat);
  }

  #markDone(): void {
    this.done = new Set([...this.done, this.step.id]);
    this.#save();
  }

  #save(): void {
    writeProgress(this.game.id, { done: [...this.done], at: this.step.id });
  }
}
