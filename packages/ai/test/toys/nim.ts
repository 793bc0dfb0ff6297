import {
  BasePosition,
  copied,
  defineGame,
  failure,
  type MoveList,
  NOBODY,
  type Outcome,
  success,
  type View,
} from '@tablier/core';
import type { BotGame } from '../../src/index.ts';

/**
 * Nim with three heaps of up to seven objects: the player who takes the last object wins. With `turn=pair` a turn is two moves of the
 * same seat. The deal is the heaps. A move is `heap * 7 + taken - 1`, written `a1` to `c7`.
 */
const HEAPS = 3;
const HEAP_SIZE = 7;

type NimOptions = { readonly turn: 'single' | 'pair' };

export interface NimView extends View {
  readonly options: NimOptions;
  readonly heaps: readonly number[];
  readonly step: number;
}

export class NimPosition extends BasePosition {
  heaps: number[];
  step = 0;
  readonly options: NimOptions;

  constructor(options: NimOptions, heaps: readonly number[]) {
    super(HEAPS * HEAP_SIZE);
    this.options = options;
    this.heaps = [...heaps];
  }

  legalMoves(into: MoveList): number {
    let count = 0;
    if (this.turn === NOBODY) return 0;
    for (const [heap, size] of this.heaps.entries()) {
      for (let taken = 1; taken <= size; taken++) into[count++] = heap * HEAP_SIZE + taken - 1;
    }
    return count;
  }

  play(move: number): void {
    const heap = Math.floor(move / HEAP_SIZE);
    this.heaps[heap] = (this.heaps[heap] as number) - (move % HEAP_SIZE) - 1;
    this.step++;
    const over = this.heaps.every((size) => size === 0);
    if (this.step < (this.options.turn === 'pair' ? 2 : 1) && !over) return;
    this.step = 0;
    this.turnIndex++;
    this.winner = over ? this.turn : NOBODY;
    this.turn = over ? NOBODY : 1 - this.turn;
  }

  private winner = NOBODY;

  copyFrom(other: NimPosition): void {
    this.heaps = [...other.heaps];
    this.turn = other.turn;
    this.turnIndex = other.turnIndex;
    this.step = other.step;
    this.winner = other.winner;
  }

  clone(): this {
    return copied(this, new NimPosition(this.options, this.heaps));
  }

  outcome(): Outcome {
    if (this.winner === NOBODY) return { scores: [0, 0], places: [1, 1] };
    return this.winner === 0 ? { scores: [1, 0], places: [1, 2] } : { scores: [0, 1], places: [2, 1] };
  }
}

const isHeaps = (deal: unknown): deal is number[] =>
  Array.isArray(deal) &&
  deal.length === HEAPS &&
  deal.every((size) => Number.isInteger(size) && size >= 0 && size <= HEAP_SIZE) &&
  deal.some((size) => size > 0);

export const nim: BotGame<NimPosition, NimView, NimView> = {
  ...defineGame<NimOptions, number[], NimPosition, NimView>({
    id: 'nim',
    name: 'Nim',
    author: 'Charles Leonard Bouton',
    year: 1901,
    rulesVersion: 1,
    players: [2],
    options: { turn: { values: ['single', 'pair'], default: 'single' } },
    moveSpace: HEAPS * HEAP_SIZE,
    start: ({ options, deal }) => new NimPosition(options, deal),
    formatMove: (move) => `${'abc'[Math.floor(move / HEAP_SIZE)]}${(move % HEAP_SIZE) + 1}`,
    view: (position) => ({
      options: position.options,
      players: 2,
      turn: position.turn,
      turnIndex: position.turnIndex,
      passed: [],
      outcome: position.turn === NOBODY ? position.outcome() : null,
      heaps: [...position.heaps],
      step: position.step,
    }),
    restore: ({ options, heaps, turn, turnIndex, step }, into = new NimPosition(options, heaps)) =>
      Object.assign(into, { heaps: [...heaps], turn, turnIndex, step }),
    deals: {
      draw: (_options, _players, rng) => Array.from({ length: HEAPS }, () => 1 + rng.below(HEAP_SIZE)),
      parse: (_options, _players, deal) => (isHeaps(deal) ? success([...deal]) : failure('three heaps of up to seven')),
    },
  }),
  advice: {
    evaluate: (_position, into) => void into.fill(0.5),
    levels: {
      1: { nodes: 30, exploration: 1, lapses: 0.5 },
      2: { nodes: 30, exploration: 1, lapses: 0.5 },
      3: { nodes: 30, exploration: 1, lapses: 0.5 },
      4: { nodes: 500, exploration: 1 },
      5: { nodes: 500, exploration: 1 },
      6: { nodes: 500, exploration: 1 },
      7: { nodes: 20_000, depth: 30 },
      8: { nodes: 20_000, depth: 30 },
    },
  },
};
