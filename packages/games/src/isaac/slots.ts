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
