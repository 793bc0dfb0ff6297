import { type GameRecord, makeRecord, makeSetup } from '@tablier/core';
import { findGame, isaac } from '@tablier/games';
import { expect, it } from 'vitest';
import { gameIn, readChapters, recordsIn } from '../../src/studies/read-file.ts';

it('finds one record, a list of records, and one record per line', () => {
  expect(recordsIn('{"game":\n"isaac"}')).toEqual([{ game: 'isaac' }]);
  expect(recordsIn('[1,2]')).toEqual([1, 2]);
  expect(recordsIn('{"a":1}\n\n{"a":2}\n')).toEqual([{ a: 1 }, { a: 2 }]);
  expect([recordsIn(''), recordsIn('a game'), recordsIn('{"a":1}\nnot json')]).toEqual([null, null, null]);
  expect([gameIn({ game: 'isaac', rules: 1 }), gameIn(null)]).toEqual([
    { game: 'isaac', rules: 1 },
    { game: 'undefined', rules: undefined },
  ]);
});

it('reads all chapters or none, and names the record and the ply of an error', () => {
  const setup = makeSetup(isaac, {});
  if (!setup.ok) throw new Error(setup.error.name);
  const record: GameRecord = makeRecord(isaac, setup.value, [0, 100]);
  expect(readChapters(findGame, [record, record])).toMatchObject({ ok: true, value: [{ title: '' }, { title: '' }] });
  const broken = { ...record, moves: ['00-02', '00-02'] };
  expect(readChapters(findGame, [record, broken])).toMatchObject({
    ok: false,
    error: expect.stringMatching(/^2: /) as string,
  });
  expect(readChapters(findGame, [])).toEqual({ ok: false, error: 'bad-json' });
});
