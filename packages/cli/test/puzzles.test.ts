import { type Puzzle, replayPuzzle } from '@tablier/core';
import { findGame } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import { runHere } from './tablier.ts';

const found = async (...args: readonly string[]) => {
  const { code, lines, stderr } = await runHere(['puzzles', ...args]);
  return { code, stderr, puzzles: lines.map((line) => JSON.parse(line) as Puzzle) };
};

describe('tablier puzzles', () => {
  test('finds the same proven puzzles for the same seed, and says nothing else', async () => {
    const args = ['isaac', '--count', '3', '--nodes', '20000', '--seed', 't'] as const;
    const { code, stderr, puzzles } = await found(...args);
    expect([code, stderr]).toEqual([0, '']);
    expect(puzzles).toHaveLength(3);
    for (const puzzle of puzzles) {
      expect(replayPuzzle(findGame, puzzle)).toMatchObject({ ok: true });
      expect(puzzle.puzzle).toMatchObject({ kind: 'proven', goal: 'win', unit: 'result', score: 1, margin: 1 });
      expect(puzzle.puzzle.best).toHaveLength(1);
    }
    expect((await found(...args)).puzzles).toEqual(puzzles);
    // Nothing about a puzzle depends on how many follow it.
    expect((await found('isaac', '--count', '1', '--nodes', '20000', '--seed', 't')).puzzles).toEqual(
      puzzles.slice(0, 1),
    );
  });

  test('poses puzzles of a game with hidden information by what the seat knows', async () => {
    const { code, stderr, puzzles } = await found('masker', '--count', '1', '--nodes', '2000', '--seed', 't');
    expect([code, stderr, puzzles.length]).toEqual([0, '', 1]);
    const [puzzle] = puzzles;
    expect(replayPuzzle(findGame, puzzle)).toMatchObject({ ok: true });
    expect(puzzle?.puzzle).toMatchObject({ kind: 'deep', unit: 'chance' });
    expect(puzzle?.puzzle.margin).toBeGreaterThanOrEqual(0.1);
    expect(puzzle?.puzzle.score).toBeLessThanOrEqual(1);
  });

  test('ends after the games that it may look at', async () => {
    const { code, puzzles } = await found('isaac', '--count', '50', '--games', '1', '--nodes', '2000', '--seed', 't');
    expect(code).toBe(0);
    expect(puzzles.length).toBeLessThanOrEqual(2);
  });

  test.each([
    [['chess'], /unknown-game \(chess\)/],
    [['isaac', '--count', '0'], /at least 1/],
    [['isaac', '--nodes', '99'], /at least 100/],
  ])('%j: exit code 2 and the reason', async (args, reason) => {
    const { code, stdout, stderr } = await runHere(['puzzles', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(reason);
  });
});
