/*
 * How a selective search spends less on what is unlikely to matter. Evaluations: 256 make a win e times as likely as a loss. The numbers
 * were chosen by hand.
 */

/** Depths up to which a node is left if its evaluation is far above the window. */
export const REVERSE_DEPTH = 6;
export const REVERSE_MARGIN = 60;

/** The least depth for a null move, and the plies by which it is searched less deep. */
export const NULL_DEPTH = 3;
export const nullReduction = (depth: number): number => 3 + (depth >> 2);

/** Depths up to which quiet moves are left out if the evaluation is far below the window. */
export const FUTILE_DEPTH = 4;
export const futileMargin = (depth: number): number => 60 + 70 * depth;

/** The number of quiet moves after which the others are left out, by depth. */
export const LATE_LIMITS: readonly number[] = [0, 6, 10, 16, 26, 40];

/** In quiescence, moves that would leave the evaluation this far below the window are left out. */
export const DELTA_MARGIN = 120;

/** Without a move from the table, nodes from this depth on are searched a ply less deep. */
export const UNKNOWN_DEPTH = 4;

/** The first window around the score of the previous depth, and the least depth for it. */
export const ASPIRATION = 24;
export const ASPIRATION_DEPTH = 4;

/** From this move of a node on, quiet moves are first searched less deep. */
const LATE = 3;

/** The plies by which the quiet move with this number in its node (from 1) is first searched less deep. */
export function lateReduction(depth: number, number: number): number {
  if (depth < 2 || number <= LATE) return 0;
  return REDUCTIONS[64 * Math.min(depth, 63) + Math.min(number, 63)] as number;
}

/** The binary logarithm in quarters, rounded down, of a whole number from 1 to 63. */
const quarters = (value: number): number => {
  const power = 31 - Math.clz32(value);
  return 4 * power + (((value << 2) >> power) & 3);
};
const REDUCTIONS = Uint8Array.from({ length: 64 * 64 }, (_, index) =>
  Math.max(0, (8 + quarters(Math.max(1, index >> 6)) * quarters(Math.max(1, index & 63))) / 64),
);
