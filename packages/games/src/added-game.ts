import { failure, type Game, isObject, type Result, type Seat, success, type View } from '@tablier/core';
import type { CatalogueGame } from './shared/catalogue-game.ts';
import { drawGrid, type GameText, inkOf, type TextBoard } from './shared/text.ts';

/** A board as cells in rows, for pages and terminals without code of their own for a game. */
export interface Cells {
  readonly columns: number;
  /** What is on each cell, along the rows from the lowest: a1, b1, …; `null`: nothing. */
  readonly pieces: readonly (CellPiece | null)[];
  /** What cannot be seen on the cells. */
  readonly text?: string;
}

export interface CellPiece {
  /** Whose it is. Absent: of no seat. */
  readonly seat?: Seat;
  /** One or two characters. Absent: a plain piece. */
  readonly text?: string;
}

/** A game from outside of the catalogue: what `defineGame` or `defineStateGame` makes, with parts that may be left out. */
export interface GamePackage extends Game {
  /** Absent: bots play games to the end to judge a position. */
  readonly advice?: CatalogueGame['advice'];
  /** What the game is about, in a sentence. Absent: nothing is said. */
  readonly about?: string;
  /** The rules for players, in Markdown. Absent: there are none. */
  readonly rules?: string;
  /** Absent: terminals show the cells. */
  text?(): Promise<GameText>;
  /** Absent: what the view says is shown as text. */
  cells?(view: View): Cells;
}

/** A game from outside of the catalogue as all other code uses it. */
export type AddedGame = CatalogueGame & Pick<GamePackage, 'about' | 'rules' | 'cells'>;

/** The type of each part that `defineGame` makes. */
const PARTS: Readonly<Record<string, string>> = {
  id: 'string',
  name: 'string',
  author: 'string',
  year: 'number',
  rulesVersion: 'number',
  players: 'object',
  options: 'object',
  presets: 'object',
  seatNames: 'object',
  moveSpace: 'number',
  maxMoves: 'number',
  start: 'function',
  formatMove: 'function',
  parseMove: 'function',
  view: 'function',
  choices: 'function',
  deals: 'object',
  secrets: 'object',
  partners: 'function',
};

/** A game of the catalogue from what a file exports. The error is a sentence that says what is wrong. */
export function readGamePackage(data: unknown): Result<AddedGame, string> {
  if (!isObject(data)) return failure('it exports no "game"');
  const wrong = Object.entries(PARTS).find(([name, type]) => typeof data[name] !== type || data[name] === null);
  if (wrong !== undefined) return failure(`its game has no ${wrong[1]} "${wrong[0]}": defineGame makes a whole game`);
  const game = data as unknown as GamePackage;
  if (!/^[a-z][a-z0-9-]*$/.test(game.id)) return failure(`the id "${game.id}" has other signs than a-z, 0-9 and -`);
  const text: GameText = { draw: (view) => drawCells(cellsOf(game, view)), words: {} };
  return success({ advice: {}, text: async () => text, ...game });
}

/** What is common to the views of all games. */
const COMMON: ReadonlySet<string> = new Set(['options', 'players', 'turn', 'turnIndex', 'passed', 'outcome']);

/** The cells of a view; of a game without them the fields of the view as text. */
export function cellsOf(game: Pick<GamePackage, 'cells'>, view: View): Cells {
  if (game.cells !== undefined) return game.cells(view);
  const own = Object.entries(view).filter(([name]) => !COMMON.has(name));
  const text = own.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return { columns: 1, pieces: [], text: text.join('\n') };
}

const SIGNS = ['●', '○', '▲', '△'] as const;

/** What stands for a piece where there are only letters. */
export const signOf = ({ seat, text }: CellPiece): string => text ?? SIGNS[seat ?? 0] ?? '●';

function drawCells({ columns, pieces, text }: Cells): TextBoard {
  const lines = text === undefined ? [] : text.split('\n').map((line) => [line]);
  if (pieces.length === 0) return lines;
  const width = 1 + Math.max(2, ...pieces.map((piece) => (piece === null ? 0 : signOf(piece).length)));
  const drawn = drawGrid({
    columns,
    rows: Math.ceil(pieces.length / columns),
    width,
    cell(cell) {
      const piece = pieces[cell];
      if (piece === null || piece === undefined) return [' ', ['·', 'faint'], ' '.repeat(width - 2)];
      const sign = signOf(piece);
      return [' ', [sign, inkOf(piece.seat)], ' '.repeat(width - 1 - sign.length)];
    },
  });
  return [...drawn, ...lines];
}

export { formatGridCell } from './shared/text.ts';
