import type { Seat } from '@tablier/core';
import { drawGrid, type GameText, inkOf, notationIn, type Span, type TextBoard } from '../shared/text.ts';
import { SIZE, slotOf } from './slots.ts';
import type { HandView, IsaacView, PieceView } from './view.ts';

/* Dark's pieces are filled squares, Light's open ones; counters are D on the left and L on the right of the square of their cell. */
const NAMES = ['Dark', 'Light'] as const;
const SQUARES = ['■', '□'] as const;
const ALONG = ['━', '─'] as const;
const UPRIGHT = ['┃', '│'] as const;

interface Part {
  readonly piece: PieceView;
  readonly goesRight: boolean;
  readonly goesUp: boolean;
}

function partsByCell(view: IsaacView): Map<number, Part> {
  const parts = new Map<number, Part>();
  for (const piece of view.pieces) {
    const { cells, line } = slotOf(piece.slot);
    for (const cell of cells) {
      const goesOn = cell !== piece.to;
      parts.set(cell, { piece, goesRight: goesOn && line < SIZE, goesUp: goesOn && line >= SIZE });
    }
  }
  return parts;
}

const inked = (text: string, seat: Seat): Span => [text, inkOf(seat)];

const join = (part: Part | undefined, length: number): Span =>
  part?.goesRight ? inked((ALONG[part.piece.seat] ?? '').repeat(length), part.piece.seat) : ' '.repeat(length);

/** Four characters for a cell: left half, square, right half, gap. */
function cellSpans(view: IsaacView, parts: ReadonlyMap<number, Part>, cell: number): Span[] {
  const part = parts.get(cell);
  const before = cell % SIZE === 0 ? undefined : parts.get(cell - 1);
  const square: Span = part === undefined ? ['·', 'faint'] : inked(SQUARES[part.piece.seat] ?? '', part.piece.seat);
  const left: Span = view.counters[0]?.cell === cell ? ['D', 'strong'] : join(before, 1);
  const right: Span = view.counters[1]?.cell === cell ? ['L', 'strong'] : join(part, 1);
  return [left, square, right, join(part, 1)];
}

function stroke(parts: ReadonlyMap<number, Part>, cell: number): Span {
  const part = parts.get(cell);
  return part?.goesUp ? inked(` ${UPRIGHT[part.piece.seat]}  `, part.piece.seat) : '    ';
}

const handText = (hand: readonly HandView[]): string =>
  hand
    .filter(({ count }) => count > 0)
    .map(({ length, count }) => `${count}×${length}`)
    .join(' ') || 'none';

function seatLine(view: IsaacView, seat: Seat): Span[] {
  const counter = view.counters[seat];
  const where = counter?.cell === null ? '' : ` on ${String(counter?.cell).padStart(2, '0')}`;
  const longest = view.longestRemoved[seat] ?? 0;
  const details = [
    `${counter?.score} points${where}`,
    `${view.phase === 'placing' ? 'in hand' : 'unplayed'} ${handText(view.hands[seat] ?? [])}`,
    ...(longest > 0 ? [`removes ${longest} and longer`] : []),
    ...(view.out.includes(seat) ? ['out'] : []),
  ];
  return [inked(`${SQUARES[seat]} ${(NAMES[seat] ?? '').padEnd(5)} ${'DL'[seat]}`, seat), `  ${details.join(' · ')}`];
}

const DECIDED = {
  hundred: 'with 100 points or more',
  points: 'on points',
  unplayed: 'on the length of the unplayed pieces',
  began: 'having begun the placement',
} as const;

function statusLine(view: IsaacView): Span[] {
  if (view.decidedBy !== null) {
    return [[`${NAMES[view.outcome?.places.indexOf(1) ?? 0]} wins ${DECIDED[view.decidedBy]}.`, 'strong']];
  }
  const passed = view.passed.length > 0 ? `${view.passed.map((seat) => NAMES[seat]).join(' and ')} passed. ` : '';
  const task = { placing: 'places', scoring: 'removes', advancing: `advances up to ${view.pending}`, over: '' }[
    view.phase
  ];
  return [`${passed}${NAMES[view.turn]} ${task}.`];
}

function draw(view: IsaacView): TextBoard {
  const parts = partsByCell(view);
  const board = drawGrid({
    ...{ columns: SIZE, rows: SIZE, width: 4, names: { row: String, column: String } },
    cell: (cell) => cellSpans(view, parts, cell),
    up: (cell) => [stroke(parts, cell)],
  });
  return [...board, [''], seatLine(view, 0), seatLine(view, 1), statusLine(view)];
}

export const text: GameText<IsaacView> = {
  draw,
  words: notationIn({
    en: [
      'Place a piece by its two end cells, the smaller number first: 00-02. Tens are the row, units the column.',
      'Take one back from the board with x: x00-02. Where you choose how far your counter goes: +7.',
    ],
    fr: [
      'Posez une pièce par ses deux cases extrêmes, le plus petit nombre d’abord\u00a0: 00-02. Dizaines\u00a0: la rangée\u00a0; unités\u00a0: la colonne.',
      'Retirez-la du plateau avec x\u00a0: x00-02. Là où vous choisissez l’avance de votre compteur\u00a0: +7.',
    ],
    de: [
      'Lege einen Stein, indem du seine beiden Endfelder nennst, die kleinere Zahl zuerst: 00-02. Die Zehner sind die Reihe, die Einer die Spalte.',
      'Nimm ihn mit x vom Brett: x00-02. Wo du wählst, wie weit dein Zählstein zieht: +7.',
    ],
    nl: [
      'Leg een steen door zijn twee eindvelden te noemen, het kleinste getal eerst: 00-02. De tientallen zijn de rij, de eenheden de kolom.',
      'Neem hem met x van het bord: x00-02. Waar je kiest hoe ver je teller gaat: +7.',
    ],
  }),
};
