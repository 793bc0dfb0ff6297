import { formatError, replayText } from '@tablier/core';
import { readLines } from '@tablier/testkit';
import { expect, test } from 'vitest';
import { findGame } from '../../src/index.ts';

const LINES = readLines(new URL('records-v1.jsonl', import.meta.url));

test('the frozen records cover both tables and every end that play reaches', () => {
  const ends = LINES.map((text) => {
    const held = replayText(findGame, text);
    if (!held.ok) throw new Error(formatError(held.error));
    const view = held.value.game.view(held.value.position, 'spectator');
    return `${view.options['table']} ${'end' in view ? String(view.end) : ''}`;
  });
  for (const table of ['memory', 'open']) {
    expect(ends).toEqual(expect.arrayContaining(['points', 'quiet', 'repetition'].map((end) => `${table} ${end}`)));
  }
});

test('one wrong count is found at its ply', () => {
  const record = JSON.parse(LINES[0] ?? '') as { counts: number[] };
  record.counts[4] = (record.counts[4] ?? 0) + 1;
  const held = replayText(findGame, JSON.stringify(record));
  expect(held.ok ? null : formatError(held.error)).toContain('count-mismatch at ply 5');
});
