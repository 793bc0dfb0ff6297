import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { SeededRng } from '@tablier/core';
import { ClientCore } from '@tablier/client';
import { CLOSE_CODES, SOCKET_PATH } from '@tablier/protocol';
import { join, randomChoice, sitDown, type TestClient, terms } from '@tablier/testkit/online';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { DEFAULT_LIMITS, type Limits } from '../../src/index.ts';
import { startTestServer, type TestServer } from '../running.ts';

const MAX_BUFFERED = 16 * 1024;
/** The longest single message here is shorter. */
const ONE_MESSAGE = 8 * 1024;
/** The code of a connection that ended without a closing handshake. */
const CUT = 1006;
/** How long the server waits for a closing handshake. Milliseconds. */
const HANDSHAKE = 3000;
const MANY = { burst: 1e9, perSecond: 1e9 };
const limits: Partial<Limits> = Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((kind) => [kind, MANY]));

let server: TestServer;
let players: readonly TestClient[];
let table: string;

beforeAll(async () => {
  server = await startTestServer({ maxBuffered: MAX_BUFFERED, limits });
  players = [await join(server.url, 'Ada'), await join(server.url, 'Grace')];
});
afterAll(async () => {
  for (const player of players) await player.leave();
  await server.remove();
});
beforeEach(async () => {
  table = await sitDown(players, terms('isaac'));
});

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A connection that watches the table, and the socket at its other end. */
async function watch(): Promise<{ client: WebSocket; core: ClientCore; socket: Socket }> {
  const accepted: Socket[] = [];
  const onSocket = (message: unknown): void => {
    if (typeof message === 'object' && message !== null && 'socket' in message && message.socket instanceof Socket) {
      accepted.push(message.socket);
    }
  };
  subscribe('net.server.socket', onSocket);
  const client = new WebSocket(`${server.url.replace('http', 'ws')}${SOCKET_PATH}`);
  const core = new ClientCore({ now: Date.now, newId: () => 'd', onChange: () => undefined });
  client.on('error', () => undefined);
  await once(client, 'open');
  unsubscribe('net.server.socket', onSocket);
  core.connectionOpened(client, () => client.close());
  core.watch(table);
  while (core.tables.get(table)?.view === null) await wait(5);
  const [socket] = accepted;
  if (socket === undefined) throw new Error('no connection');
  return { client, core, socket };
}

const askAgain = (client: WebSocket, times: number): void => {
  for (let count = 0; count < times; count++) client.send(JSON.stringify({ kind: 'watch', table }));
};

/** The reader stops reading, and requests the table repeatedly until the system buffers no more for it. */
async function congest(client: WebSocket, socket: Socket): Promise<void> {
  client.pause();
  while (socket.writableLength <= MAX_BUFFERED) {
    askAgain(client, 100);
    await wait(5);
  }
}

const rng = new SeededRng(9);
async function play(moves: number): Promise<number> {
  const [first] = players;
  if (first === undefined) throw new Error('no connection');
  let version = 0;
  for (let made = 0; made < moves; made++) {
    const view = await first.view(table, (now) => now.version >= version);
    const move = randomChoice(view, rng);
    version =
      (await players[view.match?.view.turn ?? 0]?.must({ kind: 'act', table, action: { kind: 'move', move } }))
        ?.version ?? 0;
  }
  return version;
}

test('the data waiting for a client that stopped reading is bounded, and the client gets the newest view when it reads again', async () => {
  const { client, core, socket } = await watch();
  await congest(client, socket);
  let version = 0;
  for (let round = 0; round < 3; round++) {
    version = await play(4);
    askAgain(client, 200);
    await wait(50);
    expect(socket.writableLength).toBeLessThan(MAX_BUFFERED + ONE_MESSAGE);
  }
  expect(core.tables.get(table)?.view?.match?.plies).toBe(0);
  // Every request was read before there is room, so the newest view comes without a request.
  for (let read = -1; socket.bytesRead !== read; await wait(200)) read = socket.bytesRead;
  client.resume();
  while (core.tables.get(table)?.view?.version !== version) await wait(5);
  expect(core.tables.get(table)?.view?.match?.plies).toBe(12);
  const seated = players[0]?.table(table).view;
  expect(core.tables.get(table)?.view?.match?.view).toEqual(seated?.match?.view);
  client.terminate();
});

test('a client that does not read its answers is disconnected, and its answers do not accumulate', async () => {
  const { client, socket } = await watch();
  const closed = once(client, 'close');
  await congest(client, socket);
  const before = await play(1);
  let most = 0;
  const ping = async (): Promise<void> => {
    for (let count = 0; count < 200; count++) client.send(JSON.stringify({ kind: 'ping', n: count }));
    await wait(5);
    most = Math.max(most, socket.writableLength);
  };
  // Pings are answered whatever waits, until it is too much. A busy machine may come here after the end of the connection.
  while (most <= 4 * MAX_BUFFERED && !socket.destroyed) await ping();
  const fullAt = performance.now();
  for (let round = 0; round < 10 && !socket.destroyed; round++) await ping();
  client.resume();
  const [code] = (await closed) as [number];
  // The server does not wait long for the closing handshake: a busy machine may answer after it has cut the connection, and the reason with it.
  const isLate = performance.now() - fullAt > HANDSHAKE;
  expect(isLate ? [CLOSE_CODES.tooSlow, CUT] : [CLOSE_CODES.tooSlow]).toContain(code);
  expect(most).toBeLessThan(8 * MAX_BUFFERED + ONE_MESSAGE);
  // No other client has noticed.
  expect(await play(1)).toBe(before + 1);
});
