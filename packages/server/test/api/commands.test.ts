import { ApiClient, newMember, newToken, terms } from '@tablier/testkit/online';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNLIMITED } from '../../src/index.ts';
import { startTestServer, type TestServer } from '../running.ts';

let server: TestServer;
let ada: ApiClient;
let bob: ApiClient;
beforeAll(async () => {
  server = await startTestServer(UNLIMITED);
  const tokenOf = async (name: string) => newToken(server.url, await newMember(server.url, name), ['bot']);
  ada = new ApiClient(server.url, (await tokenOf('Ada')).secret);
  bob = new ApiClient(server.url, (await tokenOf('Bob')).secret);
});
afterAll(() => server.remove());

interface Shown {
  readonly legal: readonly string[];
  readonly match: { readonly peeks: readonly { readonly peek: string; readonly seen: unknown }[] };
}

/** A running game between Ada, who moves first, and Bob. */
async function running(game: string): Promise<string> {
  const opened = await ada.post('/tables', { id: `open-${game}`, terms: terms(game, { seating: 'chosen' }) });
  expect(opened.status, opened.text).toBe(200);
  const { table } = opened.json as { readonly table: string };
  await bob.post(`/tables/${table}/join`, { id: 'join', chair: 1 });
  await expect.poll(async () => ((await ada.get(`/tables/${table}`)).json as { phase: string }).phase).toBe('playing');
  return table;
}

test.each([
  [{ id: 'a', terms: terms('isaac'), colour: 'red' }, 'colour'],
  [{ id: 'a', terms: { ...terms('isaac'), colour: 'red' } }, 'terms.colour'],
  [{ id: 'a', terms: { ...terms('isaac'), chairs: ['me', { bot: 'master' }] } }, 'terms.chairs.1'],
])('a request with a fault names the field: %o', async (body, detail) => {
  const { status, json } = await ada.post('/tables', body);
  expect([status, json]).toEqual([400, { error: { name: 'bad-request', detail } }]);
});

test('a refused command keeps its id: the next one needs another', async () => {
  const table = await running('isaac');
  const move = async (id: string, text: string) =>
    (await ada.post(`/tables/${table}/actions`, { id, action: { kind: 'move', move: text } })).json;
  expect(await move('m', '99-99')).toMatchObject({ error: { name: 'unreadable-move' } });
  expect(await move('m', '00-02')).toMatchObject({ error: { name: 'id-used' } });
  expect(await move('n', '00-02')).toMatchObject({ table });
});

test('a move for another number of plies is refused, and nothing is moved', async () => {
  const table = await running('nasca');
  const act = async (client: ApiClient, id: string, move: string, plies: number) =>
    (await client.post(`/tables/${table}/actions`, { id, action: { kind: 'move', move, plies } })).json;
  const texts = async () =>
    ((await ada.get(`/tables/${table}`)).json as { match: { moves: readonly { text: string }[] } }).match.moves.map(
      ({ text }) => text,
    );
  expect(await act(ada, 'p0', 'a1-b1', 0)).toMatchObject({ table });
  expect(await act(bob, 'p1', 'h8-i8', 1)).toMatchObject({ table });
  // The answer got lost, and the bot answers the view before once more.
  expect(await act(ada, 'p2', 'd4-e4', 0)).toEqual({ error: { name: 'position-changed' } });
  expect(await act(ada, 'p3', 'd4-e4', 3)).toEqual({ error: { name: 'position-changed' } });
  expect(await texts()).toEqual(['a1-b1', 'h8-i8']);
  expect(await act(ada, 'p4', 'd4-e4', 2)).toMatchObject({ table });
});

test('a liberation that was tried in vain is not offered again in this turn', async () => {
  const table = await running('arcanor');
  const shown = async (client: ApiClient): Promise<Shown> => (await client.get(`/tables/${table}`)).json as Shown;
  const act = (client: ApiClient, id: string, move: string) =>
    client.post(`/tables/${table}/actions`, { id, action: { kind: 'move', move } });
  // The top of a1 leaves its content behind, and is empty from now on.
  await act(ada, 'm0', 'a1^a2');
  await act(bob, 'm1', 'a7-a6');
  const before = (await shown(ada)).legal;
  expect(before).toContain('a2^a3');
  expect(before).toContain('b1^b2');
  expect((await act(ada, 'm2', 'a2^a3')).status).toBe(200);
  const after = await shown(ada);
  expect(after.match.peeks).toEqual([{ seat: 0, after: 2, peek: 'a2', seen: { under: null } }]);
  expect(after.legal).toEqual(before.filter((move) => !move.startsWith('a2^')));
  // A peek that finds something leaves the choices as they are.
  await ada.post(`/tables/${table}/actions`, { id: 'p', action: { kind: 'peek', peek: 'b1' } });
  expect((await shown(ada)).legal).toEqual(after.legal);
});
