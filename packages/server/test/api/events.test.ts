import type { TableView } from '@tablier/protocol';
import { ApiClient, type ApiStream, newMember, newToken, RawConnection, terms } from '@tablier/testkit/online';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UNLIMITED } from '../../src/index.ts';
import { formatBookmark, parseBookmark } from '../../src/api/event-streams.ts';
import { metricOf } from '../http/metrics.ts';
import { startTestServer, type TestServer } from '../running.ts';

let server: TestServer;
let count = 0;
beforeAll(async () => {
  const { eventStreams: _, ...held } = { eventStreams: 0, ...UNLIMITED.held };
  server = await startTestServer({ ...UNLIMITED, held }, undefined, { metrics: { port: 0, host: '127.0.0.1' } });
});
afterAll(() => server.remove());

/** A player with a token, and the cookie and id to revoke it. */
async function player(scope: 'read' | 'play' | 'bot' = 'bot') {
  const cookie = await newMember(server.url, `Ada${++count}`);
  const { secret, id } = await newToken(server.url, cookie, [scope]);
  const client = new ApiClient(server.url, secret);
  return { cookie, id, client };
}

const viewIn = (data: string): TableView => (JSON.parse(data) as { readonly table: TableView }).table;
const nextView = async (stream: ApiStream, fits: (view: TableView) => boolean = () => true): Promise<TableView> => {
  const event = await stream.next(({ event: kind, data }) => kind === 'table' && fits(viewIn(data)));
  if (event === null) throw new Error('the stream ended');
  return viewIn(event.data);
};

async function gameOf(game: string, ada: ApiClient, bob: ApiClient): Promise<string> {
  const wanted = terms(game, { chairs: ['me', 'open'], seating: 'chosen' });
  const { table } = (await ada.post('/tables', { id: `open-${game}-${++count}`, terms: wanted })).json as {
    table: string;
  };
  await bob.post(`/tables/${table}/join`, { id: 'join', chair: 1 });
  return table;
}

test('the stream shows each own table whole, with the legal moves of the seat to move, until its end', async () => {
  const [ada, bob] = [await player(), await player()];
  const [own, other] = [await ada.client.stream('/events'), await bob.client.stream('/events')];
  const table = await gameOf('isaac', ada.client, bob.client);
  const view = await nextView(own, ({ legal }) => legal !== undefined);
  expect(view).toMatchObject({ id: table, you: 0, phase: 'playing' });
  expect((await nextView(other, ({ phase }) => phase === 'playing')).legal).toBeUndefined();
  await ada.client.post(`/tables/${table}/actions`, { id: 'm', action: { kind: 'move', move: view.legal?.[0] } });
  expect((await nextView(other, ({ legal }) => legal !== undefined)).match?.plies).toBe(1);
  await bob.client.post(`/tables/${table}/actions`, { id: 'r', action: { kind: 'resign' } });
  expect((await nextView(own, ({ phase }) => phase === 'over')).match?.end?.by).toBe('resign');
  for (const stream of [own, other]) stream.close();
});

test('a resumed stream sends only what is new, also the end of a table that ended meanwhile', async () => {
  const [ada, bob] = [await player(), await player()];
  const first = await ada.client.stream('/events');
  const [one, two] = [await gameOf('isaac', ada.client, bob.client), await gameOf('nasca', ada.client, bob.client)];
  const seen = new Set<string>();
  await first.next(({ event, data }) => {
    if (event === 'table' && viewIn(data).phase === 'playing') seen.add(viewIn(data).id);
    return seen.size === 2;
  });
  first.close();
  await bob.client.post(`/tables/${two}/actions`, { id: 'r', action: { kind: 'resign' } });
  const again = await ada.client.stream('/events', first.lastId);
  const view = await nextView(again);
  expect([view.id, view.phase]).toEqual([two, 'over']);
  await bob.client.post(`/tables/${one}/actions`, { id: 'r', action: { kind: 'resign' } });
  expect((await nextView(again)).id).toBe(one);
  again.close();
  const single = await ada.client.stream(`/tables/${one}/events`, again.lastId);
  expect((await single.next())?.event).toMatch(/table|current/);
  single.close();
});

test('a stream that is resumed after its list of own tables shows the end of each of them', async () => {
  const [ada, bob] = [await player(), await player()];
  const nothing = await ada.client.stream('/events');
  expect(await nothing.next()).toMatchObject({ event: 'own', id: '' });
  nothing.close();
  const table = await gameOf('isaac', ada.client, bob.client);
  const first = await ada.client.stream('/events');
  const own = await first.next(({ event }) => event === 'own');
  first.close();
  const listed = JSON.parse(own?.data ?? '') as { readonly changed: readonly { yourTurn: unknown; turn: unknown }[] };
  expect(listed).toMatchObject({ changed: [{ id: table, you: 0 }] });
  expect([typeof listed.changed[0]?.yourTurn, listed.changed[0]?.turn]).toEqual([
    'boolean',
    listed.changed[0]?.yourTurn,
  ]);
  await expect
    .poll(async () => (await ada.client.get('/me/tables?phase=unfinished')).json)
    .toMatchObject({ tables: [{ id: table, turn: 0, yourTurn: true }] });
  await bob.client.post(`/tables/${table}/actions`, { id: 'r', action: { kind: 'resign' } });
  await expect.poll(async () => (await ada.client.get(`/tables/${table}`)).json).toMatchObject({ phase: 'over' });
  const again = await ada.client.stream('/events', own?.id);
  expect(await nextView(again)).toMatchObject({ id: table, phase: 'over' });
  again.close();
});

test('an open stream counts as presence, and its view is that of a connection with whole views', async () => {
  const [ada, bob] = [await player(), await player()];
  const table = await gameOf('masker', ada.client, bob.client);
  const stream = await ada.client.stream(`/tables/${table}/events`);
  const view = await nextView(stream, ({ phase }) => phase === 'playing');
  const socket = await RawConnection.open(server.url, { cookie: ada.cookie });
  socket.send({ kind: 'watch', table, whole: true });
  expect((await socket.next('table')).table).toEqual(view);
  expect((await socket.next('presence')).here[0]).toBe(true);
  const spectator = await new ApiClient(server.url).stream(`/tables/${table}/events`);
  const shown = await nextView(spectator);
  expect([shown.you, shown.legal]).toEqual([null, undefined]);
  for (const each of [stream, spectator]) each.close();
  socket.ws.terminate();
});

test('a revoked token ends its open streams with the reason, and a stream beyond the limit is refused', async () => {
  const ada = await player();
  const streams = await Promise.all(Array.from({ length: 5 }, () => ada.client.stream('/events')));
  await expect(ada.client.stream('/events')).rejects.toThrow('too-many-connections');
  await fetch(`${server.url}/api/me/tokens/${ada.id}`, { method: 'DELETE', headers: { cookie: ada.cookie } });
  for (const stream of streams) {
    expect((await stream.next(({ event }) => event === 'error'))?.data).toContain('session-ended');
    expect(await stream.next()).toBeNull();
  }
});

test('a revoked token that may only read ends its streams too', async () => {
  const ada = await player('read');
  const bob = await player();
  const table = await gameOf('isaac', (await player()).client, bob.client);
  const stream = await ada.client.stream(`/tables/${table}/events`);
  await nextView(stream);
  await fetch(`${server.url}/api/me/tokens/${ada.id}`, { method: 'DELETE', headers: { cookie: ada.cookie } });
  expect((await stream.next(({ event }) => event === 'error'))?.data).toContain('session-ended');
});

test('HEAD opens no stream', async () => {
  const { client, cookie } = await player();
  const { secret } = await newToken(server.url, cookie, ['bot']);
  const table = await gameOf('isaac', client, (await player()).client);
  const open = (): Promise<number> => metricOf(server, 'tablier_event_streams_open');
  const before = await open();
  for (const path of [`/tables/${table}/events`, '/events']) {
    const headers = { authorization: `Bearer ${secret}` };
    expect((await fetch(`${server.url}/api/v1${path}`, { method: 'HEAD', headers })).status).toBe(405);
  }
  expect(await open()).toBe(before);
});

test('the id of an event is read as it is written, and nothing else is', async () => {
  const bookmark = new Map([['a'.repeat(22), { version: 3, chat: { players: 1, spectators: 0 } }]]);
  expect(parseBookmark(formatBookmark(bookmark))).toEqual(bookmark);
  expect(parseBookmark('')).toEqual(new Map());
  for (const text of ['x', `${'a'.repeat(22)}:1`, `${'a'.repeat(22)}:-2.0.0`, `${'a'.repeat(22)}:1.0.0,`])
    expect(parseBookmark(text)).toBeNull();
  expect(parseBookmark(Array.from({ length: 65 }, () => `${'a'.repeat(22)}:1.0.0`).join(','))).toBeNull();
  const refused = await fetch(`${server.url}/api/v1/tables/${'a'.repeat(22)}/events`, {
    headers: { 'last-event-id': 'x' },
  });
  expect(refused.status).toBe(404);
});

describe('a client that sends nothing', () => {
  /** A game between two tokens, and a stream of a spectator. */
  async function watched(held: { readonly streamLingerMs: number }) {
    const quiet = await startTestServer({ ...UNLIMITED, held: { ...UNLIMITED.held, streamSilenceMs: 1500, ...held } });
    const [ada, bob] = await Promise.all(
      ['Ada', 'Bob'].map(async (name) => {
        const { secret } = await newToken(quiet.url, await newMember(quiet.url, `${name}${++count}`), ['bot']);
        return new ApiClient(quiet.url, secret);
      }),
    );
    if (ada === undefined || bob === undefined) throw new Error('there are two');
    const table = await gameOf('isaac', ada, bob);
    const spectator = await new ApiClient(quiet.url).stream(`/tables/${table}/events`);
    const presence = (of: 'here' | 'away') =>
      spectator.next(({ event, data }) => event === 'presence' && isPresent(data) === (of === 'here'));
    return { quiet, ada, presence };
  }
  const isPresent = (data: string): boolean =>
    (JSON.parse(data) as { readonly here: readonly boolean[] }).here[0] === true;

  test('has to open its stream again, or it is absent', async () => {
    const { quiet, ada, presence } = await watched({ streamLingerMs: 0 });
    const stream = await ada.stream('/events');
    expect(await presence('here')).not.toBeNull();
    expect(await stream.next(({ event }) => event === 'error'), 'the server ends it').toBeNull();
    expect(await presence('away')).not.toBeNull();
    await quiet.remove();
  });

  test('is not seen to go while it opens its stream again', async () => {
    const { quiet, ada, presence } = await watched({ streamLingerMs: 600_000 });
    const first = await ada.stream('/events');
    await presence('here');
    let isGone = false;
    const away = presence('away').then(() => isGone);
    for (let stream = first, renewals = 0; renewals < 3; renewals++) {
      await stream.next(({ event }) => event === 'error');
      stream = await ada.stream('/events', stream.lastId);
    }
    isGone = true;
    await quiet.remove();
    expect(await away).toBe(true);
  });
});
