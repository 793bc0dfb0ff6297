import {
  failure,
  type Game,
  type MoveList,
  NOBODY,
  type Options,
  type Outcome,
  type Position,
  type Rng,
  type Setup,
  success,
  type View,
} from '@tablier/core';

/**
 * Nim with three heaps of up to seven: whoever takes the last object wins. With `turn=pair` a turn is two takes
 * of the same seat, each a move. The deal is the heaps. Move `heap * 7 + taken - 1`, written `a1` to `c7`.
 */
const HEAPS = 3;
const MOST = 7;

interface NimView extends View {
  readonly heaps: readonly number[];
}

export interface NimKnowledge {
  readonly heaps: readonly number[];
  readonly turn: number;
  readonly turnIndex: number;
  readonly step: number;
  readonly options: Options;
}

export class NimPosition implements Position {
  heaps: number[];
  turn = 0;
  turnIndex = 0;
  readonly passed: readonly number[] = [];
  step = 0;
  readonly options: Options;

  constructor(options: Options, heaps: readonly number[]) {
    this.options = options;
    this.heaps = [...heaps];
  }

  legalMoves(into: MoveList): number {
    let count = 0;
    if (this.turn === NOBODY) return 0;
    for (const [heap, size] of this.heaps.entries()) {
      for (let taken = 1; taken <= size; taken++) into[count++] = heap * MOST + taken - 1;
    }
    return count;
  }

  countMoves(): number {
    return this.heaps.reduce((sum, size) => sum + size, 0);
  }

  randomMove(rng: Rng): number {
    const moves = new Uint16Array(HEAPS * MOST);
    return moves[rng.below(this.legalMoves(moves))] as number;
  }

  play(move: number): void {
    const heap = Math.floor(move / MOST);
    this.heaps[heap] = (this.heaps[heap] as number) - (move % MOST) - 1;
    this.step++;
    const over = this.countMoves() === 0;
    if (this.step < (this.options['turn'] === 'pair' ? 2 : 1) && !over) return;
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

  outcome(): Outcome {
    if (this.winner === NOBODY) return { scores: [0, 0], places: [1, 1] };
    return this.winner === 0 ? { scores: [1, 0], places: [1, 2] } : { scores: [0, 1], places: [2, 1] };
  }
}

const isHeaps = (deal: unknown): deal is number[] =>
  Array.isArray(deal) &&
  deal.length === HEAPS &&
  deal.every((size) => Number.isInteger(size) && size >= 0 && size <= MOST) &&
  deal.some((size) => size > 0);

export const nim: Game<NimPosition, NimView, NimKnowledge> = {
  id: 'nim',
  name: 'Nim',
  author: 'Charles Leonard Bouton',
  year: 1901,
  rulesVersion: 1,
  players: [2],
  options: { turn: { values: ['single', 'pair'], default: 'single' } },
  presets: { single: { turn: 'single' } },
  seatNames: ['first', 'second'],
  maxMoves: HEAPS * MOST,
  moveSpace: HEAPS * MOST,
  maxPlies: () => HEAPS * MOST,
  canDraw: false,
  refusesOptions: () => null,
  takesDeal: () => false,
  deal: (_options, _players, rng) => Array.from({ length: HEAPS }, () => 1 + rng.below(MOST)),
  parseDeal: (_options, _players, deal) => (isHeaps(deal) ? success([...deal]) : failure('three heaps of up to seven')),
  start: ({ options, deal }: Setup) => new NimPosition(options, isHeaps(deal) ? deal : [3, 5, 7]),
  formatMove: (move) => `${'abc'[Math.floor(move / MOST)]}${(move % MOST) + 1}`,
  parseMove(text) {
    if (!/^[abc][1-7]$/.test(text)) return null;
    return 'abc'.indexOf(text.charAt(0)) * MOST + Number(text.charAt(1)) - 1;
  },
  hidesInformation: () => false,
  movesShown: () => 'all',
  view: (position) => ({
    options: position.options,
    players: 2,
    turn: position.turn,
    turnIndex: position.turnIndex,
    passed: [],
    outcome: position.turn === NOBODY ? position.outcome() : null,
    heaps: [...position.heaps],
  }),
  choices: (view) =>
    view.turn === NOBODY
      ? []
      : view.heaps.flatMap((size, heap) => Array.from({ length: size }, (_, index) => heap * MOST + index)),
  knowledge: ({ heaps, turn, turnIndex, step, options }) => ({ heaps: [...heaps], turn, turnIndex, step, options }),
  sample({ options, heaps, turn, turnIndex, step }, _rng, into) {
    return Object.assign(into ?? new NimPosition(options, heaps), { heaps: [...heaps], turn, turnIndex, step });
  },
  evaluate: (_position, into) => void into.fill(0.5),
  plans: {
    beginner: { algorithm: 'mcts', nodes: 30, exploration: 1, blunder: 0.5 },
    medium: { algorithm: 'mcts', nodes: 500, exploration: 1 },
    strong: { algorithm: 'alpha-beta', nodes: 20_000, depth: 30 },
  },
  draw: (view) => [[view.heaps.join(' ')]],
};
