import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mustOpen } from '@tablier/testkit';
import { expect, test } from 'vitest';
import { StandaloneNode } from '../../src/cluster/standalone-node.ts';
import { Agenda, TableUpkeep } from '../../src/tables/table-upkeep.ts';
import { WAITING_EXPIRY } from '../../src/tables/state/table-terms.ts';
import { AT } from '../a-store.ts';
import { waitingTable } from './a-table.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('every expired table is loaded once, however many last changed at the same moment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-upkeep-'));
  const store = await mustOpen({ folder, now: () => AT });
  const ids = Array.from({ length: 450 }, (_, index) => `table-${String(index).padStart(16, '0')}`);
  const { head } = waitingTable();
  for (const id of ids) await store.createStream(id, head, { status: 'open', summary: null, people: [] });
  const loaded: string[] = [];
  const now = (): number => AT + WAITING_EXPIRY;
  const upkeep = new TableUpkeep({
    store,
    node: new StandaloneNode({ folder, store, now, log }),
    log,
    now,
    rooms: {
      has: () => false,
      find: (id) => {
        loaded.push(id);
        return Promise.resolve(null);
      },
      advanceAll: () => Promise.resolve(),
      unloadIdle: () => Promise.resolve(),
    },
    agenda: new Agenda(),
  });
  await upkeep.begin();
  upkeep.close();
  expect(loaded.toSorted()).toEqual(ids);
  await store.close();
  rmSync(folder, { recursive: true });
});
