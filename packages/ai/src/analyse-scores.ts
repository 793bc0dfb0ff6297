import type { Position, Seat } from '@tablier/core';

/** The cost of a move from which each label applies, in the unit of the game: a lead in points, or a share of a win from 0 to 1. */
export interface Thresholds {
  readonly inaccuracy: number;
  readonly mistake: number;
  readonly blunder: number;
}

/** The scores of an analysis in a game that is won by points. Only for two seats. */
export interface AnalysisAdvice<P extends Position = Position> {
  /** The expected lead of seat 0 over seat 1 at the end, in points. Exact when the game is over. */
  lead(position: P): number;
  /** In points. */
  readonly thresholds: Thresholds;
  /**
   * The power to which the odds of the search are raised before they are stated: below 1 where the search is too sure of its result,
   * fitted to games of the search against itself. Absent: 1.
   */
  readonly sureness?: number;
}

/** The shares of a win that an analysis states for what a search expects. Exact shares stay. Only for games of two seats. */
export function statedValues(
  { sureness = 1 }: Partial<AnalysisAdvice>,
  values: readonly number[],
  isExact: boolean,
): readonly number[] {
  const [share = 0.5] = values;
  if (isExact || sureness === 1 || values.length !== 2 || share <= 0 || share >= 1) return values;
  const odds = (share / (1 - share)) ** sureness;
  return [odds / (1 + odds), 1 / (1 + odds)];
}

/** The unit of scores: the lead of a seat in points, or its share of a win from 0 to 1. */
export type ScoreUnit = 'points' | 'chance';

/** The thresholds of games without their own, in shares of a win. */
const CHANCE_THRESHOLDS: Thresholds = { inaccuracy: 0.05, mistake: 0.1, blunder: 0.2 };

/** The thresholds of a game, in the unit of the analysis. */
export const thresholdsOf = (advice: AnalysisAdvice | undefined, unit: ScoreUnit): Thresholds =>
  unit === 'points' && advice !== undefined ? advice.thresholds : CHANCE_THRESHOLDS;

/** `best`: the first choice of the search. `good`: any other move that costs too little for a worse name. */
export const MOVE_LABELS = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'] as const;
export type MoveLabel = (typeof MOVE_LABELS)[number];

/** What a label depends on: the best line and that of the move played. */
interface Judged {
  readonly score: number;
  readonly values: readonly number[];
  readonly isProven: boolean;
}

/** What a move costs compared with the best one, at least 0. */
export const costOf = (best: Judged, played: Judged): number => Math.max(0, best.score - played.score);

/**
 * The label of a move that is not the first choice. If both results are proven, only they count: giving up a proven win is a blunder,
 * and a move that keeps the result is good.
 */
export function labelOf(best: Judged, played: Judged, seat: Seat, thresholds: Thresholds): Exclude<MoveLabel, 'best'> {
  if (best.isProven && played.isProven) return played.values[seat] === best.values[seat] ? 'good' : 'blunder';
  const cost = costOf(best, played);
  if (cost >= thresholds.blunder) return 'blunder';
  if (cost >= thresholds.mistake) return 'mistake';
  return cost >= thresholds.inaccuracy ? 'inaccuracy' : 'good';
}
