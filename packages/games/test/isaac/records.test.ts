import { allOptions, formatOptions, replayText } from '@tablier/core';
import { readLines, recordOf } from '@tablier/testkit';
import { describe, expect, test } from 'vitest';
import { findGame, isaac } from '../../src/index.ts';

const linesOf = (file: string): string[] => readLines(new URL(file, import.meta.url));

/** The replay of a record, or its error. */
const errorOf = (line: string): unknown => {
  const replayed = replayText(findGame, line);
  return replayed.ok ? null : replayed.error;
};

test.each(['examples.jsonl', 'records-v1.jsonl'])('%s holds every combination of options', (file) => {
  const held = new Set(linesOf(file).map((line) => formatOptions(isaac.options, recordOf(line).options)));
  const all = allOptions(isaac.options).map((options) => formatOptions(isaac.options, options));
  expect([...held].sort()).toEqual(all.sort());
});

describe('bad records', () => {
  const [line = ''] = linesOf('examples.jsonl');
  const record = recordOf(line);
  const counts = record.counts ?? [];
  const changed = (change: object): unknown => errorOf(JSON.stringify({ ...record, ...change }));

  test('are refused by name and ply', () => {
    const { moves } = record;
    expect(changed({ moves: [...moves].with(1, '36-76') })).toMatchObject({ name: 'illegal-move', ply: 2 });
    expect(changed({ moves: [...moves].with(2, 'nonsense') })).toMatchObject({ name: 'unreadable-move', ply: 3 });
    expect(changed({ counts: [...counts].with(3, 7) })).toMatchObject({ name: 'count-mismatch', ply: 4 });
    expect(changed({ end: { ...record.end, scores: [0, 0] } })).toMatchObject({ name: 'end-mismatch' });
    expect(changed({ deal: {} })).toMatchObject({ name: 'bad-deal' });
    expect(changed({ rules: 2 })).toMatchObject({ name: 'too-new' });
  });
});
