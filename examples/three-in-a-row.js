/**
 * A game from outside of the repository, in one file: `tablier check-game examples/three-in-a-row.js`, and `--game` of
 * `match`, `play` and `serve`. Without `cells` its board would be the fields of the view, as text.
 */
import { BasePosition, commonView, copied, defineGame, NOBODY, placesByScore } from '@tablier/rules';

const SIZE = 9;
const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

/** A move is the cell of the new piece, from the lower left. */
class ThreePosition extends BasePosition {
  /** Whose piece is on each cell; `null`: none. */
  cells = Array(SIZE).fill(null);

  constructor() {
    super(SIZE);
  }

  hasLine(seat) {
    return LINES.some((line) => line.every((cell) => this.cells[cell] === seat));
  }

  legalMoves(into) {
    if (this.turn === NOBODY) return 0;
    let count = 0;
    for (let cell = 0; cell < SIZE; cell++) if (this.cells[cell] === null) into[count++] = cell;
    return count;
  }

  play(cell) {
    const seat = this.turn;
    this.cells[cell] = seat;
    this.turnIndex++;
    this.turn = this.hasLine(seat) || this.turnIndex === SIZE ? NOBODY : 1 - seat;
  }

  copyFrom({ cells, turn, turnIndex, passed }) {
    Object.assign(this, { cells: [...cells], turn, turnIndex, passed });
  }

  clone() {
    return copied(this, new ThreePosition());
  }

  outcome() {
    const scores = [0, 1].map((seat) => Number(this.hasLine(seat)));
    return { scores, places: placesByScore(scores) };
  }
}

const RULES = `# Three in a row

- [T1] Two players place a piece each in turn, on any empty cell of nine.
- [T2] Three pieces of one player in a line win: a row, a column or a diagonal.
- [T3] Nine pieces without such a line are a draw.
`;

export const game = {
  ...defineGame({
    id: 'three-in-a-row',
    name: 'Three in a Row',
    author: 'unknown',
    year: 1300,
    rulesVersion: 1,
    players: [2],
    moveSpace: SIZE,
    canDraw: true,
    start: () => new ThreePosition(),
    formatMove: (cell) => `${'abc'[cell % 3]}${Math.floor(cell / 3) + 1}`,
    view: (position) => ({ ...commonView(position, {}, 2), cells: [...position.cells] }),
    restore: ({ cells, turn, turnIndex }, into = new ThreePosition()) =>
      Object.assign(into, { cells: [...cells], turn, turnIndex }),
  }),
  about: 'The first line of three wins.',
  rules: RULES,
  cells: ({ cells }) => ({ columns: 3, pieces: cells.map((seat) => (seat === null ? null : { seat })) }),
};
