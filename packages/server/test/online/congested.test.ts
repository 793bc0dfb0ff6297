import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { SeededRng } from '@tablier/core';
import { ClientCore, CLOSE_CODES } from '@tablier/protocol';
import { openStore, type Store } from '@tablier/store';
import { randomChoice, terms } from '@tablier/testkit/online';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { BotPool, DEFAULT_BOT_LIMITS } from '../../src/bots/bot-pool.ts';
import { systemChance } from '../../src/index.ts';
import { Limiter } from '../../src/limits.ts';
import { Lobby } from '../../src/lobby/lobby.ts';
import { Connection } from '../../src/sockets/connection.ts';
import { Outgoing } from '../../src/sockets/outgoing.ts';
import type { Room } from '../../src/tables/room.ts';
import { Rooms } from '../../src/tables/rooms.ts';
import { tableView } from '../../src/tables/table-view.ts';

const folder = mkdtempSync(join(tmpdir(), 'tablier-congested-'));
const log = { info: () => undefined, error: () => undefined };
const people = [
  { id: 'ada', name: 'Ada' },
  { id: 'grace', name: 'Grace' },
] as const;
const bots = new BotPool(DEFAULT_BOT_LIMITS);
const MAX_BUFFERED = 16 * 1024;
/** The longest single message here is shorter. */
const ONE_MESSAGE = 8 * 1024;

let store: Store;
let rooms: Rooms;
let server: Server;
let lines = 0;

beforeAll(async () => {
  const opened = await openStore({ folder });
  if (!opened.ok) throw new Error(opened.error.detail);
  store = opened.value;
  const parts = { chance: systemChance, now: Date.now, presencePace: 250, onChange: () => undefined };
  rooms = new Rooms({ store, bots, log, ...parts });
  server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await rooms.close();
  await bots.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

let room: Room;
let deeds = 0;
beforeEach(async () => {
  const opened = await rooms.open(people[0], `table${++deeds}`, terms('isaac'));
  const found = opened.ok ? await rooms.find(opened.value) : null;
  if (found === null) throw new Error('no room');
  room = found;
  const deed = { kind: 'sit', table: room.id, chair: 1 } as const;
  await room.do(`deed${++deeds}`, { person: people[1], deed, at: Date.now(), lag: 0 }, () => undefined);
});

/** A real line, seen from both ends. */
async function connect(): Promise<{ client: WebSocket; core: ClientCore; ws: WebSocket; socket: Duplex }> {
  const free = (): Limiter => new Limiter({ burst: 1e9, perSecond: 1e9 }, Date.now);
  const wss = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const taken = new Promise<{ ws: WebSocket; socket: Duplex }>((resolve) => {
    server.once('upgrade', (request, socket, head) => {
      wss.handleUpgrade(request, socket, head, (ws) => {
        const limiters = { messages: free(), deeds: free(), tables: free(), chat: free() };
        const parts = { rooms, lobby: new Lobby(400), log, now: Date.now, maxBuffered: MAX_BUFFERED, ...limiters };
        const opened = { ws, socket, key: `line${++lines}`, known: null };
        const line = new Connection(opened, { ...parts, outgoing: new Outgoing() });
        ws.on('close', (code: number) => line.closed(code));
        resolve({ ws, socket });
      });
    });
  });
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const core = new ClientCore({ now: Date.now, newId: () => 'd', onChange: () => undefined });
  client.on('message', (data: Buffer) => core.lineReceived(data.toString()));
  await once(client, 'open');
  core.lineOpened({ send: (text) => client.send(text), close: () => client.close() });
  core.watch(room.id);
  await until(() => core.tables.get(room.id)?.view !== null);
  return { client, core, ...(await taken) };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** The reader stops reading, and asks for the table again and again until the system holds no more for him. */
async function congest(client: WebSocket, socket: Duplex): Promise<void> {
  client.pause();
  const asking = JSON.stringify({ kind: 'watch', table: room.id });
  while (socket.writableLength <= MAX_BUFFERED) {
    for (let count = 0; count < 100; count++) client.send(asking);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const rng = new SeededRng(9);
async function play(moves: number): Promise<void> {
  for (let made = 0; made < moves; made++) {
    const seat = room.state.match?.position.turn ?? 0;
    const person = people[seat] ?? people[0];
    const command = { kind: 'move', move: randomChoice(tableView(room.state, seat), rng) } as const;
    const deed = { kind: 'act', table: room.id, command } as const;
    await room.do(`deed${++deeds}`, { person, deed, at: Date.now(), lag: 0 }, () => undefined);
  }
}

test('what waits for a reader who stopped reading is bounded, and he has the newest view when he reads again', async () => {
  const { client, core, socket } = await connect();
  await congest(client, socket);
  for (let round = 0; round < 3; round++) {
    await play(4);
    for (let count = 0; count < 200; count++) client.send(JSON.stringify({ kind: 'watch', table: room.id }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(socket.writableLength).toBeLessThan(MAX_BUFFERED + ONE_MESSAGE);
  }
  expect(core.tables.get(room.id)?.view?.match?.plies).toBe(0);
  client.resume();
  await until(() => core.tables.get(room.id)?.view?.version === room.state.seq);
  expect(core.tables.get(room.id)?.view).toEqual(JSON.parse(JSON.stringify(tableView(room.state, null))));
  client.terminate();
});

test('who does not even read answers is let go, and whatever he asks meanwhile is not kept for him', async () => {
  const { client, ws, socket } = await connect();
  const closed = once(client, 'close');
  await congest(client, socket);
  let most = 0;
  while (ws.readyState === ws.OPEN) {
    for (let count = 0; count < 500; count++) client.send(JSON.stringify({ kind: 'ping', n: count }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    most = Math.max(most, socket.writableLength);
  }
  for (let count = 0; count < 500; count++) client.send(JSON.stringify({ kind: 'ping', n: count }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(Math.max(most, socket.writableLength)).toBeLessThan(8 * MAX_BUFFERED + ONE_MESSAGE);
  client.resume();
  expect((await closed)[0]).toBe(CLOSE_CODES.tooSlow);
});
