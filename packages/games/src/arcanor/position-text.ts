import type { Seat } from '@tablier/core';
import { cellsNamed, type PositionText, say, type Teller, tellCells, turnLine } from '../shared/telling.ts';
import { COLUMNS, formatCell, type Piece, QUIET_LIMIT, ROWS, SIZES } from './board.ts';
import type { ArcanorCell, ArcanorView } from './view.ts';

const pieceText = ({ owner, size }: Piece, { name, words }: Teller): string =>
  say(words, 'piece', { who: name(owner), size });

/** What is known of the inside. Nothing fits into the smallest piece. */
function insideText({ contents, size }: ArcanorCell, teller: Teller): string {
  if (contents === null) return size < SIZES ? say(teller.words, 'inside_unknown') : '';
  if (contents.length === 0) return '';
  return say(teller.words, 'inside', { pieces: contents.map((piece) => pieceText(piece, teller)).join(', ') });
}

const stackText = (cell: ArcanorCell, what: string, teller: Teller): string =>
  `${what}${insideText(cell, teller)}${cell.isHome ? say(teller.words, 'home') : ''}`;

function seatLine({ cells }: ArcanorView, seat: Seat, teller: Teller): string {
  const stacks = cells.flatMap((cell, index) =>
    cell?.owner === seat
      ? [stackText(cell, say(teller.words, 'on', { size: cell.size, cell: formatCell(index) }), teller)]
      : [],
  );
  return say(teller.words, 'stacks', {
    who: teller.name(seat),
    stacks: stacks.join('; ') || say(teller.words, 'none'),
  });
}

const score = ({ points }: ArcanorView, { name, words }: Teller): string =>
  points.map((count, seat) => say(words, 'points', { who: name(seat), points: count })).join(' ');

/** The pieces that a seat has in sight, by size: those inside others are none of them. */
const hands = ({ cells }: ArcanorView, { name, words }: Teller): string[] =>
  [0, 1].map((seat) => {
    const sizes = Array.from({ length: SIZES }, (_, index) => index + 1).flatMap((size) => {
      const count = cells.filter((cell) => cell?.owner === seat && cell.size === size).length;
      return count > 0 ? [say(words, 'of_size', { count, size })] : [];
    });
    return say(words, 'in_sight', { who: name(seat), pieces: sizes.join(', ') || say(words, 'none') });
  });

const lines = (view: ArcanorView, teller: Teller): string[] => [
  turnLine(view, teller),
  ...[0, 1].map((seat) => seatLine(view, seat, teller)),
  score(view, teller),
  say(teller.words, 'quiet', { count: view.quiet, most: QUIET_LIMIT }),
  ...(view.repeats === null || view.repeats === 0 ? [] : [say(teller.words, 'repeats', { count: view.repeats })]),
];

const at = (view: ArcanorView, place: string, teller: Teller): string | null =>
  tellCells(cellsNamed(place, COLUMNS, ROWS), teller.words, (index) => {
    const cell = view.cells[index] ?? null;
    return {
      name: formatCell(index),
      content: cell === null ? null : stackText(cell, pieceText(cell, teller), teller),
    };
  });

export const positionText: PositionText<ArcanorView> = { lines, at, score, hands };
