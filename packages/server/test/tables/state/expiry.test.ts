import { describe, expect, test } from 'vitest';
import { commandHash, isSameCommand } from '../../../src/tables/decisions/decide-command.ts';
import {
  BOT_MATCH_EXPIRY,
  CLOSED_LIFE,
  EARLIEST_EXPIRY,
  expiryByHead,
  isExpired,
  MATCH_EXPIRY,
  MAX_EVENTS,
  WAITING_EXPIRY,
} from '../../../src/tables/state/table-terms.ts';
import type { TableState } from '../../../src/tables/state/table-state.ts';
import { ADA, afterEvents, BASIL, playingTable, seated, waitingTable } from '../a-table.ts';

const DAY = 86_400_000;
const bot = { kind: 'bot', level: 'medium' } as const;

/** Whether a table, its last event at 0, has expired just before and at this time. */
const expires = (state: TableState, after: number): boolean[] =>
  [after - 1, after].map((now) => isExpired({ ...state, touchedAt: 0 }, now));

describe('an idle table', () => {
  test('expires after the times that the documents name', () => {
    expect([WAITING_EXPIRY, MATCH_EXPIRY, BOT_MATCH_EXPIRY, CLOSED_LIFE].map((time) => time / DAY)).toEqual([
      ...[7, 30, 3, 30],
    ]);
    expect([EARLIEST_EXPIRY / DAY, MAX_EVENTS]).toEqual([3, 10_000]);
  });

  test('that waits for players closes after a week, unless it is a seek', () => {
    expect(expires(waitingTable(), WAITING_EXPIRY)).toEqual([false, true]);
    expect(expires(waitingTable({ head: { pace: 'quick' } }), WAITING_EXPIRY)).toEqual([false, false]);
  });

  test('with a match ends later between people than against bots', () => {
    expect(expires(playingTable(), MATCH_EXPIRY)).toEqual([false, true]);
    expect(expires(playingTable({ chairs: [seated(ADA), bot] }), BOT_MATCH_EXPIRY)).toEqual([false, true]);
  });

  test('does not expire while its clock runs, or when it is over', () => {
    const timed = playingTable({ terms: { clock: { system: 'sudden-death', base: 300 } } });
    const running = afterEvents(timed, { kind: 'started', at: 0 });
    expect(expires(timed, MATCH_EXPIRY)).toEqual([false, true]);
    expect(expires(running, MATCH_EXPIRY)).toEqual([false, false]);
    expect(expires(afterEvents(running, { kind: 'paused', at: 5 }), MATCH_EXPIRY)).toEqual([false, true]);
    expect(expires(afterEvents(playingTable(), { kind: 'resigned', seat: 0 }), MATCH_EXPIRY)).toEqual([false, false]);
    expect(expires(afterEvents(waitingTable(), { kind: 'closed' }), WAITING_EXPIRY)).toEqual([false, false]);
  });

  test('is judged by its head alone before its log is read', () => {
    expect(expiryByHead('open', { chairs: [] })).toBe(WAITING_EXPIRY);
    expect(expiryByHead('running', { chairs: [seated(ADA), seated(BASIL)] })).toBe(MATCH_EXPIRY);
    expect(expiryByHead('running', { chairs: [seated(ADA), { kind: 'open' }] })).toBe(MATCH_EXPIRY);
    expect(expiryByHead('running', { chairs: [seated(ADA), bot] })).toBe(BOT_MATCH_EXPIRY);
  });
});

describe('the commands of a table', () => {
  test('are the same where their content is, in any order of fields', () => {
    const hash = commandHash({ kind: 'sit', table: 't', chair: 1 });
    expect(commandHash({ chair: 1, table: 't', kind: 'sit' })).toBe(hash);
    expect(commandHash({ kind: 'sit', table: 't', chair: 0 })).not.toBe(hash);
    expect(hash).toMatch(/^[\w-]{22}$/);
    expect(isSameCommand({ hash }, { key: 'k', hash })).toBe(true);
    expect(isSameCommand({ hash: 'other' }, { key: 'k', hash })).toBe(false);
    expect(isSameCommand({ hash: null }, { key: 'k', hash })).toBe(true);
  });
});
