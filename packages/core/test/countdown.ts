import {
  BasePosition,
  copied,
  defineGame,
  type GameRules,
  type MoveList,
  NOBODY,
  type Options,
  type Outcome,
  placesByScore,
  type View,
} from '../src/index.ts';

/** Counts down from three by one or two; the player who reaches zero has won. */
export class Countdown extends BasePosition {
  left = 3;

  constructor() {
    super(2);
  }

  legalMoves(into: MoveList): number {
    for (let move = 0; move < Math.min(2, this.left); move++) into[move] = move;
    return Math.min(2, this.left);
  }

  play(move: number): void {
    this.left -= move + 1;
    this.turnIndex++;
    this.turn = this.left === 0 ? NOBODY : 1 - this.turn;
  }

  copyFrom({ left, turn, turnIndex }: Countdown): void {
    Object.assign(this, { left, turn, turnIndex });
  }

  clone(): this {
    return copied(this, new Countdown());
  }

  outcome(): Outcome {
    const scores = [0, 1].map((seat) => (this.left === 0 && seat === (this.turnIndex - 1) % 2 ? 1 : 0));
    return { scores, places: placesByScore(scores) };
  }
}

export interface CountdownView extends View {
  readonly left: number;
}

/** What is required of a game, and nothing else. */
export const RULES = {
  id: 'countdown',
  name: 'Countdown',
  author: 'Anonymous',
  year: 2000,
  rulesVersion: 1,
  players: [2, 3],
  moveSpace: 2,
  start: () => new Countdown(),
  formatMove: (move) => `-${move + 1}`,
  view: ({ left, turn, turnIndex }) => ({ options: {}, players: 2, turn, turnIndex, passed: [], outcome: null, left }),
  restore: ({ left, turn, turnIndex }, into = new Countdown()) => Object.assign(into, { left, turn, turnIndex }),
} satisfies GameRules<Options, null, Countdown, CountdownView, CountdownView>;

export const countdown = defineGame(RULES);
