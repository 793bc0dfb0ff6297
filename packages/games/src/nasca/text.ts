import type { Seat } from '@tablier/core';
import { formatColumn, type GameText, type Ink, type Span, type TextBoard } from '../shared/text.ts';
import { COLUMNS, ROWS } from './placements.ts';
import type { NascaView } from './view.ts';

/** By seat: the letter of its pieces, and of the empty cells that score for it. */
const PIECE_LETTERS = ['X', 'O'] as const;
const CELL_LETTERS = ['x', 'o'] as const;
const SEAT_INKS: readonly Ink[] = ['seat0', 'seat1'];
const CELL_WIDTH = 4;

/** Colour and height of each cell (`X1`, `N1`), `.` for an empty cell, `x` or `o` for one that scores now. */
function draw(view: NascaView): TextBoard {
  const rows = Array.from({ length: ROWS }, (_, index) => ROWS - 1 - index);
  return [...rows.map((row) => rowLine(view, row)), columnLine(), [], ...[0, 1].map((seat) => seatLine(view, seat))];
}

function rowLine(view: NascaView, row: number): Span[] {
  const label: Span = [`${row + 1}`.padStart(2), 'label'];
  return [label, ...Array.from({ length: COLUMNS }, (_, column) => cellSpan(view, row * COLUMNS + column))];
}

function columnLine(): Span[] {
  const letters = Array.from({ length: COLUMNS }, (_, column) => formatColumn(column));
  return ['  ', [letters.map((letter) => letter.padStart(CELL_WIDTH - 1).padEnd(CELL_WIDTH)).join(''), 'label']];
}

function cellSpan(view: NascaView, cell: number): Span {
  const [text, ink] = cellText(view, cell);
  return [text.padStart(CELL_WIDTH - 1).padEnd(CELL_WIDTH), ink];
}

function cellText(view: NascaView, cell: number): [string, Ink] {
  const piece = view.pieces[view.tops[cell] as number];
  if (piece === undefined) {
    const seat = view.territory.findIndex((cells) => cells.includes(cell));
    return seat < 0 ? ['.', 'faint'] : [CELL_LETTERS[seat] as string, SEAT_INKS[seat] as Ink];
  }
  if (piece.owner === 'neutral') return [`N${piece.level}`, 'neutral'];
  return [`${PIECE_LETTERS[piece.owner]}${piece.level}`, SEAT_INKS[piece.owner] as Ink];
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
    [PIECE_LETTERS[seat] as string, SEAT_INKS[seat] as Ink],
    `${points} points (${parts.join(' + ')})`.padEnd(26),
    hand.length === 0 ? 'no pieces left' : `in hand ${hand.toReversed().join(' ')}`,
  ];
}

export const text: GameText<NascaView> = {
  draw,
  words: {
    en: {
      notation: ['Place a piece by its two end cells, left to right or bottom to top: d8-f8.'],
    },
    fr: {
      notation: ['Posez une pièce par ses deux cases extrêmes, de gauche à droite ou de bas en haut : d8-f8.'],
    },
    de: {
      notation: [
        'Lege einen Stein, indem du seine beiden Endfelder nennst, von links nach rechts oder von unten nach oben: d8-f8.',
      ],
    },
    nl: {
      notation: [
        'Leg een steen door zijn twee eindvelden te noemen, van links naar rechts of van onder naar boven: d8-f8.',
      ],
    },
  },
};
