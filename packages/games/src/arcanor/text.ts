import type { PeekAnswer } from './secrets.ts';
import { drawGrid, type GameText, type GameWords, inkOf, type Span, type TextBoard } from '../shared/text.ts';
import { COLUMNS, type Piece, ROWS } from './board.ts';
import type { ArcanorCell, ArcanorView } from './view.ts';

const SIDES = 'LD';
const NAMES = ['Light', 'Dark'] as const;
/** Widths of a cell: ` L1* ` for a top, ` L1D2L3D4* ` for a nest of four. */
const TOP_WIDTH = 5;
const NEST_WIDTH = 11;

const drawPiece = ({ owner, size }: Piece): Span => [`${SIDES.charAt(owner)}${size}`, inkOf(owner), 'piece'];

/** Sides and sizes, the outermost first. `*` marks a top on its goal row. */
function drawCell(cell: ArcanorCell | null, width: number): Span[] {
  if (cell === null) return [[' .'.padEnd(width), 'faint']];
  const nest = [cell, ...(cell.contents ?? [])];
  return [' ', ...nest.map(drawPiece), (cell.isHome ? '*' : '').padEnd(width - 1 - 2 * nest.length)];
}

function draw(view: ArcanorView): TextBoard {
  const width = view.cells.some((cell) => (cell?.contents?.length ?? 0) > 0) ? NEST_WIDTH : TOP_WIDTH;
  const cell = (at: number): Span[] => drawCell(view.cells[at] ?? null, width);
  return [...drawGrid({ columns: COLUMNS, rows: ROWS, width, cell }), [''], drawPoints(view)];
}

function drawPoints({ points, quiet }: ArcanorView): Span[] {
  const spans = NAMES.map((name, seat): Span => [`${name} ${points[seat] ?? 0}  `, inkOf(seat)]);
  return [...spans, [`quiet ${quiet}`, 'faint']];
}

const seenIn =
  (holds: (name: string, size: number) => string, nothing: string): NonNullable<GameWords['seen']> =>
  (seen, names) => {
    const { under } = seen as PeekAnswer;
    return under === null ? nothing : holds(names[under.owner] ?? '', under.size);
  };

export const text: GameText<ArcanorView> = {
  draw,
  words: {
    en: {
      notation: ['Slide b1-b2, set free b1^b2, capture b1xc2: where from and where to.'],
      seen: seenIn((name, size) => `it holds ${name}’s ${size}.`, 'it holds nothing.'),
    },
    fr: {
      notation: ['Glisser b1-b2, libérer b1^b2, manger b1xc2\u00a0: d’où et vers où.'],
      seen: seenIn((name, size) => `dedans, le ${size} de ${name}.`, 'rien dedans.'),
    },
    de: {
      notation: ['Schieben b1-b2, befreien b1^b2, schlagen b1xc2: von wo und wohin.'],
      seen: seenIn((name, size) => `darin ist die ${size} von ${name}.`, 'darin ist nichts.'),
    },
    nl: {
      notation: ['Schuiven b1-b2, bevrijden b1^b2, slaan b1xc2: waarvandaan en waarheen.'],
      seen: seenIn((name, size) => `daarin zit de ${size} van ${name}.`, 'daarin zit niets.'),
    },
  },
};
