import type { TableSummary, TableView } from '@tablier/protocol';
import { expect, test } from 'vitest';
import { OpenTables, openChair, resultText } from '../src/bot/bot-player.ts';

const table = (id: string, changes: Partial<TableSummary> = {}): TableSummary => ({
  id,
  phase: 'waiting',
  at: 0,
  game: 'isaac',
  options: {},
  clock: { system: 'none' },
  pace: null,
  chairs: [{ kind: 'person', name: 'Ada' }, { kind: 'open' }],
  plies: 0,
  preview: null,
  places: null,
  ended: null,
  ...changes,
});

const none: ReadonlySet<string> = new Set();

test('a bot sits down at the first table with a free chair, outside of seeks and rated games', () => {
  const full = table('full', {
    chairs: [
      { kind: 'person', name: 'Ada' },
      { kind: 'bot', level: 'medium' },
    ],
  });
  const listed = [
    full,
    table('seek', { pace: 'quick' }),
    table('rated', { rated: true }),
    table('hidden', { game: 'masker' }),
  ];
  const open = new OpenTables();
  expect(open.choose(listed, none)).toBeUndefined();
  expect(open.choose([...listed, table('one'), table('two')], none)?.id).toBe('one');
  expect(open.choose([table('one'), table('two')], new Set(['one']))?.id).toBe('two');
  expect([openChair(full), openChair(table('one'))]).toEqual([-1, 1]);
});

test('a table that refused the bot is not tried again, and forgotten when it is no longer listed', () => {
  const open = new OpenTables();
  open.refused.add('one');
  expect(open.choose([table('one'), table('two')], none)?.id).toBe('two');
  expect(open.choose([table('one')], none)).toBeUndefined();
  expect([...open.refused]).toEqual(['one']);
  expect(open.choose([table('two')], none)?.id).toBe('two');
  expect([...open.refused]).toEqual([]);
});

test('the line about a finished game has the result, the points of all, the opponents and the reason', () => {
  const chairs: TableView['chairs'] = [
    { kind: 'person', name: 'Ada' },
    { kind: 'bot', level: 'strong', strength: 7 },
    { kind: 'person', name: '' },
  ];
  const ended = (end: object): TableView =>
    ({ ...table('x'), chairs, you: 0, match: { plies: 9, end } }) as unknown as TableView;
  expect(resultText(ended({ by: 'rules', scores: [5, 9, 2], places: [2, 1, 3] }))).toBe(
    'isaac x: lost 5 to 9 and 2 against level 7 and a deleted player after 9 moves',
  );
  expect(resultText(ended({ by: 'time', scores: [5, 9, 2], places: [1, 2, 2] }))).toMatch(/^isaac x: won .* on time/);
  expect(resultText(ended({ by: 'abort', scores: [0, 0, 0], places: [1, 1, 1] }))).toBe('isaac x: aborted');
});
