import { readFileSync } from 'node:fs';
import { legalMovesOf, type Puzzle, replayPuzzle } from '@tablier/core';
import { findGame } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import { runHere } from './tablier.ts';

const SHIPPED = new URL('../../games/src/isaac/puzzles.jsonl', import.meta.url);
const [first, second] = readFileSync(SHIPPED, 'utf8')
  .split('\n', 2)
  .map((line) => JSON.parse(line) as Puzzle);
const puzzles = [first, second] as readonly [Puzzle, Puzzle];

const withFacts = (puzzle: Puzzle, facts: Partial<Puzzle['puzzle']>): Puzzle => ({
  ...puzzle,
  puzzle: { ...puzzle.puzzle, ...facts },
});
const textOf = (lines: readonly unknown[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

describe('tablier rate-puzzles', () => {
  test('replaces the level and nothing else, and does not look at the old one', async () => {
    const { code, lines, stderr } = await runHere(['rate-puzzles'], { input: textOf(puzzles) });
    expect([code, stderr, lines.length]).toEqual([0, '', 2]);
    for (const [index, puzzle] of puzzles.entries()) {
      const rated = JSON.parse(lines[index] ?? '') as Puzzle;
      expect(withFacts(rated, { level: puzzle.puzzle.level })).toEqual(puzzle);
    }
    const wrong = puzzles.map((puzzle) => withFacts(puzzle, { level: 8 })).toReversed();
    const again = await runHere(['rate-puzzles'], { input: textOf(wrong) });
    expect(again.lines).toEqual(lines.toReversed());
  });

  test('keeps the level of a puzzle whose move no level finds', async () => {
    const [puzzle] = puzzles;
    const replayed = replayPuzzle(findGame, puzzle);
    if (!replayed.ok) throw new Error(replayed.error.name);
    const { game, position, best } = replayed.value;
    // Every other move loses.
    const losing = legalMovesOf(game, position).findLast((move) => !best.includes(move));
    const wrong = withFacts(puzzle, { best: [game.formatMove(losing ?? -1)], level: 3 });
    const { code, lines, stderr } = await runHere(['rate-puzzles'], { input: textOf([wrong]) });
    expect([code, stderr]).toEqual([0, 'line 1: no level finds the move; the puzzle keeps its level\n']);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([wrong]);
  });

  test('leaves out what is no puzzle, and says why', async () => {
    const [puzzle] = puzzles;
    const input = `{"game":\n\n${textOf([withFacts(puzzle, { id: '00000000' }), puzzle])}`;
    const { code, lines, stderr } = await runHere(['rate-puzzles', '-'], { input });
    expect([code, lines.length]).toEqual([1, 1]);
    expect(stderr.split('\n')).toEqual([
      'line 1: bad-json',
      expect.stringMatching(/^line 3: bad-puzzle \(the id is [0-9a-f]{8}\)$/),
      '',
    ]);
  });
});
