/**
 * A game from outside of the repository, in one file: `tablier check-game examples/three-in-a-row.js`, and `--game` of
 * `match`, `play` and `serve`. Without `cells` its board would be the fields of the view, as text.
 */
import { defineStateGame } from '@tablier/rules';

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

/** From the lower left. */
const CELLS = ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'];

const RULES = `# Three in a row

- [T1] Two players place a piece each in turn, on any empty cell of nine.
- [T2] Three pieces of one player in a line win: a row, a column or a diagonal.
- [T3] Nine pieces without such a line are a draw.
`;

export const game = {
  ...defineStateGame({
    id: 'three-in-a-row',
    name: 'Three in a Row',
    author: 'unknown',
    year: 1300,
    rulesVersion: 1,
    players: [2],
    canDraw: true,
    moves: CELLS,
    /** `cells`: whose piece is on each; `null`: none. */
    start: () => ({ turn: 0, cells: CELLS.map(() => null) }),
    legal: ({ cells }) => CELLS.filter((_, index) => cells[index] === null),
    play({ turn, cells: before }, move) {
      const cells = before.with(CELLS.indexOf(move), turn);
      const hasLine = LINES.some((line) => line.every((cell) => cells[cell] === turn));
      const scores = [0, 1].map((seat) => Number(hasLine && seat === turn));
      const isOver = hasLine || !cells.includes(null);
      return { turn: 1 - turn, cells, ...(isOver && { scores }) };
    },
  }),
  about: 'The first line of three wins.',
  rules: RULES,
  cells: ({ cells }) => ({ columns: 3, pieces: cells.map((seat) => (seat === null ? null : { seat })) }),
};
