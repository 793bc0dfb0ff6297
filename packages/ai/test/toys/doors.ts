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
import { CopiedPosition } from '../../src/alpha-beta/alpha-beta.ts';

/** The doors of the second player. */
const DOORS = 60;
/** The only one that does not lose at once. A search tries it last. */
const WAY_OUT = DOORS - 1;
/** The first player may end the game as a draw. */
const REST = 1;

/** The first player pushes or rests. After a push the second player chooses a door. */
class DoorsPosition extends BasePosition {
  /** The moves so far. */
  moves: number[] = [];
  readonly options: Options;

  constructor(options: Options) {
    super(DOORS);
    this.options = options;
  }

  legalMoves(into: MoveList): number {
    const count = this.turn === NOBODY ? 0 : this.moves.length === 0 ? 2 : DOORS;
    for (let move = 0; move < count; move++) into[move] = move;
    return count;
  }

  play(move: number): void {
    this.turn = this.moves.length === 0 && move !== REST ? 1 : NOBODY;
    this.moves = [...this.moves, move];
    this.turnIndex++;
  }

  copyFrom(other: DoorsPosition): void {
    this.moves = other.moves;
    this.turn = other.turn;
    this.turnIndex = other.turnIndex;
  }

  clone(): this {
    return copied(this, new DoorsPosition(this.options));
  }

  outcome(): Outcome {
    const [, door = WAY_OUT] = this.moves;
    return door === WAY_OUT ? { scores: [0, 0], places: [1, 1] } : { scores: [1, 0], places: [1, 2] };
  }
}

interface DoorsView extends View {
  readonly moves: readonly number[];
}

class SelectivePosition extends CopiedPosition {
  override readonly isSelective = true;
}

/** A game whose search may leave out moves: its last one is the only one that saves the second player. */
export const doors: BotGame<DoorsPosition, DoorsView, DoorsView> = {
  ...defineGame<Options, null, DoorsPosition, DoorsView>({
    id: 'doors',
    name: 'Doors',
    author: 'no one',
    year: 2026,
    rulesVersion: 1,
    players: [2],
    seatNames: ['first', 'second'],
    moveSpace: DOORS,
    start: ({ options }) => new DoorsPosition(options),
    formatMove: (move) => String(move),
    view: (position) => ({
      options: position.options,
      players: 2,
      turn: position.turn,
      turnIndex: position.turnIndex,
      passed: [],
      outcome: position.turn === NOBODY ? position.outcome() : null,
      moves: position.moves,
    }),
    restore: ({ moves, turn, turnIndex, options }, into = new DoorsPosition(options)) =>
      Object.assign(into, { moves: [...moves], turn, turnIndex }),
  }),
  advice: {
    evaluate: (_position, into) => void into.fill(0.5),
    priority: (_position, move) => (move === WAY_OUT ? -1 : 0),
    key: ({ moves }, into) => {
      into[0] = moves.length;
      into[1] = moves.at(-1) ?? 0;
    },
    searchPosition: (position) => new SelectivePosition(doors, position),
    levels: {
      1: { nodes: 10, depth: 1, lapses: 0.5, temperature: 1 },
      2: { nodes: 10, depth: 1 },
      3: { nodes: 10, depth: 1 },
      4: { nodes: 10, depth: 1 },
      5: { nodes: 10, depth: 1 },
      6: { nodes: 10, depth: 1 },
      7: { nodes: 10, depth: 1 },
      8: { nodes: 10, depth: 1 },
    },
  },
};
