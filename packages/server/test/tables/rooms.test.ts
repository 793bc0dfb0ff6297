import { legalMoveTexts } from '@tablier/core';
import type { PlayerAction, TableTerms } from '@tablier/protocol';
import { terms } from '@tablier/testkit/online';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StandaloneNode } from '../../src/cluster/standalone-node.ts';
import { idFrom } from '../../src/lib/context.ts';
import type { TableCommand } from '../../src/tables/decisions/decide-command.ts';
import { AT, storeOfFile } from '../a-store.ts';
import { waitingTable } from './a-table.ts';
import type { Room } from '../../src/tables/room.ts';
import { log, openTable, type RunningRooms, startRooms } from './real-rooms.ts';
import { SWEEP } from '../../src/tables/table-upkeep.ts';

const file = storeOfFile();
let running: RunningRooms;
beforeEach(async () => {
  running = await startRooms(file.store, () => AT);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await running.close();
});

/** Holds back the result of the next read of a head until the returned function is called. Returns the reads as well, and when it was read. */
function holdNextRead() {
  const { store } = file;
  const head = store.head.bind(store);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let onRead = (): void => undefined;
  const isRead = new Promise<void>((resolve) => {
    onRead = resolve;
  });
  const reads = vi.spyOn(store, 'head').mockImplementationOnce(async (id) => {
    const found = await head(id);
    onRead();
    await held;
    return found;
  });
  return { reads, release, isRead };
}

test('a lookup finds a table that was created after an earlier lookup read the database', async () => {
  const { rooms } = running;
  const table = 'created-meanwhile-0001';
  const { release, isRead } = holdNextRead();
  const early = rooms.find(table);
  await isRead;
  expect(await rooms.opener.create(table, waitingTable().head)).toBe('created');
  const late = rooms.find(table);
  release();
  expect(await early).toBeNull();
  expect((await late)?.id).toBe(table);
});

test('lookups of a table that does not exist share two reads', async () => {
  const { rooms } = running;
  const { reads, release } = holdNextRead();
  const lookups = Array.from({ length: 20 }, () => rooms.find('no-such-table-00000001'));
  release();
  expect(new Set(await Promise.all(lookups))).toEqual(new Set([null]));
  expect(reads).toHaveBeenCalledTimes(2);
});

test('a table that cannot be read is logged once, however often it is read again', async () => {
  let now = AT;
  const { rooms, close } = await startRooms(file.store, () => now);
  const logged = vi.spyOn(log, 'error');
  await file.store.createStream('an-unreadable-table-01', { kind: 'table' });
  for (const hours of [0, 1, 2]) {
    now = AT + hours * 3_600_000;
    expect(await rooms.find('an-unreadable-table-01')).toBeNull();
  }
  expect(logged).toHaveBeenCalledOnce();
  await close();
});

test('a table is subscribed to before it is read, and until it is no longer in memory', async () => {
  let now = AT;
  const { rooms, close } = await startRooms(file.store, () => now);
  const table = await openTable(rooms, 'Ada');
  const calls: string[] = [];
  const { subscribe, head } = file.store;
  vi.spyOn(file.store, 'subscribe').mockImplementation(async (topic) => {
    await subscribe.call(file.store, topic);
    calls.push(`subscribed ${topic}`);
  });
  vi.spyOn(file.store, 'head').mockImplementation((id) => {
    calls.push(`read ${id}`);
    return head.call(file.store, id);
  });
  vi.spyOn(file.store, 'unsubscribe').mockImplementation((topic) => void calls.push(`unsubscribed ${topic}`));
  await rooms.find(table);
  await rooms.find('no-such-table-00000002');
  now += SWEEP;
  await rooms.unloadIdle();
  expect(calls.filter((call) => call.endsWith(table))).toEqual([
    `subscribed ${table}`,
    `read ${table}`,
    `unsubscribed ${table}`,
  ]);
  expect(calls).toContain('unsubscribed no-such-table-00000002');
  await close();
});

test('a table in use on another node is loaded only if something can happen at it without a reader', async () => {
  const [here, there] = [running.rooms, await startRooms(file.store, () => AT)];
  const still = await openTable(there.rooms, 'Still');
  const timed = await openTable(there.rooms, 'Timed', 'timed_key', { system: 'days', days: 3, vacation: 0 });
  for (const table of [still, timed]) await here.onNotice(table, 0);
  expect([still, timed].map((table) => here.has(table))).toEqual([false, true]);
  await there.close();
});

describe('a command that was sent again, and is stored by another node during the credit for an outage', () => {
  const byAda = { person: { id: 'ada', name: 'Ada' }, at: AT, lag: 0 };
  const byBasil = { ...byAda, person: { id: 'basil', name: 'Basil' } };

  /** Sends the command here, after `there` was done on another node. Returns the answer, and that of the other node to the same command. */
  async function sendAgain(game: string, action: PlayerAction, there: (room: Room) => Promise<void>) {
    const clock = { system: 'days', days: 3, vacation: 0 } as const;
    const opened = await running.rooms.opener.open(byAda.person, `ada_${game}`, terms(game, { clock }));
    if (!opened.ok) throw new Error(opened.error.name);
    const table = opened.value;
    const here = await running.rooms.find(table);
    expect(await here?.do('basil_sits', { kind: 'sit', table, chair: 1 }, byBasil)).toMatchObject({ ok: true });
    await here?.idle();

    // After this node has looked for the command, and before it credits an outage.
    const other = await startRooms(file.store, () => AT);
    const elsewhere = await other.rooms.find(table);
    const command: TableCommand = { kind: 'act', table, action };
    vi.spyOn(StandaloneNode.prototype, 'isServing').mockImplementationOnce(async () => {
      if (elsewhere === null) throw new Error('no table');
      expect(await elsewhere.do('ada_acts', command, byAda)).toMatchObject({ ok: true });
      await there(elsewhere);
      await elsewhere.idle();
      const owed = { from: AT, until: AT + 1000 };
      vi.spyOn(StandaloneNode.prototype, 'owed').mockReturnValueOnce(owed).mockReturnValueOnce(owed);
      return true;
    });
    const answers = [await here?.do('ada_acts', command, byAda), await elsewhere?.do('ada_acts', command, byAda)];
    await other.close();
    return answers;
  }

  test('is not refused', async () => {
    const [here, there] = await sendAgain('isaac', { kind: 'move', move: '00-02' }, async () => undefined);
    expect(here).toEqual(there);
  });

  test('is not done twice where it could be', async () => {
    const act = async (room: Room, { key, by, action }: { key: string; by: typeof byAda; action: PlayerAction }) =>
      expect(await room.do(key, { kind: 'act', table: room.id, action }, by)).toMatchObject({ ok: true });
    const move = (room: Room, by: typeof byAda) => {
      const { match } = room.state;
      if (match === null) throw new Error('no match');
      const [text = ''] = legalMoveTexts(match.game, match.position);
      return act(room, { key: `${by.person.id}_moves`, by, action: { kind: 'move', move: text } });
    };
    const [here, there] = await sendAgain('nasca', { kind: 'offer-draw' }, async (room) => {
      await act(room, { key: 'basil_declines', by: byBasil, action: { kind: 'answer-draw', accept: false } });
      await move(room, byAda);
      await move(room, byBasil);
    });
    expect(here).toEqual(there);
  });
});

describe('the tables opened from a site of version 6', () => {
  const TERMS = {
    game: 'isaac',
    options: {},
    clock: { system: 'none' },
    takeBack: 'asked',
    visibility: 'link',
    seating: 'chosen',
  } as const;
  /** Opens a table for a person of their own from an address; the name of the error, or `null`. */
  const openedFrom = async (
    address: string,
    chairs: readonly TableTerms['chairs'][number][],
  ): Promise<string | null> => {
    const host = { id: idFrom(address), name: 'Ada' };
    const opened = await running.rooms.opener.open(host, `${host.id}_1`, { ...TERMS, chairs: [...chairs] }, address);
    return opened.ok ? null : opened.error.name;
  };

  test.each([
    ['tables', '2001:db8:1', { tablesFromAddress: 1 }, ['me', 'open'] as const],
    ['games against bots', '2001:db8:2', { botGamesFromAddress: 1 }, ['me', { bot: 'beginner' }] as const],
  ])('are limited to eight times the %s of an address', async (_, site, holdings, chairs) => {
    await running.close();
    running = await startRooms(file.store, () => Date.now(), holdings);
    for (let network = 1; network <= 8; network++) expect(await openedFrom(`${site}:${network}::1`, chairs)).toBeNull();
    expect(await openedFrom(`${site}:1::2`, chairs), 'one network').toBe('too-many');
    expect(await openedFrom(`${site}:9::1`, chairs), 'the whole site').toBe('too-many');
    expect(await openedFrom(`${site}f:1::1`, chairs)).toBeNull();
  });
});

test.each([
  { is: 'looked at and not kept in memory', clock: { system: 'days', days: 3, vacation: 0 }, isKept: false },
  { is: 'kept in memory until its clock has run out', clock: { system: 'sudden-death', base: 600 }, isKept: true },
] as const)('at the start a game by a clock of $clock.system is $is', async ({ clock, isKept }) => {
  // The database goes by the real time.
  const at = Date.now();
  const earlier = await startRooms(file.store, () => at);
  const table = await openTable(earlier.rooms, 'Ada', `opened_${clock.system}`, clock);
  const room = await earlier.rooms.find(table);
  const basil = { person: { id: 'basil', name: 'Basil' }, at, lag: 0 };
  expect(await room?.do(`sits_${clock.system}`, { kind: 'sit', table, chair: 1 }, basil)).toMatchObject({ ok: true });
  await room?.idle();
  await earlier.close();

  const read = vi.spyOn(file.store, 'read');
  const { rooms, close } = await startRooms(file.store, () => at + 60_000);
  await rooms.upkeep.begin();
  expect(read).toHaveBeenCalledWith(table, 1, expect.any(Number));
  expect(rooms.has(table)).toBe(isKept);
  await close();
});
