import {
  BasePosition,
  copied,
  defineGame,
  type MoveList,
  NOBODY,
  type Options,
  type Outcome,
  type View,
} from '@tablier/core';
import type { BotGame } from '../../src/index.ts';

/** Tic-tac-toe. A move is a cell, `1` to `9` row by row. */
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

export class TicTacToePosition extends BasePosition {
  /** By cell: the seat whose mark is there, or `NOBODY`. */
  cells: number[] = Array.from({ length: 9 }, () => NOBODY);
  readonly options: Options;

  constructor(options: Options) {
    super(9);
    this.options = options;
  }

  legalMoves(into: MoveList): number {
    let count = 0;
    if (this.turn === NOBODY) return 0;
    for (let cell = 0; cell < 9; cell++) if (this.cells[cell] === NOBODY) into[count++] = cell;
    return count;
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

  clone(): this {
    return copied(this, new TicTacToePosition(this.options));
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

export interface TicTacToeView extends View {
  readonly cells: Cells;
}

export const ticTacToe: BotGame<TicTacToePosition, TicTacToeView, TicTacToeView> = {
  ...defineGame<Options, null, TicTacToePosition, TicTacToeView>({
    id: 'tic-tac-toe',
    name: 'Tic-tac-toe',
    author: 'traditional',
    year: 1800,
    rulesVersion: 1,
    players: [2],
    seatNames: ['cross', 'nought'],
    moveSpace: 9,
    start: ({ options }) => new TicTacToePosition(options),
    formatMove: (move) => String(move + 1),
    view: (position) => ({
      options: position.options,
      players: 2,
      turn: position.turn,
      turnIndex: position.turnIndex,
      passed: [],
      outcome: position.turn === NOBODY ? position.outcome() : null,
      cells: [...position.cells],
    }),
    restore: ({ cells, turn, turnIndex, options }, into = new TicTacToePosition(options)) =>
      Object.assign(into, { cells: [...cells], turn, turnIndex }),
  }),
  advice: {
    evaluate: (_position, into) => void into.fill(0.5),
    priority: (_position, move) => (move === 4 ? 2 : 1 - (move % 2)),
    levels: {
      1: { nodes: 10, exploration: 1, lapses: 0.9, temperature: 1 },
      2: { nodes: 50, exploration: 1, lapses: 0.5 },
      3: { nodes: 50, exploration: 1, lapses: 0.5 },
      4: { nodes: 500, exploration: 1 },
      5: { nodes: 500, exploration: 1 },
      6: { nodes: 500, exploration: 1 },
      7: { nodes: 100_000, depth: 9 },
      8: { nodes: 100_000, depth: 9 },
    },
  },
};
