import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRng } from '@tablier/core';
import type { PlayerAction, ServerMessage } from '@tablier/protocol';
import { openStore, type Store } from '@tablier/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BotPool, DEFAULT_BOT_LIMITS } from '../../src/bots/bot-pool.ts';
import { DEFAULT_PACES, systemChance } from '../../src/lib/context.ts';
import { StandaloneNode } from '../../src/cluster/standalone-node.ts';
import { type Outlet, Subscription } from '../../src/tables/watching/subscribers.ts';
import type { Room } from '../../src/tables/room.ts';
import { createContacts, HiddenAuthors } from '../../src/contacts/contacts.ts';
import { Rooms } from '../../src/tables/rooms.ts';
import { tableView } from '../../src/tables/views/table-view.ts';
import { randomChoice, terms } from '@tablier/testkit/online';

const folder = mkdtempSync(join(tmpdir(), 'tablier-slow-'));
const bots = new BotPool(DEFAULT_BOT_LIMITS);
const people = [
  { id: 'ada', name: 'Ada' },
  { id: 'grace', name: 'Grace' },
] as const;
let store: Store;
let rooms: Rooms;

beforeAll(async () => {
  const opened = await openStore({ folder });
  if (!opened.ok) throw new Error(opened.error.detail);
  store = opened.value;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  rooms = new Rooms({
    store,
    bots,
    node: new StandaloneNode({ folder, store, now: Date.now, log }),
    log,
    contacts: createContacts({ store }),
    hiddenAuthors: new HiddenAuthors({ store, log }),
    chance: systemChance,
    now: Date.now,
    paces: DEFAULT_PACES,
  });
});
afterAll(async () => {
  await rooms.close();
  await bots.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

/** A connection whose buffer can be full. */
class Narrow implements Outlet {
  readonly person = null;
  isFull = false;
  readonly sent: ServerMessage[] = [];
  canSend = (): boolean => !this.isFull;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ServerMessage);
  }
}

let commands = 0;
const act = async (room: Room, seat: number, action: PlayerAction): Promise<void> => {
  const person = people[seat] ?? people[0];
  const command = { kind: 'act', table: room.id, action } as const;
  await room.do(`command${++commands}`, command, { person, at: Date.now(), lag: 0 });
  await room.idle();
};

test('a connection with a full buffer is sent nothing, and only the newest view when it can take data again', async () => {
  const opened = await rooms.opener.open(people[0], 'slow', terms('isaac'));
  const room = opened.ok ? await rooms.find(opened.value) : null;
  if (room === null) throw new Error('no room');
  const sitting = { kind: 'sit', table: room.id, chair: 1 } as const;
  await room.do('sit', sitting, { person: people[1], at: Date.now(), lag: 0 });
  await room.idle();
  const line = new Narrow();
  const known = { from: -1, chat: { players: 0, spectators: 0 } };
  const subscription = new Subscription(room, line, known, (error) => {
    throw error;
  });
  room.subscribers.add(subscription);
  subscription.notify();
  line.isFull = true;
  line.sent.length = 0;
  const rng = new SeededRng(9);
  for (let ply = 0; ply < 8; ply++) {
    await act(room, ply % 2, { kind: 'move', move: randomChoice(tableView(room.state, ply % 2), rng) });
  }
  expect(line.sent).toEqual([]);
  line.isFull = false;
  subscription.notify();
  // One message takes it from the last view it saw to the current one.
  const told = line.sent.flatMap((message) => (message.kind === 'changed' ? [message.change] : []));
  expect(told).toMatchObject([{ match: { plies: [8] } }]);
  subscription.notify();
  expect(line.sent.filter(({ kind }) => kind === 'changed' || kind === 'table')).toHaveLength(1);
});
