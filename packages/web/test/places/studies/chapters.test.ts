import { type GameRecord, makeRecord, makeSetup } from '@tablier/core';
import { findGame, isaac } from '@tablier/games';
import { expect, it } from 'vitest';
import { gameIn, readChapters, recordsIn, textOf } from '../../../src/places/studies/chapters.ts';

const valuesIn = (text: string): unknown => {
  const records = recordsIn(text);
  return records.ok ? records.value : records.error;
};

it('finds one record, a list of records, and one record per line', () => {
  expect(valuesIn('{"game":\n"isaac"}')).toEqual([{ game: 'isaac' }]);
  expect(valuesIn('[1,2]')).toEqual([1, 2]);
  expect(valuesIn('{"a":1}\r\n\r\n{"a":2}\r\n')).toEqual([{ a: 1 }, { a: 2 }]);
  expect([gameIn({ game: 'isaac', rules: 1 }), gameIn(null)]).toEqual([
    { game: 'isaac', rules: 1 },
    { game: 'undefined', rules: undefined },
  ]);
});

it.each([
  ['an empty file', '', 1],
  ['a text', 'a game', 1],
  ['a line of several', '{"a":1}\n\nnot json', 3],
  ['a line of one record', '{\n  "game": "isaac",\n  "moves": oops\n}', 3],
  ['a record that was cut', '{\n  "game": "isaac",\n  "moves": [', 3],
])('names the line of %s that is no JSON', (_, text, line) =>
  expect(valuesIn(text)).toEqual({ name: 'not-json', line }),
);

it('reads what word processors, messengers and other systems make of a file', () => {
  const record = [{ game: 'isaac', title: 'Ma «partie»' }];
  const json = '{"game": "isaac", "title": "Ma «partie»"}';
  expect(valuesIn(json)).toEqual(record);
  const plain = '{"game": "isaac"}';
  for (const text of [
    plain.replaceAll(' ', '\u00a0'),
    plain.replaceAll(/"(\w+)"/g, '“$1”'),
    plain.replaceAll(/"(\w+)"/g, '„$1“'),
    `\ufeff${plain}`,
    `${plain}\u200b`,
  ])
    expect(valuesIn(text), text).toEqual([{ game: 'isaac' }]);
  const wide = [...`\ufeff${json}`].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]);
  const turned = wide.map((_, index) => wide[index ^ 1] ?? 0);
  const narrow = new TextEncoder().encode(`\ufeff${json}`);
  for (const bytes of [Uint8Array.from(wide), Uint8Array.from(turned), narrow])
    expect(valuesIn(textOf(bytes))).toEqual(record);
});

it('reads all chapters or none, and names the record and the ply of an error', () => {
  const setup = makeSetup(isaac, {});
  if (!setup.ok) throw new Error(setup.error.name);
  const record: GameRecord = makeRecord(isaac, setup.value, [0, 100]);
  expect(readChapters(findGame, [record, record])).toMatchObject({ ok: true, value: [{ title: '' }, { title: '' }] });
  const broken = { ...record, moves: ['00-02', '00-02'] };
  expect(readChapters(findGame, [record, broken])).toMatchObject({
    ok: false,
    error: { record: 2, name: 'illegal-move', ply: 2 },
  });
  expect(readChapters(findGame, [])).toEqual({ ok: false, error: { name: 'not-json', line: 1 } });
});
