import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mustOpen } from '@tablier/testkit';
import { afterAll, expect, test, vi } from 'vitest';
import { StandaloneNode } from '../../src/cluster/standalone-node.ts';
import { SWEEP, TableUpkeep } from '../../src/tables/table-upkeep.ts';
import { WAITING_EXPIRY } from '../../src/tables/state/table-terms.ts';
import { AT } from '../a-store.ts';
import { playingTable, waitingTable } from './a-table.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const folder = mkdtempSync(join(tmpdir(), 'tablier-upkeep-'));
let storeTime = AT;
const store = await mustOpen({ folder, now: () => storeTime });
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

function upkeepAt(at: number, agenda = new Map<string, number>(), ofStore = store) {
  const [loaded, visited]: [string[], string[]] = [[], []];
  const now = (): number => at;
  const rooms = {
    has: () => false,
    find: (id: string) => {
      loaded.push(id);
      return Promise.resolve(null);
    },
    visit: (id: string) => {
      visited.push(id);
      return Promise.resolve(true);
    },
    advanceAll: () => Promise.resolve(),
    unloadIdle: () => Promise.resolve(),
  };
  const node = new StandaloneNode({ folder, store, now, log });
  return { loaded, visited, upkeep: new TableUpkeep({ store: ofStore, node, log, now, rooms, agenda }) };
}

test('an unloaded table is loaded once, before what is due there', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { loaded, upkeep } = upkeepAt(
    AT,
    new Map([
      ['now', AT],
      ['soon', AT + 2 * SWEEP],
      ['later', AT + 2 * SWEEP + 1],
    ]),
  );
  vi.advanceTimersByTime(2 * SWEEP);
  upkeep.close();
  vi.useRealTimers();
  expect(loaded).toEqual(['now', 'soon']);
});

test('every expired table is loaded once, however many last changed at the same moment', async () => {
  const ids = Array.from({ length: 450 }, (_, index) => `table-${String(index).padStart(16, '0')}`);
  const { head } = waitingTable();
  for (const id of ids) await store.createStream(id, head, { status: 'open', summary: null, people: [] });
  const { loaded, upkeep } = upkeepAt(AT + WAITING_EXPIRY);
  await upkeep.begin();
  upkeep.close();
  expect(loaded.toSorted()).toEqual(ids);
});

test('with several nodes a table at rest is looked at again when it has changed, or after an outage', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { head } = playingTable({ terms: { clock: { system: 'days', days: 3, vacation: 0 } } });
  for (const id of ['resting-table-00000001', 'resting-table-00000002'])
    await store.createStream(id, head, { status: 'running', summary: null, people: [] });
  const shared = Object.create(store, { nodes: { value: {} } }) as typeof store;
  const { visited, upkeep } = upkeepAt(AT, new Map(), shared);
  const ends = (): string => visited.map((id) => id.at(-1)).join('');
  await upkeep.attend();
  expect([...ends()].toSorted()).toEqual(['1', '2']);
  visited.length = 0;
  vi.advanceTimersByTime(SWEEP);
  storeTime++;
  await store.append('resting-table-00000002', 0, [{ at: AT + 1, kind: 'began', data: {} }]);
  vi.advanceTimersByTime(SWEEP);
  await vi.waitFor(() => expect(ends()).toBe('2'));
  // Waits for what the timer has begun.
  await upkeep.attend();
  expect(ends()).toBe('221');
  upkeep.close();
  vi.useRealTimers();
});

test('with several nodes only what has changed lately is read again, however many games run', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { head } = playingTable({ terms: { clock: { system: 'days', days: 3, vacation: 0 } } });
  for (let index = 0; index < 500; index++)
    await store.createStream(`old-table-${index}`, head, { status: 'running', summary: null, people: [] });
  storeTime += 3_600_000;
  await store.createStream('new-table', head, { status: 'running', summary: null, people: [] });
  const read: string[] = [];
  const shared = Object.create(store, {
    nodes: { value: {} },
    standing: {
      value: async (filter: Parameters<typeof store.standing>[0]) => {
        const page = await store.standing(filter);
        read.push(...page.map(({ id }) => id));
        return page;
      },
    },
  }) as typeof store;
  const { upkeep } = upkeepAt(storeTime, new Map(), shared);
  await upkeep.attend();
  expect(read).toContain('old-table-499');
  read.length = 0;
  vi.advanceTimersByTime(SWEEP);
  await vi.waitFor(() => expect(read[0]).toBe('new-table'));
  // One page, of which the first table is looked at.
  expect(read.length).toBeLessThan(300);
  // After an outage all are read.
  read.length = 0;
  await upkeep.attend();
  expect(read).toContain('old-table-499');
  upkeep.close();
  vi.useRealTimers();
});
