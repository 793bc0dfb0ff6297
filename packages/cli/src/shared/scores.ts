import type { AnalysisLine, ScoreUnit } from '@tablier/ai';
import type { Seat } from '@tablier/core';

/** A score for the seat to move: `+3.2` in points or `56.1%`, followed by `win` or `loss` if that is proven. */
export function formatScore({ score, values, isProven }: AnalysisLine, unit: ScoreUnit, seat: Seat): string {
  const text = unit === 'points' ? formatPoints(score) : `${(100 * score).toFixed(1)}%`;
  if (!isProven) return text;
  const share = values[seat] ?? 0;
  return `${text} ${share === 1 ? 'win' : share === 0 ? 'loss' : 'draw'}`;
}

/** A lead with its sign and one decimal; no sign for zero. */
export function formatPoints(points: number): string {
  const text = Math.abs(points).toFixed(1);
  return text === '0.0' ? text : `${points < 0 ? '-' : '+'}${text}`;
}
