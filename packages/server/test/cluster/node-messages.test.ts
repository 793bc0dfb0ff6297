import { MAX_NODE_MESSAGE_BYTES } from '@tablier/store';
import { describe, expect, test } from 'vitest';
import {
  formatPresence,
  formatPresenceRequest,
  parseNodeMessage,
  type TablePresence,
} from '../../src/cluster/membership.ts';

const at = (table: string, left: readonly number[] = []): TablePresence => [table, { seats: [0], spectators: 2 }, left];

describe('the presence at tables', () => {
  test('is read back as written, and seats that players left are written only if there are any', () => {
    const here = [at('a'), at('b', [1])];
    const texts = formatPresence('node', here);
    expect(texts).toEqual(['{"node":"node","here":[["a",[0],2],["b",[0],2,[1]]]}']);
    expect(parseNodeMessage(texts[0] ?? '')).toEqual({ node: 'node', asks: false, here });
    expect(formatPresence('node', [])).toEqual([]);
  });

  test('of many tables is as few messages as its limit allows, each within it', () => {
    const tables = Array.from({ length: 1000 }, (_, index) => at(`table-${index}-é`));
    const texts = formatPresence('node', tables);
    expect(texts.flatMap((text) => parseNodeMessage(text)?.here ?? [])).toEqual(tables);
    const sizes = texts.map((text) => Buffer.byteLength(text));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_NODE_MESSAGE_BYTES);
    // Only the last one is not full: another entry of about 30 bytes would not fit.
    for (const size of sizes.slice(0, -1)) expect(size).toBeGreaterThan(MAX_NODE_MESSAGE_BYTES - 40);
  });

  test('fills a message up to the limit, with room for one separator more', () => {
    const sizeOf = (letters: number): number =>
      Buffer.byteLength(
        JSON.stringify({
          node: 'node',
          here: [
            ['a', [0], 2],
            ['x'.repeat(letters), [0], 2],
          ],
        }),
      );
    const fitting = MAX_NODE_MESSAGE_BYTES - sizeOf(0) - 1;
    const count = (letters: number): number => formatPresence('node', [at('a'), at('x'.repeat(letters))]).length;
    expect([count(fitting), count(fitting + 1)]).toEqual([1, 2]);
  });
});

describe('a message of another node', () => {
  test('requests the presence of all others', () => {
    expect(parseNodeMessage(formatPresenceRequest('node'))).toEqual({ node: 'node', asks: true, here: [] });
  });

  test('that no node of this version sends is not read', () => {
    for (const text of ['', '{', 'null', '7', '"text"', '[]', '{}', '{"node":7}', '{"node":"n","asks":1}'])
      expect(parseNodeMessage(text), text).toBeNull();
    expect(parseNodeMessage('{"node":"n","here":"a"}')).toBeNull();
    expect(parseNodeMessage('{"node":"n"}')).toEqual({ node: 'n', asks: false, here: [] });
  });

  test('has entries of newer versions that are left out', () => {
    const entries = [7, null, {}, [], [7, [0], 2], ['a', [0], '2'], ['a', 0, 2], ['a', [0]], ['ok', [0, 'x'], 2, 'y']];
    const { here } = parseNodeMessage(JSON.stringify({ node: 'n', here: entries })) ?? { here: null };
    expect(here).toEqual([['ok', { seats: [0], spectators: 2 }, []]]);
    const left = parseNodeMessage('{"node":"n","here":[["ok",[],0,[1,"x"]]]}')?.here;
    expect(left).toEqual([['ok', { seats: [], spectators: 0 }, [1]]]);
  });
});
