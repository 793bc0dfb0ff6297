import {
  formatClientMessage,
  formatServerMessage,
  isTableId,
  LONGEST_WAIT,
  MAX_MESSAGE_BYTES,
  OPENING_TIMEOUT,
  DEAD_AFTER,
  parseClientMessage,
  parseServerMessage,
  RETURN_GRACE,
  SOCKET_PATH,
} from '@tablier/protocol';
import { describe, expect, test } from 'vitest';
import { formatChanged } from '../src/parse.ts';

const table = 'a'.repeat(22);

describe('the text of a message', () => {
  test('is read by the other side', () => {
    const asked = { kind: 'unwatch', table } as const;
    expect(parseClientMessage(formatClientMessage(asked))).toEqual({ ok: true, value: asked });
    const told = { kind: 'current', table, version: 3 } as const;
    expect(parseServerMessage(formatServerMessage(told))).toEqual({ ok: true, value: told });
  });

  test('of a change holds the change, or an empty one', () => {
    const changed = { kind: 'changed', table, from: 3 };
    expect(JSON.parse(formatChanged(table, 3, { n: 1 }, { n: 2 }))).toEqual({ ...changed, change: { n: [2] } });
    expect(JSON.parse(formatChanged(table, 3, { n: 1 }, { n: 1 }))).toEqual({ ...changed, change: {} });
  });
});

test('the error of a refused message names the place of the fault in at most 80 characters', () => {
  const detailOf = (message: unknown): string | undefined => {
    const parsed = parseClientMessage(JSON.stringify(message));
    return parsed.ok ? undefined : parsed.error.detail;
  };
  const action = { kind: 'move', move: '' };
  expect(detailOf({ kind: 'do', id: 'x', command: { kind: 'act', table, action } })).toBe('command.action.move');
  const terms = { game: 'isaac', options: { ['x'.repeat(200)]: null } };
  expect(detailOf({ kind: 'do', id: 'x', command: { kind: 'open', terms } })).toHaveLength(80);
});

test('a link leads to a table where its last part has the form of an id', () => {
  expect([table, 'aZ09-_'.repeat(4), 'short', `${table}/`, ''].map(isTableId)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('a client that was cut off has time to notice it and to come back', () => {
  expect(RETURN_GRACE).toBeGreaterThanOrEqual(DEAD_AFTER + 1000 + 2000);
  expect(RETURN_GRACE).toBeGreaterThanOrEqual(OPENING_TIMEOUT + LONGEST_WAIT + 2000);
  expect(RETURN_GRACE).toBeLessThan(20_000);
});

test('deployed clients know the path of the socket and the longest message', () => {
  expect([SOCKET_PATH, MAX_MESSAGE_BYTES]).toEqual(['/api/socket', 16_384]);
});
