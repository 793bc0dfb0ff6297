import type { Seat } from '@tablier/core';
import {
  type PositionFields,
  readList,
  readNumber,
  readNumbers,
  readSeat,
  readSeats,
  writeList,
  writeSeat,
  writeSeats,
  wrong,
} from '../shared/position-notation.ts';
import type { IsaacOptions } from './facts.ts';
import { formatSlot, IsaacPosition } from './position.ts';
import { allSlots, COPIES, firstPiece, slotOf } from './slots.ts';
import { type Phase, PHASES } from './board.ts';
import { type IsaacView, viewOf } from './view.ts';

const NAMES = ['phase', 'dark', 'light', 'hands', 'scores', 'longest', 'first', 'out', 'pending'] as const;
const SIDES = ['dark', 'light'] as const;
const SLOTS_BY_TEXT = new Map(allSlots().map((_, slot) => [formatSlot(slot), slot]));

interface Lying {
  readonly piece: number;
  readonly slot: number;
}

const textOf = (view: IsaacView, side: Seat): string =>
  writeList(
    view.pieces
      .filter(({ seat }) => seat === side)
      .map(({ slot }) => slot)
      .sort((one, other) => one - other)
      .map(formatSlot),
  );

function readHand(text: string, seat: Seat): number[] {
  const hand = text.split('/')[seat] ?? '';
  return /^[0-5]{5}$/.test(hand) ? [...hand].map(Number) : wrong('hands', 'unreadable', hand);
}

/** Equal pieces differ only in their history: here they are numbered by slot. */
function readPieces(text: string, seat: Seat, hand: readonly number[], phase: Phase): Lying[] {
  const field = SIDES[seat] ?? '';
  const counts = COPIES.map(() => 0);
  const slots = readList(text).map((name) => SLOTS_BY_TEXT.get(name) ?? wrong(field, 'unreadable', name));
  const pieces = slots.map((slot) => {
    const { kind } = slotOf(slot);
    const before = counts[kind] ?? 0;
    counts[kind] = before + 1;
    return { piece: firstPiece(seat, kind) + before, slot };
  });
  for (const [kind, copies] of COPIES.entries()) {
    const count = (counts[kind] ?? 0) + (hand[kind] ?? 0);
    if (phase === 'placing' ? count !== copies : count > copies)
      wrong('hands', 'pieces', `${field} ${kind + 3}, ${count}/${copies}`);
  }
  return pieces;
}

function checkApart(pieces: readonly Lying[]): void {
  const cells = pieces.flatMap(({ slot }) => slotOf(slot).cells);
  const twice = cells.find((cell, index) => cells.indexOf(cell) !== index);
  if (twice !== undefined) wrong('light', 'place', String(twice).padStart(2, '0'));
}

export const fields: PositionFields<IsaacPosition, IsaacView, IsaacOptions, (typeof NAMES)[number]> = {
  names: NAMES,
  write: (view) => ({
    phase: view.phase,
    dark: textOf(view, 0),
    light: textOf(view, 1),
    hands: view.hands.map((hand) => hand.map(({ count }) => count).join('')).join('/'),
    scores: view.counters.map(({ score }) => score).join('/'),
    longest: view.longestRemoved.join('/'),
    first: writeSeat(view.firstToPass),
    out: writeSeats(view.out),
    pending: String(view.pending ?? '-'),
  }),
  read(texts, conditions) {
    const phase = PHASES.find((name) => name === texts.phase) ?? wrong('phase', 'other', PHASES.join(', '));
    if ((phase === 'over') !== conditions.turn < 0) wrong('turn', 'misfit', `phase ${phase}`);
    const hands = [0, 1].map((seat) => readHand(texts.hands, seat));
    const pieces = SIDES.flatMap((side, seat) => readPieces(texts[side], seat, hands[seat] ?? [], phase));
    checkApart(pieces);
    const scores = readNumbers('scores', texts.scores, 2);
    if (phase !== 'over' && scores.some((score) => score > 99)) wrong('scores', 'misfit', `phase ${phase}`);
    const position = new IsaacPosition(conditions.options);
    position.restore({
      ...conditions,
      ...{ phase, hands, pieces, scores },
      firstToPass: readSeat('first', texts.first, 2),
      pending: texts.pending === '-' ? null : readNumber('pending', texts.pending),
      out: readSeats('out', texts.out, 2),
      longestRemoved: readNumbers('longest', texts.longest, 2),
    });
    return { view: viewOf(position), position, canPlay: true };
  },
};
