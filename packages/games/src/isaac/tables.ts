import { countBits, lowestBit } from '../shared/bits.ts';
import { allSlots, COPIES, firstPiece, LENGTHS, NUMBERS, SIZE, SLOTS_PER_LINE } from './slots.ts';

/**
 * Lookup tables for move generation. All are `Int32Array`.
 *
 * An occupancy is ten bits, bit k for the k-th cell of a line. A hand is five bits, bit k set if a piece of kind k is left.
 * Fits are the numbers of free slots by kind, packed in 32 bits: 7, 7, 6, 6 and 6 bits for the kinds 0 to 4. Ten lines have at most
 * 80, 70, 60, 50 and 40 slots of these kinds, so the fits of all rows, or of all columns, can be added without overflow.
 */
const OCCUPANCIES = 1 << SIZE;
const HANDS = 1 << LENGTHS.length;
const FIT_SHIFTS = [0, 7, 14, 20, 26] as const;
const FIT_BITS = [7, 7, 6, 6, 6] as const;

/** A page waits for these tables, so they are filled by loops: `Int32Array.from` and `reduce` take several times as long. */
function tabulate(length: number, value: (index: number) => number): Int32Array {
  const table = new Int32Array(length);
  for (let index = 0; index < length; index++) table[index] = value(index);
  return table;
}
const ofSlots = (value: (slot: ReturnType<typeof allSlots>[number]) => number): Int32Array =>
  Int32Array.from(allSlots(), value);

export const SLOT_LINE = ofSlots((slot) => slot.line);
export const SLOT_KIND = ofSlots((slot) => slot.kind);
export const SLOT_CELLS = ofSlots((slot) => ((1 << slot.length) - 1) << slot.start);
/** The first of the lines that cross a slot. The others follow it. */
export const SLOT_CROSSING = ofSlots((slot) => (slot.line < SIZE ? SIZE + slot.start : slot.start));
/** The bit of a slot's line on the lines that cross it. */
export const SLOT_CROSSING_BIT = ofSlots((slot) => 1 << (slot.line % SIZE));
export const SLOT_FROM = ofSlots((slot) => slot.from);

export const KIND_LENGTH = Int32Array.from(LENGTHS);
export const KIND_COPIES = Int32Array.from(COPIES);
export const KIND_NUMBER = Int32Array.from(NUMBERS);

const lineSlots = allSlots().slice(0, SLOTS_PER_LINE);

export const FREE_SLOTS = freeSlots();

/** Each occupancy has the free slots of the one without its lowest cell, except those that contain this cell. */
function freeSlots(): Int32Array {
  const without = tabulate(SIZE, (cell) =>
    lineSlots.reduce((free, _, index) => (((SLOT_CELLS[index] as number) >> cell) & 1 ? free : free | (1 << index)), 0),
  );
  const free = new Int32Array(OCCUPANCIES);
  free[0] = 2 ** SLOTS_PER_LINE - 1;
  for (let occupied = 1; occupied < OCCUPANCIES; occupied++)
    free[occupied] = (free[occupied & (occupied - 1)] as number) & (without[lowestBit(occupied)] as number);
  return free;
}

/** By hand: the slots of a line whose kind is in the hand. */
export const HAND_SLOTS = tabulate(HANDS, (hand) =>
  lineSlots.reduce((slots, slot, index) => (hand & (1 << slot.kind) ? slots | (1 << index) : slots), 0),
);
/** By hand * 1024 + occupancy: the number of slots of the line that are free for the hand. */
export const FREE_COUNT = freeCounts();

function freeCounts(): Int32Array {
  const counts = new Int32Array(HANDS * OCCUPANCIES);
  for (let at = OCCUPANCIES; at < counts.length; at++) {
    const hand = at >> SIZE;
    const occupied = at % OCCUPANCIES;
    const others = hand & (hand - 1);
    counts[at] =
      others === 0
        ? countBits((FREE_SLOTS[occupied] as number) & (HAND_SLOTS[hand] as number))
        : (counts[(others << SIZE) + occupied] as number) + (counts[((hand ^ others) << SIZE) + occupied] as number);
  }
  return counts;
}

/** By slot of a line: one fit of its kind. */
const ONE_FIT = tabulate(SLOTS_PER_LINE, (index) => 2 ** (FIT_SHIFTS[lineSlots[index]?.kind ?? 0] as number));
/** By occupancy: the fits of the line. */
export const FITS = tabulate(OCCUPANCIES, (occupied) => {
  let fits = 0;
  for (let free = FREE_SLOTS[occupied] as number; free !== 0; free &= free - 1)
    fits += ONE_FIT[lowestBit(free)] as number;
  return fits;
});
/** By hand: the mask of its kinds in packed fits. */
export const HAND_FITS = tabulate(HANDS, (hand) =>
  FIT_SHIFTS.reduce<number>(
    (bits, shift, kind) => (hand & (1 << kind) ? bits | (((1 << (FIT_BITS[kind] as number)) - 1) << shift) : bits),
    0,
  ),
);
export const EMPTY_FITS = (SIZE * (FITS[0] as number)) | 0;

export const sumFits = (fits: number): number =>
  (fits & 127) + ((fits >>> 7) & 127) + ((fits >>> 14) & 63) + ((fits >>> 20) & 63) + (fits >>> 26);

/** By seat * 5 + kind: the seat's first piece of the kind. */
export const FIRST_PIECE = tabulate(2 * LENGTHS.length, (index) =>
  firstPiece(Math.floor(index / LENGTHS.length), index % LENGTHS.length),
);
/** By seat * 8 + length: the seat's pieces of this length and longer ones, as bits. */
export const PIECES_FROM = tabulate(16, (index) => {
  const seat = Math.floor(index / 8);
  const kind = LENGTHS.findIndex((length) => length >= index % 8);
  return (2 ** firstPiece(seat, LENGTHS.length) - 2 ** firstPiece(seat, kind)) | 0;
});
/** A full hand: three bits of count for each kind. */
export const FULL_HAND = COPIES.reduce<number>((hand, copies, kind) => hand | (copies << (3 * kind)), 0);
export const ALL_KINDS = HANDS - 1;

export function isOnLine(cell: number, line: number): 0 | 1 {
  const row = Math.trunc(cell / SIZE);
  return line === row || line === SIZE + (cell - row * SIZE) ? 1 : 0;
}
