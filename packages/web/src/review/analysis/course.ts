import type { PlyAnalysis, ScoreUnit } from '@tablier/ai';
import type { Game, GameRecord, Seat } from '@tablier/core';
import { bestOf } from '../moments/deciding.ts';

/** A value of the graph: `ply` moves were made; `value` is from -1 to 1, or from 0 to 1 for shares of several sides. */
export interface CoursePoint {
  readonly ply: number;
  readonly value: number;
}

export interface Curve {
  readonly seat: Seat;
  readonly points: readonly CoursePoint[];
}

export interface Course {
  readonly unit: ScoreUnit;
  /** For two seats one curve around zero, that of seat 0. For more a curve of shares for each side. */
  readonly curves: readonly Curve[];
  /** Points: the lead at the edge of the graph. */
  readonly scale: number;
}

/** The least lead at the edge of a graph, in points. */
const LEAST_SCALE = 10;

/** The curves of the results so far. The end counts if the rules decided it. */
export function courseOf(
  game: Pick<Game, 'partners'>,
  record: Pick<GameRecord, 'players' | 'moves' | 'end'>,
  found: ReadonlyMap<number, PlyAnalysis>,
): Course {
  const { players, moves, end } = record;
  const plies = [...found.values()].toSorted((one, other) => one.ply - other.ply);
  const unit = plies[0]?.analysis.unit ?? 'chance';
  const last = end?.by === 'rules' ? end : null;
  if (unit === 'points') {
    const leads = plies.map((each) => ({ ply: each.ply, value: signOf(each.seat) * bestOf(each).score }));
    const [own = 0, other = 0] = last?.scores ?? [];
    if (last !== null) leads.push({ ply: moves.length, value: own - other });
    const scale = Math.max(LEAST_SCALE, ...leads.map(({ value }) => Math.abs(value)));
    const points = leads.map(({ ply, value }) => ({ ply, value: value / scale }));
    return { unit, scale, curves: [{ seat: 0, points }] };
  }
  const curveOf = (seat: Seat): Curve => {
    const points = plies.map((each) => ({ ply: each.ply, value: bestOf(each).values[seat] ?? 0 }));
    if (last !== null) points.push({ ply: moves.length, value: Number(last.places[seat] === 1) });
    return { seat, points };
  };
  if (players > 2) {
    const sides = Array.from({ length: players }, (_, seat) => seat).filter(
      (seat) => Math.min(...game.partners(players, seat)) === seat,
    );
    return { unit, scale: 1, curves: sides.map(curveOf) };
  }
  const { points } = curveOf(0);
  return {
    unit,
    scale: 1,
    curves: [{ seat: 0, points: points.map(({ ply, value }) => ({ ply, value: 2 * value - 1 })) }],
  };
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

const signOf = (seat: Seat): number => (seat === 0 ? 1 : -1);

export const isMistake = ({ judgement }: PlyAnalysis): boolean =>
  judgement !== null && judgement.label !== 'best' && judgement.label !== 'good';
