import { expect, test } from 'vitest';
import { formatNotice, passNotices, withEvent } from '../src/postgres/listener.ts';
import { MAX_NODE_MESSAGE_BYTES, startOfDay } from '../src/index.ts';
import { queryLog, WriteHealth } from '../src/operations.ts';

test('writes fail since the earliest one that was not answered, until one is', () => {
  let now = 100;
  const health = new WriteHealth(() => now);
  expect(health.current).toEqual({ lastWriteAt: 100, failingSince: null });
  now = 200;
  const away = { name: 'unavailable', detail: '' } as const;
  health.answered(away, 150);
  health.answered(away, 160);
  expect(health.current).toEqual({ lastWriteAt: 100, failingSince: 150 });
  health.answered(away, 140);
  expect(health.current).toEqual({ lastWriteAt: 100, failingSince: 140 });
  health.answered({ name: 'created' }, 110);
  expect(health.current).toEqual({ lastWriteAt: 200, failingSince: null });
  health.answered(away, 190);
  expect(health.current).toEqual({ lastWriteAt: 200, failingSince: 190 });
});

test('queries are reported in seconds, failed ones as such, and to no one if no one asks', () => {
  expect(queryLog({})).toEqual({});
  const told: (number | string)[] = [];
  const onQuery = (seconds: number): void => void told.push(seconds);
  const onFailure = (): void => void told.push('failed');
  const run = (observer: Parameters<typeof queryLog>[0]): void => {
    const { log } = queryLog(observer);
    if (typeof log !== 'function') throw new Error('no log');
    const query = { sql: '', parameters: [], query: {} as never, queryId: { queryId: '' } };
    void log({ level: 'query', query, queryDurationMillis: 250 });
    void log({ level: 'error', query, queryDurationMillis: 250, error: new Error('lost') });
  };
  run({ onQuery, onFailure });
  expect(told).toEqual([0.25, 'failed']);
  run({ onQuery });
  run({ onFailure });
  expect(told).toEqual([0.25, 'failed', 0.25, 'failed']);
});

test('notices are read back as written, alone or together, and one without a kind is about a stream', () => {
  const told: unknown[] = [];
  const tell = {
    stream: (...notice: unknown[]) => void told.push(['stream', ...notice]),
    account: (id: string, revision: number) => void told.push(['account', id, revision]),
  };
  const event = { at: 5, kind: 'move', data: '{"move":"a  b","note":"ž\\n 1"}' };
  const notice = formatNotice('stream', 'table', 7);
  const texts = [notice, formatNotice('account', 'ada', 8), '9 old', withEvent(notice, event)];
  for (const text of [...texts, texts.join('\n')]) passNotices(text, tell);
  const all = [
    ['stream', 'table', 7, undefined],
    ['account', 'ada', 8],
    ['stream', 'old', 9, undefined],
    ['stream', 'table', 7, event],
  ];
  expect(told).toEqual([...all, ...all]);
});

test('an event that is too long for a notice is left out', () => {
  const event = (length: number) => ({ at: 5, kind: 'move', data: 'ž'.repeat(length) });
  const most = (MAX_NODE_MESSAGE_BYTES - '7 t stream 5 move '.length) / 2;
  expect(withEvent('7 t stream', event(most))).toHaveLength('7 t stream 5 move '.length + most);
  expect(withEvent('7 t stream', event(most + 1))).toBe('7 t stream');
});

test('a day begins at midnight in UTC', () => {
  const day = Date.UTC(2026, 10, 24);
  expect([startOfDay(day), startOfDay(day - 1), startOfDay(day + 86_399_999)]).toEqual([day, day - 86_400_000, day]);
});
