import type { Seat } from '@tablier/core';
import { type PositionText, say, type Teller, turnLine } from '../shared/telling.ts';
import { LINES, SIZE, slotOf } from './slots.ts';
import { type IsaacView, type PieceView, removalWorth } from './view.ts';

const SEATS = [0, 1] as const;

const two = (cell: number): string => String(cell).padStart(2, '0');

const isOn = (cell: number, line: number): boolean =>
  line < SIZE ? Math.trunc(cell / SIZE) === line : cell % SIZE === line - SIZE;

const along = ({ pieces }: IsaacView, line: number): PieceView[] =>
  pieces.filter(({ slot }) => slotOf(slot).line === line).sort((one, other) => one.from - other.from);

const across = ({ pieces }: IsaacView, line: number): PieceView[] =>
  pieces.filter(({ slot }) => slotOf(slot).line !== line && slotOf(slot).cells.some((cell) => isOn(cell, line)));

const pieceText = ({ seat, length, number, from, to }: PieceView, { name, words }: Teller): string =>
  say(words, 'piece', { who: name(seat), length, number, at: `${two(from)}-${two(to)}` });

const piecesText = (pieces: readonly PieceView[], teller: Teller): string =>
  pieces.length === 0 ? say(teller.words, 'none') : pieces.map((piece) => pieceText(piece, teller)).join(', ');

const lineText = (view: IsaacView, line: number, teller: Teller): string =>
  say(teller.words, line < SIZE ? 'row' : 'column', {
    line: line % SIZE,
    along: piecesText(along(view, line), teller),
    across: across(view, line).length,
  });

function counterText({ counters }: IsaacView, seat: Seat, { name, words }: Teller): string {
  const { score = 0, cell = null } = counters[seat] ?? {};
  const inputs = { who: name(seat), points: score };
  return cell === null ? say(words, 'points', inputs) : say(words, 'counter', { ...inputs, cell: two(cell) });
}

function hands(view: IsaacView, { name, words }: Teller): string[] {
  return SEATS.map((seat) => {
    const held = (view.hands[seat] ?? []).filter(({ count }) => count > 0);
    const pieces = held.map(({ count, length }) => say(words, 'of_length', { count, length })).join(', ');
    return say(words, view.phase === 'placing' ? 'hand' : 'unplayed', {
      who: name(seat),
      pieces: pieces === '' ? say(words, 'none') : pieces,
    });
  });
}

/** What decides who may still remove what, and how a tie ends. */
function limits(view: IsaacView, { name, words }: Teller): string[] {
  const { longestRemoved, out, firstToPass, pending } = view;
  return [
    ...SEATS.filter((seat) => (longestRemoved[seat] ?? 0) > 0).map((seat) =>
      say(words, 'removes', { who: name(seat), length: longestRemoved[seat] ?? 0 }),
    ),
    ...out.map((seat) => say(words, 'out', { who: name(seat) })),
    ...(firstToPass === null ? [] : [say(words, 'passed_first', { who: name(firstToPass) })]),
    ...(pending === null ? [] : [say(words, 'pending', { points: pending })]),
  ];
}

const score = (view: IsaacView, teller: Teller): string =>
  SEATS.map((seat) => counterText(view, seat, teller)).join(' ');

function lines(view: IsaacView, teller: Teller): string[] {
  const used = Array.from({ length: LINES }, (_, line) => line).filter((line) => along(view, line).length > 0);
  return [
    turnLine(view, teller),
    ...(view.outcome === null ? [say(teller.words, view.phase)] : []),
    ...used.map((line) => lineText(view, line, teller)),
    ...(used.length === LINES ? [] : [say(teller.words, 'other_lines')]),
    score(view, teller),
    ...hands(view, teller),
    ...limits(view, teller),
  ];
}

/** A cell by its two digits; a row as `3` or `r3`, a column as `c3`, or with the first letter of its name in another language. */
function at(view: IsaacView, place: string, teller: Teller): string | null {
  const [, letter = '', digit] = /^([a-z]?)(\d)$/.exec(place) ?? [];
  if (digit !== undefined) {
    const line = Number(digit) + ('csk'.includes(letter) && letter !== '' ? SIZE : 0);
    const crossing = across(view, line);
    const crossed =
      crossing.length === 0 ? [] : [say(teller.words, 'across', { pieces: piecesText(crossing, teller) })];
    return [lineText(view, line, teller), ...crossed].join(' ');
  }
  return /^\d\d$/.test(place) ? cellText(view, Number(place), teller) : null;
}

function cellText(view: IsaacView, cell: number, teller: Teller): string {
  const { name, words } = teller;
  const piece = view.pieces.find(({ slot }) => slotOf(slot).cells.includes(cell));
  const worth = piece === undefined ? null : removalWorth(view, piece.slot);
  const what = piece === undefined ? say(words, 'empty') : pieceText(piece, teller);
  const counters = SEATS.filter((seat) => view.phase !== 'placing' && view.counters[seat]?.cell === cell);
  return [
    say(words, 'at', { at: two(cell), what }),
    ...(worth === null ? [] : [say(words, 'worth', { points: worth.worth })]),
    ...counters.map((seat) => say(words, 'counter_here', { who: name(seat) })),
  ].join(' ');
}

export const positionText: PositionText<IsaacView> = { lines, at, score, hands };
