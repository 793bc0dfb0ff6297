import { readFileSync } from 'node:fs';
import { formatError, replayText } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { findGame } from '../../src/index.ts';

const linesOf = (file: string): string[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n');
const faultOf = (text: string): string | null => {
  const held = replayText(findGame, text);
  return held.ok ? null : formatError(held.error);
};

describe('records of games played elsewhere', () => {
  test.each(linesOf('examples.jsonl').map((text, index) => [index + 1, text] as const))(
    'example %d replays, counts and end included',
    (_, text) => {
      expect(faultOf(text)).toBeNull();
    },
  );
});

describe('records frozen with rules version 1', () => {
  const lines = linesOf('records-v1.jsonl');

  test.each(lines.map((text, index) => [index + 1, text] as const))('record %d replays', (_, text) => {
    expect(faultOf(text)).toBeNull();
  });

  test('they are of both tables and of every end that random play reaches', () => {
    const ends = lines.map((text) => {
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
    const record = JSON.parse(lines[0] ?? '') as { counts: number[] };
    record.counts[4] = (record.counts[4] ?? 0) + 1;
    expect(faultOf(JSON.stringify(record))).toContain('count-mismatch at ply 5');
  });
});
