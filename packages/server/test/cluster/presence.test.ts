import fc from 'fast-check';
import { MAX_NODE_MESSAGE_BYTES } from '@tablier/store';
import { describe, expect, test } from 'vitest';
import { formatPresence, formatPresenceRequest, parseNodeMessage } from '../../src/cluster/membership.ts';
import { ownerOf, Presence } from '../../src/cluster/cluster-node.ts';

const nodes = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 6 });

describe('the owner of a table', () => {
  test('is one of the nodes, independent of the asking node and the order', () => {
    fc.assert(
      fc.property(nodes, fc.string(), (all, table) => {
        const owner = ownerOf(table, all);
        expect(all).toContain(owner);
        expect(ownerOf(table, all.toReversed())).toBe(owner);
      }),
    );
  });

  test('stays when another node leaves, so that only the tables of that node move', () => {
    fc.assert(
      fc.property(nodes, fc.string(), (all, table) => {
        const owner = ownerOf(table, all);
        for (const gone of all) {
          if (gone !== owner)
            expect(
              ownerOf(
                table,
                all.filter((node) => node !== gone),
              ),
            ).toBe(owner);
        }
      }),
    );
    expect(ownerOf('table', [])).toBeNull();
  });

  test('is each node for about the same number of tables', () => {
    const counts = new Map<string | null, number>();
    for (let table = 0; table < 3000; table++) {
      const owner = ownerOf(`table ${table}`, ['a', 'b', 'c']);
      counts.set(owner, (counts.get(owner) ?? 0) + 1);
    }
    for (const node of ['a', 'b', 'c']) expect(counts.get(node)).toBeGreaterThan(850);
  });
});

describe('messages', () => {
  const here = fc.array(
    fc.tuple(
      fc.string({ maxLength: 40 }),
      fc.record({ seats: fc.array(fc.nat(3)), spectators: fc.nat() }),
      fc.array(fc.nat(3), { maxLength: 2 }),
    ),
    { maxLength: 400 },
  );

  test('contain presence, in parts within the size limit', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), here, (node, entries) => {
        const messages = formatPresence(node, entries);
        for (const message of messages) expect(Buffer.byteLength(message)).toBeLessThanOrEqual(MAX_NODE_MESSAGE_BYTES);
        const parsed = messages.map((message) => parseNodeMessage(message));
        expect(parsed.flatMap((message) => message?.here ?? [])).toEqual(entries);
        expect(parsed.every((message) => message?.node === node && !message.asks)).toBe(true);
      }),
    );
    expect(parseNodeMessage(formatPresenceRequest('a'))).toEqual({ node: 'a', asks: true, here: [] });
  });

  test('of another version are ignored', () => {
    for (const text of ['', '{', 'null', '[]', '{"node":1}', '{"node":"a","here":3}', '{"node":"a","asks":1}']) {
      expect(parseNodeMessage(text)).toBeNull();
    }
    expect(
      parseNodeMessage('{"node":"a","here":[["t",[0],1],["t"],7,["t",[null,2],0],["t",[],0,[1,"2"]],["t",[],0,3]]}')
        ?.here,
    ).toEqual([
      ['t', { seats: [0], spectators: 1 }, []],
      ['t', { seats: [2], spectators: 0 }, []],
      ['t', { seats: [], spectators: 0 }, [1]],
      ['t', { seats: [], spectators: 0 }, []],
    ]);
  });
});

describe('presence', () => {
  const of = (...seats: readonly number[]) => ({ seats, spectators: 1 });

  test('is reported when it changes, and is summed over the other nodes', () => {
    const presence = new Presence();
    expect([presence.setOwn('t', of(0)), presence.setOwn('t', of(0)), presence.setOwn('u', of())]).toEqual([
      true,
      false,
      true,
    ]);
    expect(presence.own).toEqual([
      ['t', of(0), []],
      ['u', of(), []],
    ]);
    expect(presence.setOwn('t', of(1)), 'another seat is a change').toBe(true);
    expect(presence.setOwn('u', { seats: [0], spectators: 0 }), 'so is a player without spectators').toBe(true);
    expect(presence.own).toEqual([
      ['t', of(1), []],
      ['u', { seats: [0], spectators: 0 }, []],
    ]);
    expect(presence.receive({ node: 'a', asks: false, here: [['t', of(2), []]] })).toEqual([['t', of(2), []]]);
    expect(presence.receive({ node: 'b', asks: false, here: [['t', of(1, 2), [0]]] })).toEqual([['t', of(1, 2), [0]]]);
    expect(presence.receive({ node: 'b', asks: false, here: [['t', of(1, 2), [0]]] })).toEqual([]);
    expect(presence.onOtherNodes('t')).toEqual({ seats: [1, 2], spectators: 2 });
  });

  test('of a node that left is removed, and so are people who left', () => {
    const presence = new Presence();
    presence.receive({ node: 'a', asks: false, here: [['t', of(0), []]] });
    presence.receive({ node: 'a', asks: false, here: [['u', of(1), []]] });
    presence.receive({ node: 'a', asks: false, here: [['u', { seats: [], spectators: 0 }, [1]]] });
    expect([presence.has('a', 't'), presence.has('a', 'u')]).toEqual([true, false]);
    expect(presence.onOtherNodes('u'), 'other tables are watched').toEqual({ seats: [], spectators: 0 });
    expect(presence.drop('a')).toEqual(['t']);
    expect([presence.drop('a'), presence.has('a', 't')], 'it is not known any more').toEqual([[], false]);
    expect(presence.onOtherNodes('t')).toEqual({ seats: [], spectators: 0 });
  });
});
