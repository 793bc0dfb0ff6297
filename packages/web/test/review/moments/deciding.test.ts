import type { AnalysisLine, Judgement, PlyAnalysis } from '@tablier/ai';
import { expect, test } from 'vitest';
import { rankedLines } from '../../../src/review/moments/deciding.ts';

const line = (move: number, score: number): AnalysisLine => ({ moves: [move], score, values: [], isProven: false });
const found = (lines: readonly AnalysisLine[], judgement: Judgement | null): PlyAnalysis => ({
  ply: 0,
  seat: 0,
  analysis: { unit: 'chance', seat: 0, lines, depth: 1, nodes: 1, isOver: false },
  judgement,
});
const shown = (of: PlyAnalysis) => rankedLines(of).map(({ moves, score }) => [moves[0], score]);

test('no line is shown as better than the best one, which the search looked at most', () => {
  const lines = [line(1, 0.47), line(2, 0.49), line(3, 0.45)];
  const best = line(1, 0.47);
  const expected = [
    [1, 0.47],
    [2, 0.47],
    [3, 0.45],
  ];
  expect(shown(found(lines, null))).toEqual(expected);
  expect(shown(found(lines, { best, played: best, cost: 0, label: 'best' }))).toEqual(expected);
});

test('the move played is among the lines, and the best one has its own search', () => {
  const judgement: Judgement = { best: line(1, 0.5), played: line(4, 0.4), cost: 0.1, label: 'inaccuracy' };
  expect(shown(found([line(1, 0.55), line(2, 0.45)], judgement))).toEqual([
    [1, 0.5],
    [2, 0.45],
    [4, 0.4],
  ]);
});
