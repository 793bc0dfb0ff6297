import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OwnTables } from '@tablier/protocol';
import { mustOpen } from '@tablier/testkit';
import { expect, test, vi } from 'vitest';
import { listOwnTables } from '../../src/tables/table-finder.ts';
import { members, playShortly, read, serveMembers, tableOf } from '../members.ts';

test('finished tables are listed without their logs', async () => {
  const server = await serveMembers();
  const players = await members(server.url);
  const [ada, grace] = players;
  if (ada === undefined || grace === undefined) throw new Error('no players');
  for (const visibility of ['open', 'link'] as const)
    await playShortly(await tableOf(ada, grace, { visibility }), players);
  for (const each of players) {
    const listed = async (query: string): Promise<OwnTables> => read<OwnTables>(each, `/api/v1/me/tables?${query}`);
    // With boards, a list is read from the logs.
    const replayed = (await listed('')).tables.map((table) => ({ ...table, preview: null }));
    expect(replayed.map(({ visibility }) => visibility)).toEqual(['link', 'open']);
    expect(await listed('phase=over')).toEqual({ tables: replayed, next: null });
    const won = replayed.filter(({ places, you }) => places?.[you] === 1);
    expect((await listed('result=won&game=isaac')).tables).toEqual(won);
    expect((await listed('phase=over&game=nasca')).tables).toEqual([]);
    const person = each.browser.cookies.get('tablier_session')?.split('.')[0] ?? '';
    const place = { folder: join(server.folder, 'data'), url: server.databaseUrl };
    const store = await mustOpen(place);
    const logs = { gameOf: vi.fn(), stateOf: vi.fn() };
    const { tables } = await listOwnTables({ rooms: logs, store }, person, { phase: 'over', limit: 10 });
    await store.close();
    expect([tables, logs.stateOf.mock.calls]).toEqual([replayed, []]);
  }
});

test('one request looks at a limited number of tables, and a page without a hit leads to the next one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-own-'));
  const store = await mustOpen({ folder });
  const listing = { status: 'over', summary: null, people: ['ada'] } as const;
  for (let number = 0; number < 130; number++) await store.createStream(`t${number}`, null, listing);
  const looked: string[] = [];
  const rooms = {
    gameOf: (id: string) => {
      looked.push(id);
      return Promise.resolve('nasca');
    },
    stateOf: () => Promise.resolve(null),
  };
  const pages: number[] = [];
  for (let before: string | undefined = undefined, isFirst = true; isFirst || before !== undefined; isFirst = false) {
    const known = looked.length;
    const page = await listOwnTables({ rooms, store }, 'ada', { game: 'isaac', limit: 5, before });
    expect(page.tables).toEqual([]);
    pages.push(looked.length - known);
    before = page.next ?? undefined;
  }
  expect(pages).toEqual([60, 60, 10]);
  expect(new Set(looked).size).toBe(130);
  await store.close();
  rmSync(folder, { recursive: true });
});
