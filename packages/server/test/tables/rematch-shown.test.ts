import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isaac } from '@tablier/games';
import { openStore } from '@tablier/store';
import { terms } from '@tablier/testkit/online';
import { afterAll, expect, test } from 'vitest';
import { BotPool, DEFAULT_BOT_LIMITS } from '../../src/bots/bot-pool.ts';
import { DEFAULT_PACES, systemChance } from '../../src/lib/context.ts';
import { StandaloneNode } from '../../src/cluster/standalone-node.ts';
import { Subscription } from '../../src/tables/watching/subscribers.ts';
import type { CommandResult, TableCommand } from '../../src/tables/decisions/decide-command.ts';
import { Room } from '../../src/tables/room.ts';
import { createContacts, HiddenAuthors } from '../../src/contacts/contacts.ts';
import { Rooms } from '../../src/tables/rooms.ts';

const folder = mkdtempSync(join(tmpdir(), 'tablier-rematch-'));
const bots = new BotPool(DEFAULT_BOT_LIMITS);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const [ada, grace] = [
  { id: 'ada', name: 'Ada' },
  { id: 'grace', name: 'Grace' },
] as const;

afterAll(async () => {
  await bots.close();
  rmSync(folder, { recursive: true });
});

test('no client is sent the table of a rematch before it exists, however often it is notified', async () => {
  const opened = await openStore({ folder });
  if (!opened.ok) throw new Error(opened.error.detail);
  const store = opened.value;
  const node = new StandaloneNode({ folder, store, now: Date.now, log });
  const parts = { chance: systemChance, now: Date.now, paces: DEFAULT_PACES, node, onChange: () => undefined };
  const reached = { contacts: createContacts({ store }), hiddenAuthors: new HiddenAuthors({ store, log }) };
  const rooms = new Rooms({ store, bots, log, ...reached, ...parts });
  const { value: id } = (await rooms.opener.open(ada, 'first', terms('isaac'))) as { readonly value: string };
  const room = await rooms.find(id);
  if (room === null) throw new Error('no room');
  const sent: string[] = [];
  const outlet = { person: 'ada', canSend: () => true, send: (text: string) => void sent.push(text) };
  const known = { from: -1, chat: { players: 0, spectators: 0 } };
  const subscription = new Subscription(room, outlet, known, (error) => {
    throw error;
  });
  room.subscribers.add(subscription);
  let commands = 0;
  const does = (person: typeof ada | typeof grace, command: TableCommand): Promise<CommandResult> =>
    room.do(`command${++commands}`, command, { person, at: Date.now(), lag: 0 });
  await does(grace, { kind: 'sit', table: id, chair: 1 });
  await does(ada, { kind: 'act', table: id, action: { kind: 'resign' } });
  await does(ada, { kind: 'rematch', table: id, agree: true });
  await room.idle();
  await does(grace, { kind: 'rematch', table: id, agree: true });
  // The command is durable and answered, and the new table does not exist yet. Any connection may look for updates now.
  expect(room.shown).not.toBe(room.state);
  subscription.notify();
  await room.idle();
  const whole = sent.join('\n');
  expect(sent.filter((text) => /"rematch":\{.*"table":\[?"/.test(text))).toHaveLength(1);
  const next = /"rematch":\{.*"table":\[?"([\w-]+)"/.exec(whole)?.[1] ?? '';
  expect(await rooms.find(next)).toBeInstanceOf(Room);
  expect(room.state.game).toBe(isaac);
  // The subscription was notified after the table was created, not while the answer was sent.
  expect(room.shown).toBe(room.state);
  await rooms.close();
  await store.close();
});
