import type { ClientCommand, TableSummary, TableView } from '@tablier/protocol';
import { describe, expect, it } from 'vitest';
import { cellOf, Seek, waitingByCell } from '../../../src/play/lobby/seek.svelte.ts';
import '../../english.ts';
import type { Answer } from '@tablier/client';

const seek = (id: string, game: string, at: number, changes: Partial<TableSummary> = {}): TableSummary =>
  ({ id, game, at, pace: 'quick', phase: 'waiting', ...changes }) as TableSummary;

it('counts the people who wait for a game at a pace, the longest wait first', () => {
  const cells = waitingByCell(
    [
      seek('late', 'isaac', 20),
      seek('early', 'isaac', 10),
      seek('own', 'isaac', 5),
      seek('calm', 'isaac', 1, { pace: 'calm' }),
      seek('open', 'isaac', 2, { pace: null }),
      seek('begun', 'nasca', 3, { phase: 'playing' }),
    ],
    'own',
  );
  expect([...cells].map(([cell, tables]) => [cell, tables.map(({ id }) => id)])).toEqual([
    [cellOf('isaac', 'calm'), ['calm']],
    [cellOf('isaac', 'quick'), ['early', 'late']],
  ]);
});

const TERMS = { game: 'isaac', pace: 'quick' } as const;

/** A search whose commands wait for their answers; `log` is what it asked of the connection. */
function begin() {
  const log: string[] = [];
  const pending: ((answer: Answer) => void)[] = [];
  const seek = new Seek({
    do: (command: ClientCommand) => {
      log.push(command.kind === 'stand' ? `stand ${command.table}` : command.kind);
      return new Promise((resolve) => pending.push(resolve));
    },
    watch: (table) => void log.push(`watch ${table}`),
    now: 5,
    unwatch: (table) => void log.push(`unwatch ${table}`),
  });
  /** Answers the oldest command, and lets the search act on it. */
  const answer = async (given: Answer): Promise<void> => {
    pending.shift()?.(given);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { seek, log, answer };
}

const at = (table: string): Answer => ({ ok: true, value: { table, version: 1 } });
/** The part of a view that a search reads. */
const view = (id: string, phase: TableView['phase'], movedTo: string | null = null): TableView =>
  ({ id, phase, movedTo }) as TableView;

async function waiting() {
  const parts = begin();
  void parts.seek.start(TERMS);
  await parts.answer(at('one'));
  return parts;
}

describe('a search for an opponent', () => {
  it('waits at the table of the seek', async () => {
    const { seek, log } = await waiting();
    expect([seek.terms, seek.table, log]).toEqual([TERMS, 'one', ['seek', 'watch one']]);
    expect(seek.follow(view('one', 'waiting'))).toBeNull();
    expect(seek.follow(view('another', 'playing'))).toBeNull();
  });

  it.each(['playing', 'over'] as const)('ends at a table that is %s', async (phase) => {
    const { seek, log } = await waiting();
    expect(seek.follow(view('one', phase))).toBe('one');
    expect([seek.terms, seek.table, log.at(-1)]).toEqual([null, null, 'unwatch one']);
  });

  it('moves to the table of the opponent', async () => {
    const { seek, log } = await waiting();
    expect(seek.follow(view('one', 'closed', 'two'))).toBeNull();
    expect([seek.terms, seek.table, log.slice(2)]).toEqual([TERMS, 'two', ['unwatch one', 'watch two']]);
  });

  it('begins again if the table was closed without an opponent', async () => {
    const { seek, log, answer } = await waiting();
    seek.follow(view('one', 'closed'));
    await answer(at('two'));
    expect([seek.terms, seek.table, log.slice(2)]).toEqual([TERMS, 'two', ['unwatch one', 'seek', 'watch two']]);
  });

  it('leaves the table when it is stopped', async () => {
    const { seek, log } = await waiting();
    seek.stop();
    expect([seek.terms, seek.table, log.slice(2)]).toEqual([null, null, ['stand one', 'unwatch one']]);
    expect(seek.follow(view('one', 'playing'))).toBeNull();
  });

  it('gives up the seat if it was stopped before the answer', async () => {
    const { seek, log, answer } = begin();
    void seek.start(TERMS);
    seek.stop();
    await answer(at('one'));
    expect([seek.table, log]).toEqual([null, ['seek', 'stand one']]);
  });

  it('waits at the table of the last search only', async () => {
    const { seek, log, answer } = begin();
    void seek.start(TERMS);
    void seek.start({ ...TERMS, pace: 'days' });
    await answer(at('one'));
    await answer(at('two'));
    expect([seek.terms?.pace, seek.table, log]).toEqual(['days', 'two', ['seek', 'seek', 'watch two']]);
  });

  it('explains a refusal in words, until the next search', async () => {
    const { seek, answer } = begin();
    void seek.start(TERMS);
    await answer({ ok: false, error: { name: 'banned' } });
    expect([seek.terms, seek.table]).toEqual([null, null]);
    expect(seek.error).toMatch(/ /);
    void seek.start(TERMS);
    expect(seek.error).toBeNull();
  });
});
