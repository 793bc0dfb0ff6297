import type { PlyAnalysis, ScoreUnit } from '@tablier/ai';
import type { GameRecord, RecordEnd, Seat } from '@tablier/core';
import { isaac, masker } from '@tablier/games';
import { describe, expect, it } from 'vitest';
import { courseOf, isFind, isMistake, runsOf } from '../../../src/review/analysis/course.ts';
import { decidedTurns, turningTurn } from '../../../src/review/moments/deciding.ts';

const ply = (at: number, seat: Seat, score: number, values: readonly number[], unit: ScoreUnit): PlyAnalysis => ({
  ply: at,
  seat,
  analysis: {
    unit,
    seat,
    lines: [{ moves: [at], score, values, isProven: false }],
    depth: 1,
    nodes: 1,
    isOver: true,
  },
  judgement: null,
});
const foundIn = (...plies: PlyAnalysis[]) => new Map(plies.map((each) => [each.ply, each]));
const recordOf = (players: number, end?: RecordEnd): Pick<GameRecord, 'players' | 'moves' | 'end'> => ({
  players,
  moves: ['a', 'b', 'c'],
  ...(end === undefined ? {} : { end }),
});

const OF_LEAD = { seat: 0, unit: 'points' } as const;
const OF_CHANCE = { seat: 0, unit: 'chance' } as const;

describe('the course of a game', () => {
  it('is the lead of the first seat at every turn, and ends with the scores', () => {
    const found = foundIn(ply(1, 1, 5, [0.2, 0.8], 'points'), ply(0, 0, 20, [0.9, 0.1], 'points'));
    const course = courseOf(isaac, recordOf(2, { by: 'rules', scores: [30, 40], places: [2, 1] }), found, OF_LEAD);
    expect(course.scale).toBe(20);
    expect(course.curves).toEqual([
      {
        seat: 0,
        points: [
          { ply: 0, value: 1 },
          { ply: 1, value: 0.375 },
          { ply: 3, value: 0.25 },
        ],
      },
    ]);
  });

  it('has no end if the players ended the game', () => {
    const found = foundIn(ply(0, 0, 2, [0.6, 0.4], 'points'));
    const course = courseOf(isaac, recordOf(2, { by: 'resign', scores: [30, 40], places: [2, 1] }), found, OF_LEAD);
    expect(course.curves[0]?.points).toEqual([{ ply: 0, value: 0.6 }]);
  });

  it('is the chance of one of two seats', () => {
    const found = foundIn(ply(1, 1, 0.75, [0.25, 0.75], 'chance'));
    const pointsOf = (seat: Seat) => courseOf(masker, recordOf(2), found, { seat, unit: 'chance' }).curves[0]?.points;
    expect(pointsOf(0)).toEqual([{ ply: 1, value: 0.25 }]);
    expect(pointsOf(1)).toEqual([{ ply: 1, value: 0.75 }]);
  });

  it('is a curve for each side of three or four seats', () => {
    const end: RecordEnd = { by: 'rules', scores: [0, 0, 0, 0], places: [1, 2, 1, 2] };
    const found = foundIn(ply(0, 0, 0.7, [0.7, 0.3, 0.7, 0.3], 'chance'));
    const three = foundIn(ply(0, 0, 0.5, [0.5, 0.3, 0.2], 'chance'));
    expect(courseOf(masker, recordOf(3), three, OF_CHANCE).curves).toHaveLength(3);
    const { curves } = courseOf(masker, recordOf(4, end), found, OF_CHANCE);
    expect(curves.map(({ seat }) => seat)).toEqual([0, 1]);
    expect(curves[0]?.points.map(({ value }) => value)).toEqual([0.7, 1]);
  });

  it('counts no good move as a mistake', () => {
    const before = ply(0, 0, 1, [0.5, 0.5], 'points');
    const [best] = before.analysis.lines;
    if (best === undefined) throw new Error('no line');
    const labelled = (label: 'best' | 'good' | 'inaccuracy' | 'blunder'): PlyAnalysis => ({
      ...before,
      judgement: { best, played: best, cost: 0, label },
    });
    expect(
      [before, labelled('best'), labelled('good'), labelled('inaccuracy'), labelled('blunder')].map(isMistake),
    ).toEqual([false, false, false, true, true]);
  });
});

it('a find is the best move where the next one was clearly worse', () => {
  const line = (move: number, share: number) => ({
    moves: [move],
    score: share,
    values: [share, 1 - share],
    isProven: false,
  });
  const played = (next: number, label: 'best' | 'good'): PlyAnalysis => {
    const before = ply(0, 0, 0.8, [0.8, 0.2], 'chance');
    const [best, other] = [line(1, 0.8), line(2, next)];
    const judgement = { best, played: label === 'best' ? best : other, cost: 0, label };
    return { ...before, analysis: { ...before.analysis, lines: [best, other] }, judgement };
  };
  expect([played(0.6, 'best'), played(0.7, 'best'), played(0.6, 'good')].map(isFind)).toEqual([true, false, false]);
});

it('does not draw a line over positions that were not analysed yet', () => {
  const at = (ply: number) => ({ ply, value: 0 });
  expect(runsOf([])).toEqual([]);
  expect(runsOf([at(3), at(4), at(6), at(40)])).toEqual([[at(3), at(4), at(6)], [at(40)]]);
});

describe('the turn that decided a game', () => {
  const shares = (at: number, first: number) => ply(at, at % 2, first, [first, 1 - first], 'chance');
  const won: RecordEnd = { by: 'rules', scores: [1, 0], places: [1, 2] };
  const moves = ['a', 'b', 'c', 'd'];
  /** Of these positions, in a game of turns of one move each. */
  function turning(winner: Seat, end: RecordEnd, ...plies: PlyAnalysis[]) {
    const turns = moves.map((text, at) => ({ number: at + 1, seat: at % 2, texts: [text], ply: at + 1, passed: [] }));
    return turningTurn(decidedTurns({ moves, end }, turns, foundIn(...plies)), winner);
  }

  it('is the one after which the chance of the winner had risen most, no matter who made it', () => {
    const found = [shares(2, 0.7), shares(0, 0.5), shares(1, 0.3), shares(3, 0.9)];
    expect(turning(0, won, ...found)).toMatchObject({
      to: 2,
      seat: 1,
      before: [0.3, 0.7],
      after: [0.7, expect.closeTo(0.3)],
    });
    expect(turning(1, won, ...found)).toMatchObject({ to: 1, seat: 0 });
  });

  it('may be the last one, if the rules ended the game', () => {
    const found = [shares(2, 0.5), shares(3, 0.4)];
    expect(turning(0, won, ...found)).toMatchObject({ to: 4, seat: 1, after: [1, 0] });
    expect(turning(0, { ...won, by: 'resign' }, ...found)).toBeNull();
  });

  it('is none if every turn changed little, or was not looked at', () => {
    expect(turning(0, won, shares(0, 0.8), shares(1, 0.9), shares(2, 0.85), shares(3, 0.95))).toBeNull();
    expect(turning(0, won, shares(0, 0.1), shares(2, 0.9))).toBeNull();
  });
});
