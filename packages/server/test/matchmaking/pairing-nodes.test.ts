import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashText, SeededRng } from '@tablier/core';
import { openStore, type Store } from '@tablier/store';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BotPool, DEFAULT_BOT_LIMITS } from '../../src/bots/bot-pool.ts';
import { idFrom, DEFAULT_PACES, systemChance } from '../../src/lib/context.ts';
import { Seeks } from '../../src/matchmaking/seeks.ts';
import { StandaloneNode } from '../../src/cluster/standalone-node.ts';
import type { Person } from '../../src/accounts/people.ts';
import type { Room } from '../../src/tables/room.ts';
import { createContacts, HiddenAuthors } from '../../src/contacts/contacts.ts';
import { Rooms } from '../../src/tables/rooms.ts';
import { peopleOf, phaseOf } from '../../src/tables/state/table-state.ts';

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const ISAAC = { game: 'isaac', pace: 'untimed' } as const;

/** Matchmaking on several nodes over one database. */
interface Node {
  readonly rooms: Rooms;
  readonly seeks: Seeks;
  close(): Promise<void>;
}

let folder: string;
let store: Store;
let nodes: Node[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tablier-nodes-'));
  const opened = await openStore({ folder });
  if (!opened.ok) throw new Error(opened.error.detail);
  store = opened.value;
  nodes = [];
});
afterEach(async () => {
  for (const node of nodes) await node.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Longer than any test. Milliseconds. */
const NEVER = 2 ** 30;

/**
 * `hears`: whether the node gets notices of other nodes. Otherwise it finds out when it writes.
 * `checks`: whether the node checks its seeks every second. Otherwise a meeting that a test has marked stays as it is.
 */
async function startNode(now: () => number = Date.now, { hears = true, checks = true } = {}): Promise<Node> {
  const bots = new BotPool(DEFAULT_BOT_LIMITS);
  const log = SILENT;
  const node = new StandaloneNode({ folder: mkdtempSync(join(folder, 'node-')), store, now, log });
  await node.start({ onChange: () => undefined, onPresence: () => undefined });
  const contacts = createContacts({ store });
  const rooms = new Rooms({
    store,
    chance: systemChance,
    bots,
    node,
    log,
    contacts,
    hiddenAuthors: new HiddenAuthors({ store, log }),
    now,
    paces: DEFAULT_PACES,
  });
  const seeks = new Seeks({ store, rooms, contacts, log, now, ...(!checks && { checkInterval: NEVER }) });
  rooms.events.on('changed', (room) => seeks.update(room));
  const stop = await store.follow((id, seq) => void (hears && rooms.onNotice(id, seq)));
  const close = async (): Promise<void> => {
    seeks.close();
    stop();
    await bots.close();
    await rooms.close();
    await node.stop();
  };
  const started = { rooms, seeks, close };
  nodes.push(started);
  return started;
}

/** A clock that stands still: the seek of a host without a connection is never closed, however slow the machine is. */
function stoppedClock(): () => number {
  const time = Date.now();
  return () => time;
}

const person = (name: string): Person => ({ id: idFrom(name), name });

/** Seeks at a node and stays connected; returns the table where the person plays in the end. */
async function paired({ rooms, seeks }: Node, newcomer: Person, key: string): Promise<string> {
  const sought = await seeks.seek(newcomer, key, ISAAC);
  if (!sought.ok) throw new Error(sought.error.name);
  for (let table = sought.value; ;) {
    const room = await rooms.find(table);
    if (room === null) throw new Error('no table');
    room.subscribers.add({ person: newcomer.id, notify: () => undefined });
    while (phaseOf(room.state) === 'waiting') await new Promise((resolve) => setTimeout(resolve, 20));
    if (phaseOf(room.state) === 'playing') return table;
    if (room.state.meeting === null) throw new Error(`the seek of ${newcomer.name} was closed`);
    table = room.state.meeting;
  }
}

describe('quick pairing on several nodes', () => {
  test('pairs people of different nodes, each exactly once, under concurrency', async () => {
    const seed = `nodes ${Date.now()}`;
    const rng = new SeededRng(hashText(seed));
    const all = [await startNode(), await startNode(), await startNode()];
    const people = Array.from({ length: 24 }, (_, n) => person(`P${n} ${seed}`));
    const tables = await Promise.all(
      people.map(async (newcomer, n) => {
        await new Promise((resolve) => setTimeout(resolve, rng.below(30)));
        const node = all[rng.below(all.length)];
        if (node === undefined) throw new Error('no node');
        return paired(node, newcomer, `k${n}`);
      }),
    );
    const seated = new Map<string, number>();
    for (const table of tables) seated.set(table, (seated.get(table) ?? 0) + 1);
    expect([...seated.values()], seed).toEqual(Array.from({ length: 12 }, () => 2));
    const running = await store.list('running', 100);
    expect(running.map(({ id }) => id).sort(), seed).toEqual([...seated.keys()].sort());
    expect(await store.list('seeking', 100), seed).toEqual([]);
  });

  test('treats a person who seeks on two nodes at once as one', async () => {
    const now = stoppedClock();
    const all = [await startNode(now), await startNode(now)];
    const ada = person('Ada');
    const tables = await Promise.all(all.map(({ seeks }, n) => seeks.seek(ada, `k${n}`, ISAAC)));
    expect(tables[0]).toEqual(tables[1]);
    expect(await store.list('seeking', 10)).toHaveLength(1);
  });

  test('finishes a pairing in which a node stopped before the host sat down, and one after', async () => {
    const now = stoppedClock();
    for (const sat of [false, true]) {
      const node = await startNode(now, { checks: false });
      const [ada, grace] = [person(`Ada ${sat}`), person(`Grace ${sat}`)];
      const first = await node.seeks.seek(ada, 'k', ISAAC);
      if (!first.ok) throw new Error(first.error.name);
      const older = await node.rooms.find(first.value);
      // Grace started her seek while Ada was marked as meeting, so that both have a table.
      await older?.step({ kind: 'meeting', table: idFrom('nowhere') });
      const second = await node.seeks.seek(grace, 'k', ISAAC);
      if (!second.ok) throw new Error(second.error.name);
      await older?.step({ kind: 'unmet', table: idFrom('nowhere') });
      const younger = await node.rooms.find(second.value);
      await younger?.step({ kind: 'meeting', table: first.value });
      const key = `${second.value}_${younger?.state.seq}`;
      const sitting = { kind: 'sit', table: first.value, chair: 1 } as const;
      if (sat) await older?.do(key, sitting, { person: grace, at: Date.now(), lag: 0 });
      await node.close();
      nodes.pop();
      const next = await startNode(now);
      const where = await Promise.all([paired(next, ada, 'k'), paired(next, grace, 'k')]);
      expect(where).toEqual([first.value, first.value]);
      const table = await next.rooms.find(first.value);
      expect(table && peopleOf(table.state).sort()).toEqual([ada.id, grace.id].sort());
    }
  });

  test('seats no one twice when two nodes settle the same meeting and one of them is late', async () => {
    const now = stoppedClock();
    const [node, late] = [
      await startNode(now, { checks: false }),
      await startNode(now, { hears: false, checks: false }),
    ];
    const [ada, basil, grace] = [person('Ada'), person('Basil'), person('Grace')];
    const seekOf = async (host: Person): Promise<Room> => {
      const sought = await node.seeks.seek(host, 'k', ISAAC);
      const room = sought.ok ? await node.rooms.find(sought.value) : null;
      if (room === null) throw new Error('no seek');
      return room;
    };
    const first = await seekOf(ada);
    // A seek that is about to meet another is not found, so all three wait.
    await first.step({ kind: 'meeting', table: idFrom('nowhere') });
    const second = await seekOf(basil);
    await second.step({ kind: 'meeting', table: idFrom('nowhere') });
    const third = await seekOf(grace);
    await third.step({ kind: 'meeting', table: second.id });
    await first.step({ kind: 'unmet', table: idFrom('nowhere') });
    // The late node knows the current state of the third seek, and settles it when all is over.
    await late.rooms.find(third.id);
    expect(await node.seeks.seek(grace, 'k', ISAAC)).toMatchObject({ ok: true });
    await second.step({ kind: 'unmet', table: idFrom('nowhere') });
    await late.seeks.seek(grace, 'k', ISAAC);
    await Promise.all([first, second, third].map((room) => room.catchUp(99)));
    const playing = [first, second, third].filter(({ state }) => phaseOf(state) === 'playing');
    expect(playing.filter(({ state }) => peopleOf(state).includes(grace.id))).toHaveLength(1);
    expect(third.state).toMatchObject({ closed: true, meeting: playing[0]?.id });
  });

  test('lets no one sit down while the host is about to sit elsewhere, and the host cannot leave', async () => {
    const node = await startNode(stoppedClock(), { checks: false });
    const [ada, grace] = [person('Ada'), person('Grace')];
    const sought = await node.seeks.seek(ada, 'k', ISAAC);
    const room = sought.ok ? await node.rooms.find(sought.value) : null;
    if (room === null) throw new Error('no seek');
    const elsewhere = idFrom('elsewhere');
    expect(await room.step({ kind: 'unmet', table: elsewhere })).toBe('too-late');
    expect(await room.step({ kind: 'meeting', table: elsewhere })).toBe('done');
    const by = (sender: Person) => ({ person: sender, at: Date.now(), lag: 0 });
    const sit = { kind: 'sit', table: room.id, chair: 1 } as const;
    const refusals = [
      await room.do('k1', sit, by(grace)),
      await room.do('k2', { kind: 'stand', table: room.id }, by(ada)),
    ];
    expect(refusals).toEqual(Array.from({ length: 2 }, () => ({ ok: false, error: { name: 'table-begun' } })));
    expect(await room.step({ kind: 'closed' })).toBe('too-late');
    // Another node may have been late with an earlier meeting, which says nothing about this one.
    expect(await room.step({ kind: 'unmet', table: idFrom('nowhere') })).toBe('too-late');
    expect(await room.step({ kind: 'met', table: idFrom('nowhere') })).toBe('too-late');
    expect(await room.step({ kind: 'unmet', table: elsewhere })).toBe('done');
    await room.do('k3', sit, by(grace));
    await room.idle();
    expect(phaseOf(room.state)).toBe('playing');
    expect(await room.step({ kind: 'meeting', table: idFrom('elsewhere') })).toBe('too-late');
  });

  test.each([
    ['waited', false],
    ['was about to be paired', true],
  ])('passes over the seek of a node that is gone, and closes it, where its host %s', async (_, isMeeting) => {
    let time = Date.now();
    const gone = await startNode(() => time, { checks: false });
    const left = await gone.seeks.seek(person('Ada'), 'k', ISAAC);
    const seek = left.ok ? await gone.rooms.find(left.value) : null;
    if (isMeeting) await seek?.step({ kind: 'meeting', table: idFrom('nowhere') });
    await gone.close();
    nodes.pop();
    time += 60_000;
    const node = await startNode(() => time);
    const alone = await node.seeks.seek(person('Grace'), 'k', ISAAC);
    expect(alone.ok && left.ok && alone.value !== left.value).toBe(true);
    expect((await store.list('seeking', 10)).map(({ id }) => id)).toEqual([alone.ok && alone.value]);
  });

  test('closes the seeks of absent people, even if that of another person cannot be attended to', async () => {
    let time = Date.now();
    const { rooms, seeks } = await startNode(() => time);
    const tables: Room[] = [];
    for (const [name, pace] of [
      ['Ada', 'untimed'],
      ['Bob', 'days'],
    ] as const) {
      const sought = await seeks.seek(person(name), name, { game: 'isaac', pace });
      const room = sought.ok ? await rooms.find(sought.value) : null;
      if (room !== null) tables.push(room);
    }
    const [first, second] = tables;
    if (first === undefined || second === undefined) throw new Error('two seeks');
    first.subscribers.add({ person: person('Ada').id, notify: () => undefined });
    vi.spyOn(first, 'step').mockRejectedValue(new Error('broken'));
    time += 10_000;
    await expect.poll(() => phaseOf(second.state), { timeout: 10_000 }).toBe('closed');
  });
});
