import type { Seat } from '@tablier/core';
import { drawGrid, type GameText, type Ink, inkOf, notationIn, type Span, type TextBoard } from '../shared/text.ts';
import { COLUMNS, ROWS } from './placements.ts';
import type { NascaPiece, NascaView } from './view.ts';

/** By seat: the letter of its pieces, and of the empty cells that score for it. */
const PIECE_LETTERS = ['X', 'O'] as const;
const CELL_LETTERS = ['x', 'o'] as const;

/**
 * Owner and height of each cell (`X1`, `N1`), with a stroke between those of one piece; `.` for an empty cell, `x` or `o` for one that scores
 * now.
 */
function draw(view: NascaView): TextBoard {
  const board = drawGrid({
    ...{ columns: COLUMNS, rows: ROWS, width: 4 },
    cell: (cell) => [cellSpan(view, cell), join(view, [cell, cell + 1], '━━')],
    up: (cell) => [join(view, [cell, cell + COLUMNS], '┃ '), '  '],
  });
  return [...board, [], ...[0, 1].map((seat) => seatLine(view, seat))];
}

const inkOfOwner = (owner: NascaPiece['owner']): Ink => (owner === 'neutral' ? owner : inkOf(owner));

function join({ tops, pieces }: NascaView, [cell, next]: readonly [number, number], stroke: string): Span {
  const piece = pieces[tops[cell] as number];
  // A piece does not go around the edge: the last cell of a row and the first of the next are never of one.
  return piece === undefined || tops[next] !== tops[cell] ? '  ' : [stroke, inkOfOwner(piece.owner), 'piece'];
}

function cellSpan(view: NascaView, cell: number): Span {
  const piece = view.pieces[view.tops[cell] as number];
  if (piece !== undefined) {
    const letter = piece.owner === 'neutral' ? 'N' : PIECE_LETTERS[piece.owner];
    return [`${letter}${piece.level}`, inkOfOwner(piece.owner), 'piece'];
  }
  const seat = view.territory.findIndex((cells) => cells.includes(cell));
  return seat < 0 ? ['. ', 'faint'] : [`${CELL_LETTERS[seat]} `, inkOf(seat)];
}

/** `X  7 points (3 + 4 now)  in hand 5 5 5 4 4 4 4 3 3 3 2 2`. */
function seatLine(view: NascaView, seat: Seat): Span[] {
  const hand = (view.hands[seat] as readonly number[]).flatMap((count, length) => Array<number>(count).fill(length));
  const turn = view.turn === seat ? '> ' : '  ';
  const points = `${view.scores[seat]}`.padStart(3);
  const now = view.outcome === null ? [`${view.territory[seat]?.length} now`] : [];
  const parts = [...view.finished.map((round) => round[seat]), ...now];
  return [
    turn,
    [PIECE_LETTERS[seat] as string, inkOf(seat)],
    `${points} points (${parts.join(' + ')})`.padEnd(26),
    hand.length === 0 ? 'no pieces left' : `in hand ${hand.toReversed().join(' ')}`,
  ];
}

export const text: GameText<NascaView> = {
  draw,
  words: notationIn({
    en: ['Place a piece by its two end cells, left to right or bottom to top: d8-f8.'],
    fr: ['Posez une pièce par ses deux cases extrêmes, de gauche à droite ou de bas en haut\u00a0: d8-f8.'],
    de: [
      'Lege einen Stein, indem du seine beiden Endfelder nennst, von links nach rechts oder von unten nach oben: d8-f8.',
    ],
    nl: ['Leg een steen door zijn twee eindvelden te noemen, van links naar rechts of van onder naar boven: d8-f8.'],
  }),
};
