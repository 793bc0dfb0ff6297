import { countBits, lowestBit } from '../shared/bits.ts';

/**
 * The geometry of Isaac's board and its pieces.
 *
 * cells   0..99   row * 10 + column, as Dark sees them [I1]
 * lines   0..9    the rows, 10..19 the columns
 * kinds   0..4    the lengths 3 to 7 [I4]
 * slots   0..599  every place where a piece can lie: 30 on each line, ordered by line, then start, then length
 * pieces  0..29   Dark's 15 from 0, Light's from 15, each side's ordered by length; equal pieces in the order in which they are placed
 */

export const SIZE = 10;
export const LINES = 20;
export const SLOTS_PER_LINE = 30;
export const SLOTS = LINES * SLOTS_PER_LINE;
export const PIECES_PER_SEAT = 15;
export const PIECES = 2 * PIECES_PER_SEAT;

/** By kind [I4]: the length, the number marked on the piece, and the number of such pieces of each player. */
export const LENGTHS = [3, 4, 5, 6, 7] as const;
export const NUMBERS = [1, 2, 3, 4, 6] as const;
export const COPIES = [5, 4, 3, 2, 1] as const;

/** A place where a piece can lie. `from` is the smaller of the two end cells. */
export interface Slot {
  readonly line: number;
  readonly start: number;
  readonly kind: number;
  readonly length: number;
  readonly from: number;
  readonly to: number;
  readonly cells: readonly number[];
}

export const cellOn = (line: number, along: number): number =>
  line < SIZE ? line * SIZE + along : along * SIZE + (line - SIZE);

function slotAt(line: number, start: number, kind: number): Slot {
  const length = LENGTHS[kind] as number;
  const cells = Array.from({ length }, (_, step) => cellOn(line, start + step));
  return { line, start, kind, length, from: cellOn(line, start), to: cellOn(line, start + length - 1), cells };
}

function listSlots(): Slot[] {
  const slots: Slot[] = [];
  for (let line = 0; line < LINES; line++) {
    for (let start = 0; start < SIZE; start++) {
      for (const [kind, length] of LENGTHS.entries()) {
        if (start + length <= SIZE) slots.push(slotAt(line, start, kind));
      }
    }
  }
  return slots;
}

const ALL_SLOTS: readonly Slot[] = listSlots();

export function slotOf(number: number): Slot {
  const slot = ALL_SLOTS[number];
  if (slot === undefined) throw new RangeError(`no slot ${number}`);
  return slot;
}

export const allSlots = (): readonly Slot[] => ALL_SLOTS;

export const firstPiece = (seat: number, kind: number): number =>
  seat * PIECES_PER_SEAT + COPIES.slice(0, kind).reduce((sum, copies) => sum + copies, 0);

/** The cell of a seat's counter at this score [I8]; `null` from 100 on. */
export const counterCell = (seat: number, score: number): number | null =>
  score > 99 ? null : seat === 0 ? score : 99 - score;

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
