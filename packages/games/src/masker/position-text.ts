import type { Seat } from '@tablier/core';
import { cellsNamed, type PositionText, say, type Teller, tellCells, turnLine } from '../shared/telling.ts';
import { COLOUR_LETTERS } from './board.ts';
import type { MaskerView, StackView } from './view.ts';

const crossText = (letter: string, { words }: Teller): string => say(words, `cross_${letter}`);

/** The top first, as a hand would feel it. */
const stackText = ({ crosses }: StackView, teller: Teller): string =>
  crosses === ''
    ? say(teller.words, 'empty')
    : [...crosses]
        .toReversed()
        .map((letter) => crossText(letter, teller))
        .join(` ${say(teller.words, 'over_cross')} `);

function countText(crosses: string, teller: Teller): string {
  const letters = [...COLOUR_LETTERS, 'W'].filter((letter) => crosses.includes(letter));
  const counts = letters.map((letter) => {
    const count = [...crosses].filter((cross) => cross === letter).length;
    return say(teller.words, 'of_colour', { count, colour: crossText(letter, teller) });
  });
  return counts.join(', ') || say(teller.words, 'none');
}

const sizeOf = ({ board }: MaskerView): number => Math.sqrt(board.length);

function rowLine(view: MaskerView, row: number, teller: Teller): string {
  const cells = view.board
    .slice(row * sizeOf(view), (row + 1) * sizeOf(view))
    .map((stack) => `${stack.cell.charAt(0)} ${stackText(stack, teller)}`);
  return say(teller.words, 'row', { row: row + 1, cells: cells.join(', ') });
}

const hands = (view: MaskerView, teller: Teller): string[] =>
  view.seats.map(({ pile, crosses, full, out, owes, colour }, seat) => {
    const { words, name } = teller;
    const crossesOf = { who: name(seat), pile, full: view.fullPile, crosses: countText(crosses, teller) };
    return [
      say(words, 'pile', crossesOf),
      ...(colour === null ? [] : [say(words, 'colour', { who: name(seat), colour: crossText(colour, teller) })]),
      ...(out ? [say(words, 'out', { who: name(seat) })] : full ? [say(words, 'full', { who: name(seat) })] : []),
      ...(owes > 0 ? [say(words, 'owes', { who: name(seat), count: owes })] : []),
    ].join(' ');
  });

const inPlayLine = ({ inPlay }: MaskerView, teller: Teller): string =>
  say(teller.words, 'in_play', {
    crosses: ([...COLOUR_LETTERS, 'W'] as const)
      .map((letter) => say(teller.words, 'of_colour', { count: inPlay[letter], colour: crossText(letter, teller) }))
      .join(', '),
  });

function turnLines(view: MaskerView, { words, name }: Teller): string[] {
  const { gift, free, captures, capturesLeft, outcome } = view;
  if (outcome !== null) return [];
  if (gift !== null) {
    const { missing, least, most } = gift;
    return [say(words, 'gift', { missing, least, most, next: name(gift.next), other: name(gift.other) })];
  }
  const taken = captures.map(({ cell, cross }) => `${cell} ${say(words, `cross_${cross}`)}`);
  return [
    ...(taken.length === 0 ? [] : [say(words, 'taken', { crosses: taken.join(', ') })]),
    say(words, 'left', { count: capturesLeft }),
    say(words, free === null ? 'touching' : free === 'white' ? 'any_white' : 'any_isolated'),
  ];
}

/** With what may be done in this turn, which sighted players see next to the board. */
function score(view: MaskerView, teller: Teller): string {
  const { words, name } = teller;
  const counts = view.seats.map(({ pile }, seat: Seat) =>
    say(words, 'count', { who: name(seat), pile, full: view.fullPile }),
  );
  return [...turnLines(view, teller), ...counts].join(' ');
}

const lines = (view: MaskerView, teller: Teller): string[] => [
  turnLine(view, teller),
  ...turnLines(view, teller),
  ...Array.from({ length: sizeOf(view) }, (_, index) => rowLine(view, sizeOf(view) - 1 - index, teller)),
  say(teller.words, 'plain', { cell: view.neutral }),
  inPlayLine(view, teller),
  ...hands(view, teller),
];

const at = (view: MaskerView, place: string, teller: Teller): string | null =>
  tellCells(cellsNamed(place, sizeOf(view), sizeOf(view)), teller.words, (cell) => {
    const { cell: name, crosses } = view.board[cell] ?? { cell: '', crosses: '' };
    return { name, content: crosses === '' ? null : stackText({ cell: name, crosses }, teller) };
  });

export const positionText: PositionText<MaskerView> = { lines, at, score, hands };
