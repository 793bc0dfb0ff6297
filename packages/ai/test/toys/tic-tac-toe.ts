import {
  failure,
  type Game,
  type MoveList,
  NOBODY,
  type Options,
  type Outcome,
  type Position,
  type Rng,
  success,
  type View,
} from '@tablier/core';

/** Tic-tac-toe; a move is a cell, `1` to `9` row by row. */
const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const;

type Cells = readonly number[];

export class TicTacToePosition implements Position {
  /** `NOBODY` or the seat whose mark stands there. */
  cells: number[] = Array.from({ length: 9 }, () => NOBODY);
  turn = 0;
  turnIndex = 0;
  readonly passed: readonly number[] = [];
  readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  legalMoves(into: MoveList): number {
    let count = 0;
    if (this.turn === NOBODY) return 0;
    for (let cell = 0; cell < 9; cell++) if (this.cells[cell] === NOBODY) into[count++] = cell;
    return count;
  }

  countMoves(): number {
    return this.legalMoves(new Uint16Array(9));
  }

  randomMove(rng: Rng): number {
    const moves = new Uint16Array(9);
    return moves[rng.below(this.legalMoves(moves))] as number;
  }

  play(move: number): void {
    this.cells[move] = this.turn;
    this.turnIndex++;
    this.turn = this.winner() !== NOBODY || this.turnIndex === 9 ? NOBODY : 1 - this.turn;
  }

  copyFrom(other: TicTacToePosition): void {
    this.cells = [...other.cells];
    this.turn = other.turn;
    this.turnIndex = other.turnIndex;
  }

  outcome(): Outcome {
    const winner = this.winner();
    if (winner === NOBODY) return { scores: [0, 0], places: [1, 1] };
    return winner === 0 ? { scores: [1, 0], places: [1, 2] } : { scores: [0, 1], places: [2, 1] };
  }

  private winner(): number {
    const full = LINES.find(([a, b, c]) => {
      const seat = this.cells[a];
      return seat !== NOBODY && seat === this.cells[b] && seat === this.cells[c];
    });
    return full === undefined ? NOBODY : (this.cells[full[0]] as number);
  }
}

interface TicTacToeView extends View {
  readonly cells: Cells;
}

export interface TicTacToeKnowledge {
  readonly cells: Cells;
  readonly turn: number;
  readonly options: Options;
}

export const ticTacToe: Game<TicTacToePosition, TicTacToeView, TicTacToeKnowledge> = {
  id: 'tic-tac-toe',
  name: 'Tic-tac-toe',
  author: 'traditional',
  year: 1800,
  rulesVersion: 1,
  players: [2],
  options: {},
  presets: { plain: {} },
  seatNames: ['cross', 'nought'],
  maxMoves: 9,
  moveSpace: 9,
  maxPlies: () => 9,
  canDraw: false,
  refusesOptions: () => null,
  takesDeal: () => false,
  deal: () => null,
  parseDeal: (_options, _players, deal) => (deal === null ? success(null) : failure('there is no deal')),
  start: ({ options }) => new TicTacToePosition(options),
  formatMove: (move) => String(move + 1),
  parseMove: (text) => (/^[1-9]$/.test(text) ? Number(text) - 1 : null),
  hidesInformation: () => false,
  movesShown: () => 'all',
  view: (position) => ({
    options: position.options,
    players: 2,
    turn: position.turn,
    turnIndex: position.turnIndex,
    passed: [],
    outcome: position.turn === NOBODY ? position.outcome() : null,
    cells: [...position.cells],
  }),
  choices: (view) => (view.turn === NOBODY ? [] : view.cells.flatMap((mark, cell) => (mark === NOBODY ? [cell] : []))),
  knowledge: ({ cells, turn, options }) => ({ cells: [...cells], turn, options }),
  sample({ cells, turn, options }, _rng, into) {
    const turnIndex = cells.filter((mark) => mark !== NOBODY).length;
    return Object.assign(into ?? new TicTacToePosition(options), { cells: [...cells], turn, turnIndex });
  },
  evaluate: (_position, into) => void into.fill(0.5),
  priority: (_position, move) => (move === 4 ? 2 : 1 - (move % 2)),
  plans: {
    beginner: { algorithm: 'mcts', nodes: 50, exploration: 1, blunder: 0.5 },
    medium: { algorithm: 'mcts', nodes: 500, exploration: 1 },
    strong: { algorithm: 'alpha-beta', nodes: 100_000, depth: 9 },
  },
  draw: ({ cells }) =>
    [0, 3, 6].map((row) => [
      cells
        .slice(row, row + 3)
        .map((mark) => (mark === NOBODY ? '.' : 'XO'[mark]))
        .join(''),
    ]),
};
