import { commonView, type Move, type Seat, type View } from '@tablier/core';
import { interned } from '../shared/interned.ts';
import type { IsaacOptions } from './facts.ts';
import { IsaacPosition, REMOVAL } from './position.ts';
import { counterCell, LENGTHS, NUMBERS, PIECES, SIZE, slotOf } from './slots.ts';
import type { Phase } from './board.ts';

export interface PieceView {
  /** 0 to 29, the same from its placement to its removal: Dark's from 0, Light's from 15 (slots.ts). */
  readonly id: number;
  readonly seat: Seat;
  /** Its slot, which is also the move that places a piece there. Its removal is the move `REMOVAL + slot`. */
  readonly slot: Move;
  readonly from: number;
  readonly to: number;
  readonly length: number;
  readonly number: number;
}

/** Pieces of one length in a hand; `count` may be 0. */
export interface HandView {
  readonly length: number;
  readonly number: number;
  readonly count: number;
}

/** What decided a finished game [I14] [I16]: 100 points, more points, the length of the unplayed pieces, or beginning the placing. */
const DECISIONS = ['hundred', 'points', 'unplayed', 'began'] as const;
export type Decision = (typeof DECISIONS)[number];

/** A view of Isaac. All viewers see the whole game. Arrays are by seat unless stated otherwise. */
export interface IsaacView extends View {
  readonly options: IsaacOptions;
  readonly phase: Phase;
  readonly pieces: readonly PieceView[];
  /** The pieces in hand by length, shortest first; while scoring these are the unplayed pieces [I7]. */
  readonly hands: readonly (readonly HandView[])[];
  /** The counters: the score shown and the cell under it, in Dark's numbers; `null` from 100 on [I8]. */
  readonly counters: readonly { readonly score: number; readonly cell: number | null }[];
  /** The first seat that passed while placing [I6]; `null` if none has. */
  readonly firstToPass: Seat | null;
  readonly out: readonly Seat[];
  /** The result of the removal whose advance is pending [I13]; `null` unless the phase is `advancing`. */
  readonly pending: number | null;
  /** The longest length removed; 0 before the first removal [I10]. */
  readonly longestRemoved: readonly number[];
  /** The total length of the pieces in hand [I16]. */
  readonly unplayed: readonly number[];
  readonly decidedBy: Decision | null;
}

const SEATS = [0, 1] as const;

export interface RemovalWorth {
  /** The ids of the other pieces that count, ascending. */
  readonly others: readonly number[];
  readonly n: number;
  readonly number: number;
  readonly multiplier: number;
  readonly counters: readonly Seat[];
  readonly worth: number;
}

export function viewOf(position: IsaacPosition): IsaacView {
  const { options, phase, firstToPass, pending } = position;
  const scores = SEATS.map((seat) => position.score(seat));
  const unplayed = SEATS.map((seat) => position.unplayed(seat));
  return {
    ...commonView(position, options, 2),
    phase,
    pieces: piecesOf(position),
    hands: SEATS.map((seat) => handOf(position, seat)),
    counters: scores.map((score, seat) => ({ score, cell: counterCell(seat, score) })),
    firstToPass,
    out: SEATS.filter((seat) => position.isOut(seat)),
    pending,
    longestRemoved: SEATS.map((seat) => position.longestRemoved(seat)),
    unplayed,
    decidedBy: phase === 'over' ? decisionOf(scores, unplayed) : null,
  };
}

function piecesOf(position: IsaacPosition): PieceView[] {
  const pieces: PieceView[] = [];
  for (let id = 0; id < PIECES; id++) {
    if (((position.onBoard >> id) & 1) !== 0) pieces.push(pieceOf(PIECES * position.placeOf(id) + id));
  }
  return pieces;
}

/** A piece on a slot. The key is `PIECES * slot + id`. */
const pieceOf = interned((key): PieceView => {
  const [slot, id] = [Math.trunc(key / PIECES), key % PIECES];
  const { from, to, length, kind } = slotOf(slot);
  return { id, seat: id < PIECES / 2 ? 0 : 1, slot, from, to, length, number: NUMBERS[kind] as number };
});

const handOf = (position: IsaacPosition, seat: Seat): HandView[] =>
  LENGTHS.map((_, kind) => handfulOf(LENGTHS.length * position.inHand(seat, kind) + kind));

/** The pieces of one kind in a hand. The key is `LENGTHS.length * count + kind`. */
const handfulOf = interned((key): HandView => {
  const [count, kind] = [Math.trunc(key / LENGTHS.length), key % LENGTHS.length];
  return { length: LENGTHS[kind] as number, number: NUMBERS[kind] as number, count };
});

function decisionOf(scores: readonly number[], unplayed: readonly number[]): Decision {
  if (scores.some((score) => score >= 100)) return 'hundred';
  if (scores[0] !== scores[1]) return 'points';
  return unplayed[0] !== unplayed[1] ? 'unplayed' : 'began';
}

export function positionOf(view: IsaacView, into = new IsaacPosition(view.options)): IsaacPosition {
  into.restore({
    ...view,
    scores: view.counters.map((counter) => counter.score),
    hands: view.hands.map((hand) => hand.map(({ count }) => count)),
    pieces: view.pieces.map(({ id, slot }) => ({ piece: id, slot })),
  });
  return into;
}

/** The value of removing a piece now, legal or not; `move` is the removal or the slot. `null` if no piece is there. */
export function removalWorth(view: IsaacView, move: Move): RemovalWorth | null {
  const slot = move < REMOVAL ? move : move - REMOVAL;
  const piece = view.pieces.find((candidate) => candidate.slot === slot);
  return piece === undefined ? null : worthOn(view, slot, piece);
}

/** What a piece would be worth if it lay on an empty slot and were removed now. While placing, both counters stand on 0 [I8]. */
export const placementWorth = (view: IsaacView, slot: Move): RemovalWorth =>
  worthOn(view, slot, { id: null, number: NUMBERS[slotOf(slot).kind] as number });

function worthOn(view: IsaacView, slot: Move, piece: { readonly id: number | null; readonly number: number }) {
  const { line } = slotOf(slot);
  const others = view.pieces
    .filter(({ id, slot: other }) => id !== piece.id && touches(other, line))
    .map(({ id }) => id);
  const counters = SEATS.filter((seat) => liesOn(view.counters[seat]?.cell ?? null, line));
  const multiplier = 2 ** counters.length;
  const { number } = piece;
  return { others, n: others.length, number, multiplier, counters, worth: others.length * number * multiplier };
}

const touches = (slot: Move, line: number): boolean => slotOf(slot).cells.some((cell) => liesOn(cell, line));

const liesOn = (cell: number | null, line: number): boolean =>
  cell !== null && (line < SIZE ? Math.trunc(cell / SIZE) === line : cell % SIZE === line - SIZE);
