import { describe, expect, test } from 'vitest';
import { Outages } from '../../src/cluster/node.ts';
import { ownerOf } from '../../src/cluster/cluster-node.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const newOutages = () => new Outages({ recordOutage: () => Promise.resolve() }, silent);

describe('outages', () => {
  test('are owed to the tables that they hit, the first first, until a clock was credited', () => {
    const outages = newOutages();
    outages.add({ from: 10, until: 20 });
    outages.add({ from: 30, until: 40 }, (table) => table === 'a');
    expect(outages.owed('a', 0)).toMatchObject({ from: 10, until: 20 });
    expect(outages.owed('a', 19)).toMatchObject({ from: 10, until: 20 });
    expect(outages.owed('a', 20)).toMatchObject({ from: 30, until: 40 });
    expect(outages.owed('b', 20)).toBeNull();
    expect(outages.owed('a', 40)).toBeNull();
  });

  test('without length are none', () => {
    const outages = newOutages();
    outages.add({ from: 10, until: 10 });
    outages.add({ from: 10, until: 9 });
    expect(outages.owed('a', 0)).toBeNull();
  });

  test('are remembered up to a thousand, the newest', () => {
    const outages = newOutages();
    for (let at = 0; at < 1001; at++) outages.add({ from: at, until: at + 1 });
    expect(outages.owed('a', -1)).toMatchObject({ from: 1 });
  });
});

describe('the owner node of a table', () => {
  const tables = Array.from({ length: 300 }, (_, index) => `table ${index}`);
  const nodes = ['n1', 'n2', 'n3'];

  test('does not depend on the order in which the nodes are known', () => {
    for (const table of tables) expect(ownerOf(table, nodes)).toBe(ownerOf(table, nodes.toReversed()));
  });

  test('is the same in every version: nodes of two versions run side by side during an update', () => {
    expect(['a', 'b', 'c', 'd', 'e', 'f'].map((table) => ownerOf(table, nodes))).toEqual([
      'n3',
      'n3',
      'n3',
      'n1',
      'n2',
      'n3',
    ]);
  });

  test('is each node for about as many tables', () => {
    for (const node of nodes) {
      const owned = tables.filter((table) => ownerOf(table, nodes) === node).length;
      expect(owned).toBeGreaterThan(60);
    }
  });

  test('changes for the tables of a node that leaves, and for no others', () => {
    for (const table of tables) {
      const owner = ownerOf(table, nodes);
      if (owner !== 'n2') expect(ownerOf(table, ['n1', 'n3'])).toBe(owner);
    }
  });

  test('is the only one, or none', () => {
    expect(ownerOf('a', ['n1'])).toBe('n1');
    expect(ownerOf('a', [])).toBeNull();
  });
});
