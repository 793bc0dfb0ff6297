import type { Judgement, PlyAnalysis, ScoreUnit } from '@tablier/ai';
import type { Game, GameRecord, Seat } from '@tablier/core';
import type { Step } from '../../table/match-ui/turns.ts';
import { bestOf } from '../moments/deciding.ts';

/** A value of the graph: `ply` moves were made; `value` is from 0 to 1. */
export interface CoursePoint {
  readonly ply: number;
  readonly value: number;
}

interface Curve {
  readonly seat: Seat;
  readonly points: readonly CoursePoint[];
}

export interface Course {
  /** For two seats one curve, even in the middle. For more one for each side, of its chance. */
  readonly curves: readonly Curve[];
  /** The lead at the edges of a graph of points. */
  readonly scale: number;
}

/** The least lead at the edge of a graph, in points. */
const LEAST_SCALE = 10;

/** The curves of the results so far; that of two seats is about `seat`. The end counts if the rules decided it. */
export function courseOf(
  game: Pick<Game, 'partners'>,
  record: Pick<GameRecord, 'players' | 'moves' | 'end'>,
  found: ReadonlyMap<number, PlyAnalysis>,
  { seat: own, unit }: { readonly seat: Seat; readonly unit: ScoreUnit },
): Course {
  const { players, moves, end } = record;
  const plies = [...found.values()].toSorted((one, other) => one.ply - other.ply);
  const last = end?.by === 'rules' ? end : null;
  if (unit === 'points') {
    const leads = plies.map((each) => ({ ply: each.ply, lead: (each.seat === own ? 1 : -1) * bestOf(each).score }));
    const lead = (last?.scores[own] ?? 0) - (last?.scores[1 - own] ?? 0);
    if (last !== null) leads.push({ ply: moves.length, lead });
    const scale = Math.max(LEAST_SCALE, ...leads.map((each) => Math.abs(each.lead)));
    return {
      scale,
      curves: [{ seat: own, points: leads.map((each) => ({ ply: each.ply, value: (each.lead / scale + 1) / 2 })) }],
    };
  }
  const curveOf = (seat: Seat): Curve => {
    const points = plies.map((each) => ({ ply: each.ply, value: bestOf(each).values[seat] ?? 0 }));
    if (last !== null) points.push({ ply: moves.length, value: Number(last.places[seat] === 1) });
    return { seat, points };
  };
  const sides = Array.from({ length: players }, (_, seat) => seat).filter(
    (seat) => Math.min(...game.partners(players, seat)) === seat,
  );
  return { scale: 1, curves: players > 2 ? sides.map(curveOf) : [curveOf(own)] };
}

/** More moves than this between two points were not analysed yet. */
const NEAR = 2;

/** The parts of a curve that can be drawn as one line: between them there are positions that were not analysed yet. */
export function runsOf(points: readonly CoursePoint[]): readonly (readonly CoursePoint[])[] {
  const runs: CoursePoint[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run !== undefined && before !== undefined && point.ply - before.ply <= NEAR) run.push(point);
    else runs.push([point]);
  }
  return runs;
}

/** A position with the judgement of the move that was played there. */
export type Judged = PlyAnalysis & { readonly judgement: Judgement };

export const isJudged = (each: PlyAnalysis): each is Judged => each.judgement !== null;

export const isMistake = (each: PlyAnalysis): each is Judged =>
  isJudged(each) && each.judgement.label !== 'best' && each.judgement.label !== 'good';

export const costliestFirst = (mistakes: readonly Judged[]): readonly Judged[] =>
  mistakes.toSorted((one, other) => other.judgement.cost - one.judgement.cost);

/** A move this much better than the next one is a find, as a share of a win. */
const FIND = 0.15;

/** Whether the best move was played where the others were clearly worse. */
export const isFind = ({ judgement, analysis, seat }: PlyAnalysis): boolean => {
  const [best, next] = analysis.lines;
  const gap = (best?.values[seat] ?? 0) - (next?.values[seat] ?? 1);
  return judgement?.label === 'best' && gap >= FIND;
};

/** The number of a turn as in the move list; with the part of the game where its numbers begin again at 1. */
export function numberOf(steps: ReadonlyMap<number, Step>, { ply }: PlyAnalysis): string {
  const { number = '', part = null } = steps.get(ply + 1) ?? {};
  return part === null ? number : `${part} · ${number}`;
}
