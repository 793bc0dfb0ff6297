import type { SearchAnswer } from '@tablier/protocol';
import { ApiClient, newMember, newToken, terms } from '@tablier/testkit/online';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNLIMITED } from '../../src/index.ts';
import { startTestServer, type TestServer } from '../running.ts';

let server: TestServer;
let ada: ApiClient;
let bob: ApiClient;
let eve: ApiClient;
beforeAll(async () => {
  server = await startTestServer(UNLIMITED);
  const clientOf = async (name: string) =>
    new ApiClient(server.url, (await newToken(server.url, await newMember(server.url, name), ['read', 'play'])).secret);
  [ada, bob, eve] = [await clientOf('Ada'), await clientOf('Bob'), await clientOf('Eve')];
});
afterAll(() => server.remove());

/** Ada moves, Bob moves, Bob resigns. */
async function play(key: string, visibility: 'open' | 'link'): Promise<void> {
  const wanted = terms('isaac', { chairs: ['me', 'open'], seating: 'chosen', visibility });
  const { table } = (await ada.post('/tables', { id: `open-${key}`, terms: wanted })).json as { table: string };
  expect((await bob.post(`/tables/${table}/join`, { id: 'join', chair: 1 })).status).toBe(200);
  const view = async () =>
    (await eve.get(`/tables/${table}`)).json as { readonly phase: string; readonly match: { plies: number } | null };
  await expect.poll(async () => (await view()).phase).toBe('playing');
  const act = async (player: ApiClient, id: string, action: object) => {
    const { status, text } = await player.post(`/tables/${table}/actions`, { id, action });
    expect(status, text).toBe(200);
  };
  await act(ada, 'm0', { kind: 'move', move: '00-02' });
  await act(bob, 'm1', { kind: 'move', move: '90-92' });
  await act(bob, 'end', { kind: 'resign' });
  await expect.poll(async () => (await view()).phase).toBe('over');
}

const search = async (who: ApiClient, query: string): Promise<SearchAnswer> => {
  const { status, text, json } = await who.get(`/search?${query}`);
  expect(status, text).toBe(200);
  return json as SearchAnswer;
};
const count = async (who: ApiClient, query: string): Promise<number> => (await search(who, query)).games.length;

/** When Ada's games ended, from pages of one game each: newest first, none twice. */
async function pages(): Promise<readonly number[]> {
  const seen: number[] = [];
  let next: string | null = '';
  while (next !== null) {
    const page: SearchAnswer = await search(ada, `mine=1&limit=1${next === '' ? '' : `&before=${next}`}`);
    seen.push(...page.games.map(({ at }) => at));
    next = page.next;
  }
  expect(seen).toEqual([...new Set(seen)].toSorted((left, right) => right - left));
  return seen;
}

test('a program finds public games, and its own with the private ones', async () => {
  const stranger = new ApiClient(server.url);
  for (const [index, visibility] of (['open', 'open', 'link'] as const).entries()) await play(`${index}`, visibility);
  await expect.poll(() => count(ada, 'mine=1')).toBe(3);
  expect(await count(stranger, '')).toBe(2);
  expect(await count(eve, 'mine=1')).toBe(0);
  expect(await count(ada, 'mine=1&result=won')).toBe(3);
  expect(await count(bob, 'mine=1&result=won')).toBe(0);
  expect(await count(stranger, 'game=isaac&opening=00-02%2090-92')).toBe(2);
  expect(await count(stranger, 'game=isaac&opening=00-04')).toBe(0);
  expect(await count(stranger, 'game=nasca')).toBe(0);
  const [game] = (await search(ada, 'mine=1&limit=1')).games;
  expect(game).toMatchObject({ game: 'isaac', plies: 2, ended: 'resign', seat: 0 });
  expect((await stranger.get(`/records/${game?.id}`)).json).toMatchObject({ moves: ['00-02', '90-92'] });
  expect(await pages()).toHaveLength(3);
});

test.each([
  ['mine=1', 401, 'no-token', undefined],
  ['opponent=bob', 400, 'bad-request', 'opponent'],
  ['opening=00-02', 400, 'bad-request', 'opening'],
  ['from=2026-02-30', 400, 'bad-request', 'from'],
  ['before=here', 400, 'bad-request', 'before'],
  ['limit=101', 400, 'bad-request', 'limit'],
])('%s without a token is refused by name', async (query, status, name, detail) => {
  const answer = await new ApiClient(server.url).get(`/search?${query}`);
  expect([answer.status, answer.json]).toEqual([status, { error: { name, ...(detail !== undefined && { detail }) } }]);
});
