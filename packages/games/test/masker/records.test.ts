import { type Game, replay } from '@tablier/core';
import { readLines, recordOf } from '@tablier/testkit';
import { describe, expect, test } from 'vitest';
import { masker } from '../../src/masker/index.ts';

const find = (id: string): Game | undefined => (id === masker.id ? masker : undefined);
const linesOf = (file: string): string[] => readLines(new URL(file, import.meta.url));

describe.each(['examples.jsonl', 'records-v1.jsonl'])('%s', (file) => {
  test('covers every combination of options and players', () => {
    const combinations = linesOf(file).map((line) => {
      const { options, players } = recordOf(line);
      return `${players} ${options['touch']} ${options['board']}`;
    });
    expect(new Set(combinations).size).toBe(12);
  });
});

describe('an invalid record is refused by name', () => {
  const record = recordOf(linesOf('examples.jsonl')[0] ?? '');
  const fault = (changed: object): string => {
    const held = replay(find, { ...record, ...changed });
    return held.ok ? 'held' : held.error.name;
  };

  test.each<[string, object]>([
    ['illegal-move', { moves: ['f6', ...record.moves.slice(1)], counts: undefined }],
    ['unreadable-move', { moves: ['g7', ...record.moves.slice(1)] }],
    ['count-mismatch', { counts: [5, ...(record.counts ?? []).slice(1)] }],
    ['end-mismatch', { end: { by: 'rules', scores: [1, 0], places: [1, 2] } }],
    ['end-mismatch', { moves: record.moves.slice(0, -1), counts: undefined }],
    ['move-after-end', { moves: [...record.moves, 'a1'], counts: undefined }],
    ['bad-deal', { deal: { grid: 'RR', tokens: 'RG' } }],
    ['bad-players', { players: 5, end: undefined }],
    ['missing-option', { options: { touch: 'side' } }],
  ])('%s', (name, changed) => expect(fault(changed)).toBe(name));
});
