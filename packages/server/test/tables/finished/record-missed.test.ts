import type { SearchAnswer } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import { mustOpen } from '@tablier/testkit';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { recordMissed } from '../../../src/tables/finished/finished-match.ts';
import { members, pairedTable, playShortly, read, serveMembers } from '../../members.ts';

const OVER = { status: 'over', summary: null } as const;

async function emptyStore(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-missed-'));
  const store = await mustOpen({ folder });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return store;
}

/** The tables that a start loads. */
async function loadedBy(store: Store): Promise<readonly string[]> {
  const loaded: string[] = [];
  const load = (id: string): Promise<null> => {
    loaded.push(id);
    return Promise.resolve(null);
  };
  const signal = new AbortController().signal;
  const nothing = () => Promise.resolve();
  await recordMissed({ store, load, record: nothing, relist: nothing, signal });
  return loaded;
}

test('the first start looks at all finished tables, a later one at a limited number, with one query for many', async () => {
  const store = await emptyStore();
  for (let number = 0; number < 1250; number++) await store.createStream(`t${number}`, null, OVER);
  expect(new Set(await loadedBy(store)).size).toBe(1250);
  expect(await store.finished.progress()).toMatchObject({ at: 0 });
  const queries = vi.spyOn(store.finished, 'unrecorded');
  expect(await loadedBy(store)).toHaveLength(1000);
  expect(queries).toHaveBeenCalledTimes(5);
});

test('a game that cannot be recorded keeps no other from it, and the run says so', async () => {
  const store = await emptyStore();
  for (let number = 0; number < 4; number++) await store.createStream(`t${number}`, null, OVER);
  const tried: string[] = [];
  const load = (id: string): Promise<never> => {
    tried.push(id);
    return Promise.resolve({ id } as never);
  };
  const record = ({ id }: { readonly id: string }): Promise<void> =>
    id === 't2' ? Promise.reject(new TypeError('a bug')) : Promise.resolve();
  const run = { store, load, record, relist: () => Promise.resolve(), signal: new AbortController().signal };
  await expect(recordMissed(run)).rejects.toThrow('finished games not recorded: 1');
  expect(tried.toSorted()).toEqual(['t0', 't1', 't2', 't3']);
  expect(await store.finished.progress()).toMatchObject({ at: 0 });
});

test('a game that a crash kept out of searches is found after the next start', async () => {
  const server = await serveMembers();
  const players = await members(server.url);
  const [ada] = players;
  if (ada === undefined) throw new Error('no player');
  await playShortly(await pairedTable(players), players);
  const { games } = await read<SearchAnswer>(ada, '/api/v1/search');
  await server.close();
  const store = await mustOpen({ folder: join(server.folder, 'data') });
  await store.finished.forget(games[0]?.id ?? '');
  expect((await store.finished.search({ limit: 1 })).games).toEqual([]);
  await store.close();
  const next = await server.again();
  const isFound = async (): Promise<void> => {
    const response = await fetch(`${next.url}/api/v1/search?limit=2`);
    expect(await response.json()).toMatchObject({ games: [{ id: games[0]?.id }] });
  };
  await vi.waitFor(isFound, { timeout: 60_000 });
  await next.close();
});
