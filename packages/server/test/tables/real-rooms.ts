import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TableTerms } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import { BotPool, DEFAULT_BOT_LIMITS } from '../../src/bots/bot-pool.ts';
import { StandaloneNode } from '../../src/cluster/standalone-node.ts';
import { createContacts, type Contacts, HiddenAuthors } from '../../src/contacts/contacts.ts';
import { DEFAULT_PACES, systemChance } from '../../src/lib/context.ts';
import type { HoldingLimits } from '../../src/tables/opening/table-opener.ts';
import { Rooms } from '../../src/tables/rooms.ts';

export const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface RunningRooms {
  readonly rooms: Rooms;
  readonly contacts: Contacts;
  close(): Promise<void>;
}

/** The tables of a server on a store, without its HTTP and its connections. */
export async function startRooms(
  store: Store,
  now: () => number,
  holdings: Partial<HoldingLimits> = {},
): Promise<RunningRooms> {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-rooms-'));
  const bots = new BotPool(DEFAULT_BOT_LIMITS);
  const node = new StandaloneNode({ folder, store, now, log });
  await node.start({ onChange: () => undefined, onPresence: () => undefined });
  const contacts = createContacts({ store });
  const hiddenAuthors = new HiddenAuthors({ store, log });
  const parts = { store, bots, node, contacts, hiddenAuthors, log, now };
  const rooms = new Rooms({ ...parts, chance: systemChance, paces: DEFAULT_PACES, holdings });
  const close = async (): Promise<void> => {
    await rooms.close();
    await bots.close();
    await node.stop();
    rmSync(folder, { recursive: true });
  };
  return { rooms, contacts, close };
}

/** Opens a table of Isaac with a free seat for a person, whose id is their name in lower case. Returns its id. */
export async function openTable(
  rooms: Rooms,
  name: string,
  key = `${name.toLowerCase()}_key`,
  clock: TableTerms['clock'] = { system: 'none' },
): Promise<string> {
  const id = name.toLowerCase();
  const opened = await rooms.opener.open({ id, name }, key, {
    game: 'isaac',
    options: {},
    clock,
    takeBack: 'asked',
    visibility: 'open',
    seating: 'chosen',
    chairs: ['me', 'open'],
  });
  if (!opened.ok) throw new Error(opened.error.name);
  return opened.value;
}
