import { findGame, isaac } from '@tablier/games';
import {
  formatError,
  endOtherwise,
  makeRecord,
  parseRecord,
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

  test('is refused with what is wrong with it', () => {
    const counts = good.counts ?? [];
    const last = good.moves.length;
    const [scores, places] = [good.end?.scores.join(' '), good.end?.places.join(' ')];
    expect(fault({ counts: [...counts, 1] })).toBe(
      `count-mismatch at ply ${last + 1} (counts and moves differ in length)`,
    );
    expect(fault({ counts: counts.slice(0, 3) })).toBe('count-mismatch at ply 4 (counts and moves differ in length)');
    expect(fault({ counts: replaced(counts, 0, 7) })).toBe('count-mismatch at ply 1 (7 recorded, 600 legal)');
    expect(fault({ end: undefined })).toBe(`end-mismatch (add "end":${JSON.stringify(good.end)})`);
    expect(fault({ end: { ...good.end, by: 'time' } })).toBe('end-mismatch (the game ended by the rules)');
    expect(fault({ moves: [], counts: [] })).toBe('end-mismatch (the game is not over)');
    expect(fault({ end: { ...good.end, scores: [99, 98] } })).toBe(`end-mismatch (scores are ${scores})`);
    expect(fault({ end: { ...good.end, scores: [good.end?.scores[0], -1] } })).toBe(
      `end-mismatch (scores are ${scores})`,
    );
    expect(fault({ end: { ...good.end, scores: good.end?.scores.slice(0, 1) } })).toMatch(/^end-mismatch/);
    expect(fault({ end: { ...good.end, places: [1, 1] } })).toBe(`end-mismatch (places are ${places})`);
    expect(formatError({ name: 'bad-json' })).toBe('bad-json');
    expect(formatError({ name: 'end-mismatch', ply: 3 })).toBe('end-mismatch at ply 3');
  });

  test.each([[[1]], [[1, 1, 1]], [[2, 2]], [[1, 0]], [[1, 3]], [[1, 1.5]], [[1, -1]]])(
    'has places that rank its seats: %j do not',
    (places) => {
      const end = { by: 'resign', scores: [0, 0], places };
      const faulty = { moves: [], counts: [], end };
      expect(fault(faulty)).toBe('end-mismatch (places are no ranking of the seats)');
      expect(fault({ ...faulty, end: { ...end, places: [2, 1] } })).toBe('passed');
    },
  );

  test.each([
    ['format', { format: 0 }],
    ['format', { format: '1' }],
    ['format', { format: 1.5 }],
    ['format', { format: -1 }],
    ['game', { game: 7 }],
    ['rules', { rules: 0.5 }],
    ['rules', { rules: -1 }],
    ['options', { options: [] }],
    ['options', { options: { ...good.options, counter: null } }],
    ['players', { players: '2' }],
    ['moves', { moves: [...good.moves, 7] }],
    ['counts', { counts: [600, 'a'] }],
    ['counts', { counts: [600, Number.NaN] }],
    ['counts', { counts: 600 }],
    ['end', { end: null }],
    ['end', { end: { ...good.end, by: 'magic' } }],
    ['end', { end: { ...good.end, scores: 'x' } }],
    ['end', { end: { ...good.end, places: undefined } }],
  ])('names the field that has not its form: %s, %j', (field, change) => {
    expect(fault(change)).toBe(`bad-record (${field})`);
  });

  test('without a deal has none, and is read as it was written', () => {
    const { deal: _, ...rest } = good;
    const read = parseRecord({ ...rest, event: 'Sunday' });
    expect(read).toStrictEqual({ ok: true, value: { ...good, deal: null, event: 'Sunday' } });
    const { counts: _counts, end: _end, ...open } = good;
    expect(parseRecord(open)).toStrictEqual({ ok: true, value: open });
    expect(parseRecord({ ...good, end: { ...good.end, mood: 'calm' } })).toStrictEqual({ ok: true, value: good });
    expect(parseRecord(null)).toEqual({ ok: false, error: { name: 'bad-record', detail: 'not an object' } });
    expect(parseRecord({ ...good, options: { rounds: 2 } }).ok).toBe(true);
  });

  test('survives being damaged anywhere: an error with a name, never an exception', () => {
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

describe('a game that did not end by its rules', () => {
  test('puts those who resigned or ran out of time last, together; the others are ranked by their points', () => {
    expect(endOtherwise('resign', [5, 9, 7], [1])).toEqual({ by: 'resign', scores: [5, 9, 7], places: [2, 3, 1] });
    expect(endOtherwise('time', [5, 9, 7, 5], [1, 2])).toEqual({
      by: 'time',
      scores: [5, 9, 7, 5],
      places: [1, 3, 3, 1],
    });
  });

  test('is shared by all if no player lost', () => {
    expect(endOtherwise('agreement', [5, 9], [])).toEqual({ by: 'agreement', scores: [5, 9], places: [1, 1] });
  });
});

test('a seed gives the same random game again', () => {
  const play = (seed: string): number => {
    const position = isaac.start({ options: good.options, players: 2, deal: null });
    return playOut(position, new SeededRng(seed));
  };
  expect([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => play(String(seed)))).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => play(String(seed))),
  );
});
