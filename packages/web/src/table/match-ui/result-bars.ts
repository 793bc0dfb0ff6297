import type { Gain } from '../../board/board-module.ts';

/** Of a figure or sign below a bar, in pixels; those of the typeface are narrower. */
const SIGN = 6.5;
/** Between two explanations, in pixels. */
const GAP = 6;

/** The points of a full bar, which all bars share, and where the mark of the points that win is. */
interface Ruler {
  readonly most: number;
  /** `null`: no one came near it, and the bars would be short. */
  readonly mark: number | null;
}

export function rulerOf(scores: readonly number[], winning: number | null): Ruler {
  const best = Math.max(1, ...scores);
  const isNear = winning !== null && best >= 0.75 * winning;
  return isNear ? { most: Math.max(best, winning), mark: winning } : { most: best, mark: null };
}

/** Whether the explanation of each gain fits below its part of a bar. */
export const fitBelow = (gains: readonly Gain[], most: number, width: number): boolean =>
  gains.every(({ points, how = '' }) => how.length * SIGN + GAP <= (points / most) * width || how === '');

/** `8 × 2 + 5 × 3`: all gains in one line, those without an explanation as their points. Empty if none has one. */
export function sumText(gains: readonly Gain[]): string {
  if (gains.every(({ how }) => how === undefined)) return '';
  return gains.map(({ points, how = String(points) }) => (how.includes(' + ') ? `(${how})` : how)).join(' + ');
}
