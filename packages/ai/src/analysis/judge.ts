import { type Move, type Seat, SeededRng } from '@tablier/core';
import type { AnalysisAdvice, BotGame, Thresholds } from '../contract/advice.ts';
import { analyse, type Analysis, type AnalysisControl, type AnalysisLine, type ScoreUnit } from './analyse.ts';
import type { Task } from '../contract/search.ts';

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

/** The label of a move that is not the first choice. If both results are proven, only they count. */
export function labelOf(best: Judged, played: Judged, seat: Seat, thresholds: Thresholds): Exclude<MoveLabel, 'best'> {
  if (best.isProven && played.isProven) return played.values[seat] === best.values[seat] ? 'good' : 'blunder';
  const cost = costOf(best, played);
  if (cost >= thresholds.blunder) return 'blunder';
  if (cost >= thresholds.mistake) return 'mistake';
  return cost >= thresholds.inaccuracy ? 'inaccuracy' : 'good';
}

export interface Judgement {
  /** The best move, searched alone: in a search of all moves, the luckiest estimate comes first. */
  readonly best: AnalysisLine;
  /** The judged move, searched alone. */
  readonly played: AnalysisLine;
  /** What it costs compared with the best move, in the unit of the analysis; at least 0. */
  readonly cost: number;
  readonly label: MoveLabel;
}

export interface JudgeOptions {
  /** The budget of each search, in positions visited. There are up to three. */
  readonly nodes: number;
  /** Equal seeds give equal results. */
  readonly seed: string;
}

/** A hint: the best move, and how much better it is than the second best. Plain data. */
export interface Hint {
  readonly unit: ScoreUnit;
  readonly seat: Seat;
  readonly best: AnalysisLine;
  /** `null` if there is only one move. */
  readonly next: AnalysisLine | null;
  /** The cost of the second-best move, in the unit; at least 0. */
  readonly gap: number;
}

export interface Searches {
  readonly game: BotGame;
  readonly control: AnalysisControl;
  /** Searches all moves for `null`, or one. */
  search(only: Move | null): AsyncGenerator<Analysis, void, void>;
}

/** Equal tasks and options give equal results, unless `control` ends a search. */
export const searchesOf = (
  task: Task,
  { nodes, seed, lines }: JudgeOptions & { readonly lines: number },
  control: AnalysisControl,
): Searches => ({
  game: task.game,
  control,
  search: (only) => analyse(task, only === null ? { nodes, lines } : { nodes, only }, new SeededRng(seed), control),
});

const isAborted = ({ signal }: AnalysisControl): boolean => signal?.aborted === true;

async function lastOf(search: AsyncGenerator<Analysis, void, void>): Promise<Analysis | null> {
  let last: Analysis | null = null;
  for await (const analysis of search) last = analysis;
  return last;
}

const lastLine = async (search: AsyncGenerator<Analysis, void, void>): Promise<AnalysisLine | null> =>
  (await lastOf(search))?.lines[0] ?? null;

export async function judgeBy(
  { game, control, search }: Searches,
  { unit, seat, lines: [best] }: Analysis,
  move: Move,
): Promise<Judgement | null> {
  if (best === undefined || isAborted(control)) return null;
  if (best.moves[0] === move) return { best, played: best, cost: 0, label: 'best' };
  const played = await lastLine(search(move));
  const alone = await lastLine(search(best.moves[0] ?? move));
  if (played === null || alone === null || isAborted(control)) return null;
  const label = labelOf(alone, played, seat, thresholdsOf(game.advice.analysis, unit));
  return { best: alone, played, cost: costOf(alone, played), label };
}

/** Judges a legal move of the seat to move, by what it knows. `null` if it was stopped. Equal tasks, moves and options give equal results. */
export async function judgeMove(
  task: Task,
  move: Move,
  options: JudgeOptions,
  control: AnalysisControl = {},
): Promise<(Judgement & { readonly unit: ScoreUnit }) | null> {
  const searches = searchesOf(task, { ...options, lines: 1 }, control);
  const all = await lastOf(searches.search(null));
  const judgement = all === null ? null : await judgeBy(searches, all, move);
  return all === null || judgement === null ? null : { unit: all.unit, ...judgement };
}

/** Finds the best move of the seat to move by what it knows, and compares it with the second best. `null` if it was stopped. */
export async function hintFor(task: Task, options: JudgeOptions, control: AnalysisControl = {}): Promise<Hint | null> {
  const { search } = searchesOf(task, { ...options, lines: 2 }, control);
  const all = await lastOf(search(null));
  const [first, second] = all?.lines ?? [];
  if (all === null || first === undefined || isAborted(control)) return null;
  const { unit, seat } = all;
  if (second === undefined) return { unit, seat, best: first, next: null, gap: 0 };
  const best = await lastLine(search(first.moves[0] ?? 0));
  const next = await lastLine(search(second.moves[0] ?? 0));
  if (best === null || next === null || isAborted(control)) return null;
  return { unit, seat, best, next, gap: costOf(best, next) };
}
