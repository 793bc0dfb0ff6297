import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mustOpen } from '@tablier/testkit';
import { afterAll, expect, test, vi } from 'vitest';
import { StandaloneNode } from '../../src/cluster/standalone-node.ts';
import { SWEEP, TableUpkeep } from '../../src/tables/table-upkeep.ts';
import { WAITING_EXPIRY } from '../../src/tables/state/table-terms.ts';
import { AT } from '../a-store.ts';
import { waitingTable } from './a-table.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const folder = mkdtempSync(join(tmpdir(), 'tablier-upkeep-'));
const store = await mustOpen({ folder, now: () => AT });
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

function upkeepAt(at: number, agenda = new Map<string, number>()) {
  const loaded: string[] = [];
  const now = (): number => at;
  const rooms = {
    has: () => false,
    find: (id: string) => {
      loaded.push(id);
      return Promise.resolve(null);
    },
    advanceAll: () => Promise.resolve(),
    unloadIdle: () => Promise.resolve(),
  };
  const node = new StandaloneNode({ folder, store, now, log });
  return { loaded, upkeep: new TableUpkeep({ store, node, log, now, rooms, agenda }) };
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
