import type { TableSummary } from '@tablier/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fastify, type FastifyInstance } from 'fastify';
import { Snapshots } from '../../src/http/request.ts';
import { checkInput } from '../../src/api/operation.ts';
import { tableOperations } from '../../src/api/tables.ts';
import { tableFinder } from '../../src/tables/table-finder.ts';
import { tablesQuery } from '@tablier/protocol/operations';
import { RateLimiter } from '../../src/lib/rate-limits.ts';
import { Lobby } from '../../src/matchmaking/lobby.ts';
import type { TableState } from '../../src/tables/state/table-state.ts';
import { AT, storeOfFile } from '../a-store.ts';
import { afterEvents, playingTable, waitingTable } from '../tables/a-table.ts';
import { type RunningRooms, startRooms } from '../tables/real-rooms.ts';

const home = storeOfFile();
const lobby = new Lobby({
  pace: 1,
  onFailure: (error) => {
    throw error;
  },
});
let app: FastifyInstance;
let running: RunningRooms;
beforeAll(async () => {
  const over = afterEvents(playingTable(), { kind: 'resigned', seat: 0, at: 0 });
  const at = (state: TableState, id: string, turnedAt: number): TableState => ({ ...state, id, turnedAt });
  for (const table of [
    at(waitingTable(), 'a', 5),
    at(waitingTable(), 'b', 7),
    at(playingTable(), 'c', 7),
    at(playingTable({ terms: { game: 'nasca' } }), 'd', 9),
    at(over, 'e', 6),
  ])
    lobby.show(table, () => true);
  running = await startRooms(home.store, () => AT);
  app = fastify();
  const lookups = new RateLimiter({ burst: 1, perSecond: 1 }, () => AT);
  const { rooms } = running;
  const findTable = tableFinder(rooms, lookups);
  const looks = new Snapshots(1, () => AT);
  const context = { store: home.store, now: () => AT };
  // What lists need of the services of a server.
  const [listTables] = tableOperations({ context, matchmaking: { lobby }, looks, rooms, findTable } as never);
  app.get('/tables', (request, reply) => {
    const query = checkInput(tablesQuery, request.query);
    if (listTables === undefined || 'error' in query) throw new Error('no list');
    return listTables.run({ query: query.value, request, reply, caller: null } as never);
  });
});
afterAll(async () => {
  lobby.feed.close();
  await app.close();
  await running.close();
});

async function list(query: string): Promise<{ readonly ids: string; readonly next: string | null }> {
  const answer = (await app.inject(`/tables?${query}`)).json<{ tables: TableSummary[]; next: string | null }>();
  return { ids: answer.tables.map(({ id }) => id).join(''), next: answer.next };
}

test('the tables of the lobby are listed newest first, and of equal ones the larger id', async () => {
  expect(await list('')).toEqual({ ids: 'dcbea', next: null });
});

test('a page leads to the next one, of any size', async () => {
  for (const limit of [1, 2, 3, 5, 6]) {
    const pages: string[] = [];
    for (let before = ''; before !== 'end';) {
      const { ids, next } = await list(`limit=${limit}${before === '' ? '' : `&before=${before}`}`);
      pages.push(ids);
      before = next ?? 'end';
    }
    expect(pages.join(''), String(limit)).toBe('dcbea');
    expect(pages).toHaveLength(Math.ceil(5 / limit));
  }
  expect((await list('limit=2')).next).toBe('7.c');
});

test('a phase and a game choose among them', async () => {
  expect((await list('phase=waiting')).ids).toBe('ba');
  expect((await list('phase=playing')).ids).toBe('dc');
  expect((await list('phase=over')).ids).toBe('e');
  expect((await list('game=nasca')).ids).toBe('d');
  expect((await list('game=nasca&phase=over')).ids).toBe('');
});

test('an unreadable place is that of the first page, and one without an id is after its time', async () => {
  for (const before of ['x', 'x.c', '7x.c', '.', `${'9'.repeat(16)}.c`])
    expect((await list(`before=${before}`)).ids, before).toBe('dcbea');
  expect((await list('before=7')).ids).toBe('ea');
  expect((await list('before=7.c')).ids).toBe('bea');
});
