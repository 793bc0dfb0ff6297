import { type Frame, isForced, KILLER, MAX_PLY, NULL_MOVE, WIN } from './frame.ts';

/* How a selective search spends less on what is unlikely to matter. The numbers were chosen by hand, on the scale of `evaluate`. */

/** Depths up to which a node is left if its evaluation is far above the window. */
const REVERSE_DEPTH = 6;
const REVERSE_MARGIN = 60;

/** The score that an opened node has at least, if that is enough to leave it; `null` if its moves must be searched. */
export function scoreAbove({ depth, alpha, beta, judged }: Frame): number | null {
  if (depth > REVERSE_DEPTH || beta - alpha > 1 || isForced(beta)) return null;
  const least = judged - REVERSE_MARGIN * depth;
  return least < beta ? null : least;
}

/** The least depth for a null move, and the plies by which it is searched less deep. */
const NULL_DEPTH = 3;
export const nullReduction = (depth: number): number => 3 + (depth >> 2);

/** Whether a node first tries a null move. Two in a row would prove nothing. */
export const isNullTried = ({ depth, alpha, beta, judged }: Frame, parent: Frame): boolean =>
  depth >= NULL_DEPTH && beta - alpha === 1 && judged >= beta && !isForced(beta) && parent.phase !== NULL_MOVE;

/** Depths up to which quiet moves are left out if the evaluation is far below the window. */
const FUTILE_DEPTH = 4;
const futileMargin = (depth: number): number => 60 + 70 * depth;

/** Whether the quiet moves of a node need not be tried, because the evaluation is too far below the window. */
export function isFutile(frame: Frame): boolean {
  if (frame.depth > FUTILE_DEPTH || isForced(frame.alpha)) return false;
  const most = frame.judged + futileMargin(frame.depth);
  if (most > frame.alpha || frame.beta - frame.alpha > 1) return false;
  if (most > frame.best) frame.best = most;
  return true;
}

/** In quiescence, moves that would leave the evaluation this far below the window are left out. */
const DELTA_MARGIN = 120;

/** Whether a forcing move need not be tried in quiescence. `gain`: what it may add to the evaluation. */
export function isTooLittle(frame: Frame, gain: number): boolean {
  const most = frame.judged + gain + DELTA_MARGIN;
  if (most > frame.alpha || isForced(frame.alpha)) return false;
  if (most > frame.best) frame.best = most;
  return true;
}

/** The number of quiet moves after which the others are left out, by depth. */
const LATE_LIMITS: readonly number[] = [0, 6, 10, 16, 26, 40];

/** Whether the current quiet move of a node, and all after it, are left out. */
export const isTooLate = ({ depth, tried, next }: Frame): boolean =>
  depth < LATE_LIMITS.length && tried + next > (LATE_LIMITS[depth] as number);

/** Whether all moves of a node so far lose by force. Then none of the others may be left out. */
export const isLosing = ({ best }: Frame): boolean => best < MAX_PLY - WIN;

/** Without a move from the table, nodes from this depth on are searched a ply less deep. */
export const UNKNOWN_DEPTH = 4;

/** From this move of a node on, quiet moves are first searched less deep. */
const LATE = 3;

/** By how many plies the current quiet move of a node is first searched less deep. `history`: that of the move. */
export function reductionOf({ depth, next, tried, urgency, beta, floor }: Frame, history: number): number {
  const reduction = lateReduction(depth, tried + next);
  if (reduction === 0) return 0;
  const isKiller = (urgency[next - 1] as number) >= KILLER;
  const isOpen = beta - floor > 1;
  return Math.max(0, Math.min(depth - 1, reduction - Number(isKiller) - Number(isOpen) - (history >> 13)));
}

/** The plies by which the quiet move with this number in its node (from 1) is first searched less deep. */
function lateReduction(depth: number, number: number): number {
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
