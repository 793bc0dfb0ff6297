import { findGame, isaac } from '@tablier/games';
import {
  formatError,
  makeRecord,
  playOut,
  replay,
  replayText,
  SeededRng,
  type GameRecord,
  type Move,
} from '@tablier/core';
import { describe, expect, test } from 'vitest';

function recorded(): GameRecord {
  const setup = { options: { scoringStarts: 'placer', counter: 'exact' }, players: 2, deal: null };
  const position = isaac.start({ ...setup });
  const rng = new SeededRng('record');
  const moves: Move[] = [];
  while (position.turn >= 0) {
    const move = position.randomMove(rng);
    moves.push(move);
    position.play(move);
  }
  return makeRecord(isaac, setup, moves);
}

const good = recorded();
const fault = (change: Record<string, unknown>): string => {
  const held = replay(findGame, { ...good, ...change });
  return held.ok ? 'passed' : formatError(held.error);
};
const replaced = <T>(list: readonly T[], index: number, item: T): T[] =>
  list.map((old, place) => (place === index ? item : old));

describe('a record', () => {
  test('that is valid passes and keeps unknown fields', () => {
    const held = replay(findGame, { ...good, event: 'Sunday' });
    expect(held.ok && held.value.record).toMatchObject({ event: 'Sunday' });
  });

  test('without counts passes; of a running game it has no end', () => {
    expect(fault({ counts: undefined })).toBe('passed');
    expect(fault({ moves: good.moves.slice(0, 5), counts: good.counts?.slice(0, 5), end: undefined })).toBe('passed');
  });

  test('that is invalid is refused by name, with the ply if there is one', () => {
    const counts = good.counts ?? [];
    expect(fault({ game: 'chess' })).toBe('unknown-game (chess)');
    expect(fault({ format: 2 })).toBe('too-new (format 2)');
    expect(fault({ rules: 2 })).toBe('too-new (rules 2)');
    expect(fault({ rules: 0 })).toBe('unknown-rules (0)');
    expect(fault({ players: 3 })).toBe('bad-players (3)');
    expect(fault({ deal: { grid: '' } })).toMatch(/^bad-deal/);
    expect(fault({ options: { scoringStarts: 'placer' } })).toBe('missing-option (counter)');
    expect(fault({ options: { ...good.options, colour: 'red' } })).toBe('unknown-option (colour)');
    expect(fault({ options: { ...good.options, counter: 'most' } })).toBe('bad-option-value (counter=most)');
    expect(fault({ moves: replaced(good.moves, 6, 'nonsense') })).toBe('unreadable-move at ply 7 (nonsense)');
    expect(fault({ moves: replaced(good.moves, 6, good.moves[0] ?? '') })).toMatch(/^illegal-move at ply 7 /);
    expect(fault({ counts: replaced(counts, 11, 0) })).toMatch(/^count-mismatch at ply 12 /);
    expect(fault({ counts: counts.slice(0, -1) })).toMatch(/^count-mismatch at ply /);
    expect(fault({ moves: [...good.moves, 'x00-02'], counts: undefined })).toMatch(/^move-after-end at ply /);
    expect(fault({ end: undefined })).toMatch(/^end-mismatch/);
    expect(fault({ end: { ...good.end, scores: [99, 98] } })).toMatch(/^end-mismatch/);
    expect(fault({ end: { ...good.end, places: (good.end?.places ?? []).toReversed() } })).toMatch(/^end-mismatch/);
    expect(fault({ end: { ...good.end, by: 'resign' } })).toMatch(/^end-mismatch/);
  });

  test('of the wrong shape is refused as bad-record, and of no JSON as bad-json', () => {
    for (const data of [
      null,
      7,
      'x',
      [],
      {},
      { ...good, moves: 'x' },
      { ...good, counts: ['a'] },
      { ...good, end: 1 },
    ]) {
      const held = replay(findGame, data);
      expect(held.ok ? 'passed' : held.error.name).toBe('bad-record');
    }
    for (const text of ['', '{', 'undefined', '{"format":1']) {
      const held = replayText(findGame, text);
      expect(held.ok ? 'passed' : held.error.name).toBe('bad-json');
    }
  });

  test('that is damaged at any place gives a named error, never an exception', () => {
    const text = JSON.stringify(good);
    const rng = new SeededRng('damage');
    for (let round = 0; round < 2000; round++) {
      const at = rng.below(text.length);
      const damaged = `${text.slice(0, at)}${String.fromCharCode(32 + rng.below(95))}${text.slice(at + rng.below(3))}`;
      const held = replayText(findGame, damaged);
      if (!held.ok) expect(held.error.name).toMatch(/^[a-z-]+$/);
    }
  });
});

test('equal seeds give equal random games', () => {
  const play = (seed: string): number => {
    const position = isaac.start({ options: good.options, players: 2, deal: null });
    return playOut(position, new SeededRng(seed));
  };
  expect([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => play(String(seed)))).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => play(String(seed))),
  );
});
