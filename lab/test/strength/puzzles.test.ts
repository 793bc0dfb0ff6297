import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { faultByBeliefs, faultByRules, pliesLeft, posed, REACH } from '../../strength/puzzles.ts';

const shipped = (id: string) =>
  readFileSync(new URL(`../../../packages/games/src/${id}/puzzles.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => posed(JSON.parse(line)));

/** A puzzle of one round of Nasca, as the page once had it. */
const oldPuzzle = (id: string, goal: string, best: string, moves: string) =>
  posed({
    ...{ format: 1, game: 'nasca', rules: 1, players: 2, deal: null, moves: moves.split(' ') },
    options: { landscape: 'none', rounds: 1, corners: 'closed', neutralWalls: 'no' },
    puzzle: {
      ...{ id, seat: moves.split(' ').length % 2, best: [best], kind: 'deep', goal },
      ...{ unit: 'points', score: 11.1, margin: 16.3, level: 1 },
    },
  });

describe('the puzzles of Nasca with at most six placements left', () => {
  test('have an answer with a better result than every other move', () => {
    const near = shipped('nasca').filter((each) => pliesLeft(each) <= REACH);
    expect(near.length).toBeGreaterThan(90);
    for (const each of near) expect(faultByRules(each), each.puzzle.id).toBeNull();
  });

  test.each([
    [
      'the answer loses',
      oldPuzzle(
        'fb09d8ac',
        'lead',
        'c5-e5',
        'j1-j5 a1-e1 g9-k9 i1-i5 i5-i9 i3-j3 i4-j4 j3-j4 i3-i5 a8-e8 i3-j3 f7-f10 a9-d9 d9-f9 e6-h6 e6-e8 a6-d6 e2-e5 c2-c5 a7-d7',
      ),
    ],
    [
      '2 other moves are as good',
      oldPuzzle(
        '3e5b26e2',
        'lead',
        'h6-h9',
        'i1-i5 g2-g4 g3-i3 b1-e1 i6-i10 e1-i1 j5-k5 h6-h10 g2-i2 h6-i6 i3-i6 h9-i9 h1-h3 c6-g6 h8-i8 c5-e5 a10-d10 a2-a5 a8-e8',
      ),
    ],
    [
      '2 other moves are as good',
      oldPuzzle(
        '000a60db',
        'best',
        'c6-f6',
        'a9-e9 g6-g10 e9-g9 g5-k5 g4-k4 h6-h10 h4-h6 i7-k7 h1-h3 j4-j5 d1-d5 e1-g1 a5-a8 d1-e1 k4-k7 a1-c1 h5-k5 c2-c5 d5-g5',
      ),
    ],
  ])('%s: such a puzzle is found out', (fault, puzzle) => expect(faultByRules(puzzle)).toBe(fault));
});

/** So many puzzles are searched again; the laboratory does all of them. */
const EVERY = 5;

test('the puzzles of Masker have the same answer whatever is believed about the skill of the others', () => {
  const puzzles = shipped('masker');
  expect(puzzles.length).toBe(100);
  for (const each of puzzles.filter((_, index) => index % EVERY === 0))
    expect(faultByBeliefs(each, 50_000), each.puzzle.id).toBeNull();
});
