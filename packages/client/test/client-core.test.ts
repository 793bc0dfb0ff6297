import { ClientCore, MAX_TRIES, type OpenSocket, retryDelay } from '@tablier/client';
import {
  CLOSE_CODES,
  DEAD_AFTER,
  type ErrorName,
  LONGEST_WAIT,
  OPENING_TIMEOUT,
  PING_AFTER,
  PROTOCOL_VERSION,
  RESTING_PING_AFTER,
  RETURN_GRACE,
  type ServerMessage,
  type TableView,
} from '@tablier/protocol';
import { beforeEach, describe, expect, test } from 'vitest';

const table = 'a'.repeat(22);
let now: number;
let sent: unknown[];
let changes: string[];
let closed: number;
let ids: number;
let core: ClientCore;

beforeEach(() => {
  [now, sent, changes, closed, ids] = [0, [], [], 0, 0];
  core = new ClientCore({ now: () => now, newId: () => `d${++ids}`, onChange: ({ kind }) => changes.push(kind) });
});

/** An open socket; `deliver` passes on a message of the server. */
let deliver: (message: { readonly data: unknown }) => void;
const socket: OpenSocket = {
  send: (text) => sent.push(JSON.parse(text)),
  addEventListener: (_, listener) => (deliver = listener),
};
const connect = (serverNow = 0): void => {
  core.connectionOpened(socket, () => void closed++);
  receive({ kind: 'welcome', version: PROTOCOL_VERSION, you: { name: 'Ada' }, now: serverNow });
};
const receive = (message: ServerMessage): void => deliver({ data: JSON.stringify(message) });
const taken = (): unknown[] => sent.splice(0);

const view = (version: number, changes: Partial<TableView> = {}): ServerMessage => ({
  kind: 'table',
  table: {
    id: table,
    version,
    phase: 'waiting',
    game: 'isaac',
    options: {},
    clock: { system: 'none' },
    takeBack: 'never',
    visibility: 'link',
    seating: 'chosen',
    chairs: [],
    you: null,
    invited: null,
    movedTo: null,
    host: 0,
    match: null,
    shuffle: null,
    rematch: { agreed: [], table: null },
    rematchOf: null,
    ...changes,
  },
});
const changed = (from: number, to: number): ServerMessage => ({
  kind: 'changed',
  table,
  from,
  change: { version: [to], host: [to] },
});
const chatLine = (n: number): ServerMessage => ({
  kind: 'said',
  table,
  room: 'players',
  lines: [{ n, at: 0, name: 'Ada', seat: 0, text: `line ${n}` }],
});

describe('the newest view of a table', () => {
  test('is known after its view or its confirmation, and no longer after a reconnect', () => {
    connect();
    core.watch(table);
    expect(core.isCurrent(table)).toBe(false);
    receive(view(1));
    expect(core.isCurrent(table)).toBe(true);
    core.connectionClosed(1006);
    connect();
    expect(core.isCurrent(table)).toBe(false);
    receive({ kind: 'current', table, version: 1 });
    expect(core.isCurrent(table)).toBe(true);
    core.unwatch(table);
    expect(core.isCurrent(table)).toBe(false);
  });

  test('is not known because of an answer to an earlier subscription', () => {
    connect();
    for (const late of [view(1), { kind: 'current', table, version: 1 } as const]) {
      core.watch(table);
      core.unwatch(table);
      receive(late);
      core.watch(table);
      expect(core.isCurrent(table)).toBe(false);
      core.unwatch(table);
    }
  });
});

describe('a client', () => {
  test('greets first, and sends nothing else before the welcome', () => {
    core.watch(table);
    core.enterLobby();
    void core.do({ kind: 'stand', table });
    core.connectionOpened(socket, () => undefined);
    expect(taken()).toEqual([{ kind: 'hello', version: PROTOCOL_VERSION }]);
    receive({ kind: 'welcome', version: PROTOCOL_VERSION, you: null, now: 0 });
    expect(taken()).toEqual([
      { kind: 'watch', table, players: 0, spectators: 0 },
      { kind: 'enter-lobby' },
      { kind: 'do', id: 'd1', command: { kind: 'stand', table } },
    ]);
  });

  test('resumes after a lost connection, and sends unanswered commands again under the same id', async () => {
    connect();
    core.watch(table);
    receive(view(7));
    receive(chatLine(3));
    const answer = core.do({ kind: 'stand', table });
    const answered = core.do({ kind: 'sit', table, chair: 1 });
    receive({ kind: 'done', id: 'd2', table, version: 8 });
    expect(await answered).toEqual({ ok: true, value: { table, version: 8 } });
    core.connectionClosed(1006);
    taken();
    connect();
    expect(taken().slice(1)).toEqual([
      { kind: 'watch', table, from: 7, players: 3, spectators: 0 },
      { kind: 'do', id: 'd1', command: { kind: 'stand', table } },
    ]);
    receive({ kind: 'refused', id: 'd1', error: { name: 'not-seated' } });
    expect(await answer).toEqual({ ok: false, error: { name: 'not-seated' } });
  });

  test('keeps the newest view and each line of chat once', () => {
    connect();
    core.watch(table);
    for (const message of [view(7), view(6), chatLine(1), chatLine(1), chatLine(2)]) receive(message);
    expect(core.tables.get(table)?.view?.version).toBe(7);
    expect(core.tables.get(table)?.chat.players.map(({ n }) => n)).toEqual([1, 2]);
    expect(changes.filter((kind) => kind === 'table')).toHaveLength(1);
  });

  test('applies a delta and reports it as a view', () => {
    connect();
    core.watch(table);
    for (const message of [view(7), changed(7, 8), changed(8, 9), changed(8, 9)]) receive(message);
    expect(core.tables.get(table)?.view).toMatchObject({ id: table, version: 9, host: 9, phase: 'waiting' });
    expect(changes.filter((kind) => kind === 'table')).toHaveLength(3);
  });

  test('asks for the whole view when a delta does not fit', () => {
    connect();
    core.watch(table);
    for (const message of [chatLine(1), changed(7, 8)]) receive(message);
    expect(core.tables.get(table)?.view).toBeNull();
    const asked = { kind: 'watch', table, players: 1, spectators: 0 };
    expect(taken().at(-1)).toEqual(asked);
    for (const message of [view(8), changed(9, 10)]) receive(message);
    expect(taken().at(-1)).toEqual(asked);
    receive({ kind: 'changed', table, from: 8, change: { version: [9], phase: ['nonsense'] } });
    expect(taken().at(-1)).toEqual(asked);
    expect(core.tables.get(table)?.view?.version).toBe(8);
  });

  test('pings a silent connection and closes it after ten seconds', () => {
    connect();
    core.watch(table);
    taken();
    now = PING_AFTER - 1;
    core.tick();
    expect(taken()).toEqual([]);
    now = PING_AFTER;
    core.tick();
    core.tick();
    expect(taken()).toEqual([{ kind: 'ping', n: 1 }]);
    now = DEAD_AFTER - 1;
    core.tick();
    expect(closed).toBe(0);
    now = DEAD_AFTER;
    core.tick();
    expect(closed).toBe(1);
  });

  test('a client that no one waits for pings seldom, and not at all while its page is hidden', () => {
    connect();
    core.watch(table);
    receive(view(7));
    expect(core.pingAfter).toBe(RESTING_PING_AFTER);
    taken();
    now = RESTING_PING_AFTER - 1;
    core.tick();
    now = 10 * RESTING_PING_AFTER;
    core.tick({ isHidden: true });
    expect([taken(), closed]).toEqual([[], 0]);
    now = RESTING_PING_AFTER;
    core.tick();
    expect(taken()).toEqual([{ kind: 'ping', n: 1 }]);
    now += DEAD_AFTER - PING_AFTER;
    core.tick();
    expect(closed).toBe(1);
  });

  test('a player at an unfinished table is waited for, except in a correspondence game', () => {
    connect();
    core.watch(table);
    const seated = (clock: TableView['clock']): number => {
      receive(view(7, { you: 0, clock }));
      return core.pingAfter;
    };
    expect(seated({ system: 'none' })).toBe(PING_AFTER);
    expect(seated({ system: 'days', days: 3, vacation: 0 })).toBe(RESTING_PING_AFTER);
  });

  test('estimates the clock of the server from the shortest round trip', () => {
    connect(1000);
    expect(core.serverNow()).toBe(1000);
    now = RESTING_PING_AFTER;
    core.tick();
    now += 400;
    receive({ kind: 'pong', n: 1, now: 1000 + now - 10 });
    expect(core.serverNow()).toBe(1000 + now);
  });

  test('sends an unavailable command again', async () => {
    connect();
    const answer = core.do({ kind: 'stand', table });
    taken();
    receive({ kind: 'refused', id: 'd1', error: { name: 'unavailable' } });
    core.tick();
    expect(taken()).toEqual([]);
    now = 1000;
    core.tick();
    expect(taken()).toEqual([{ kind: 'do', id: 'd1', command: { kind: 'stand', table } }]);
    receive({ kind: 'done', id: 'd1', table, version: 2 });
    expect(await answer).toMatchObject({ ok: true });
  });

  const refuse = (name: ErrorName): void => receive({ kind: 'refused', id: 'd1', error: { name } });
  /** Refuses a command until the client gives up; the moments at which it was sent again. */
  const retriesOf = (name: ErrorName, until: number): number[] => {
    const sentAt: number[] = [];
    refuse(name);
    for (now = 0; now < until; now += 250) {
      core.tick();
      if (!taken().some((message) => (message as { kind: string }).kind === 'do')) continue;
      sentAt.push(now);
      refuse(name);
    }
    return sentAt;
  };

  test('gives up on an unavailable command after growing delays, reports it, and reuses its id for the same command', async () => {
    connect();
    const command = { kind: 'stand', table } as const;
    const answer = core.do(command);
    taken();
    const sentAt = retriesOf('unavailable', 600_000);
    expect(sentAt).toEqual([1000, 3000, 7000, 15_000, 23_000]);
    expect(sentAt).toHaveLength(MAX_TRIES - 1);
    expect(await answer).toEqual({ ok: false, error: { name: 'unavailable' } });
    const again = core.do(command);
    expect(taken()).toEqual([{ kind: 'do', id: 'd1', command }]);
    receive({ kind: 'done', id: 'd1', table, version: 2 });
    expect(await again).toMatchObject({ ok: true });
    void core.do(command);
    expect(taken()).toEqual([{ kind: 'do', id: 'd2', command }]);
  });

  test('does not repeat a command that failed by a fault of the server', async () => {
    connect();
    const answer = core.do({ kind: 'stand', table });
    taken();
    expect(retriesOf('internal', 60_000)).toEqual([]);
    expect(await answer).toEqual({ ok: false, error: { name: 'internal' } });
  });

  test('randomises up to half of a delay', () => {
    const delays = [0, 0.5, 0.999].map((random) => retryDelay(3, random));
    expect(delays).toEqual([4000, 3000, 2002]);
  });

  test('repeats a subscription that is unavailable, and not one that failed by a fault', () => {
    connect();
    core.watch(table);
    const asked = { kind: 'watch', table, players: 0, spectators: 0 };
    const refuseWatch = (name: ErrorName): void => receive({ kind: 'not-watching', table, error: { name } });
    const askedUntil = (until: number, name: ErrorName): number => {
      let times = 0;
      for (const end = now + until; now < end; now += 500) {
        core.tick();
        for (const message of taken()) {
          if ((message as { kind: string }).kind !== 'watch') continue;
          expect(message).toEqual(asked);
          times++;
          refuseWatch(name);
        }
        receive({ kind: 'pong', n: 1, now });
      }
      return times;
    };
    expect(askedUntil(120_000, 'unavailable')).toBe(MAX_TRIES);
    expect(core.tables.get(table)?.error).toEqual({ name: 'unavailable' });
    core.watchAgain(table);
    expect(core.tables.get(table)?.error).toBeNull();
    expect(askedUntil(120_000, 'internal')).toBe(1);
    expect(core.tables.get(table)?.error).toEqual({ name: 'internal' });
    core.watchAgain(table);
    receive(view(1));
    expect(core.tables.get(table)).toMatchObject({ error: null, view: { version: 1 } });
  });

  test('waits as long as the server asks before it subscribes again', () => {
    connect();
    core.watch(table);
    taken();
    receive({ kind: 'not-watching', table, error: { name: 'too-many', retryMs: 1700 } });
    for (now = 0; now < 1700; now += 100) core.tick();
    expect(taken()).toEqual([]);
    now = 1700;
    core.tick();
    expect(taken()).toHaveLength(1);
  });

  test('does not repeat what it has just sent again after a reconnect', () => {
    connect();
    core.watch(table);
    void core.do({ kind: 'stand', table });
    taken();
    receive({ kind: 'not-watching', table, error: { name: 'unavailable' } });
    receive({ kind: 'refused', id: 'd1', error: { name: 'unavailable' } });
    core.connectionClosed(1006);
    now = 900;
    connect();
    expect(taken().map((message) => (message as { kind: string }).kind)).toEqual(['hello', 'watch', 'do']);
    now = 1500;
    core.tick();
    expect(taken()).toEqual([]);
  });

  test('decides what to do when its connection was closed', () => {
    expect(core.connectionClosed(CLOSE_CODES.otherVersion)).toEqual({ kind: 'reload' });
    expect(core.connectionClosed(CLOSE_CODES.sessionEnded)).toEqual({ kind: 'stop' });
    expect(core.connectionClosed(CLOSE_CODES.banned)).toEqual({ kind: 'banned' });
    const waits = (tries: number) => Array.from({ length: tries }, () => core.connectionClosed(1006));
    const wait = (afterMs: number) => ({ kind: 'reconnect', afterMs });
    expect(waits(3)).toEqual([250, 500, 1000].map(wait));
    expect(waits(7)).toEqual(Array.from({ length: 7 }, () => wait(1000)));
    expect(waits(2)).toEqual([LONGEST_WAIT, LONGEST_WAIT].map(wait));
    connect();
    expect(core.connectionClosed(CLOSE_CODES.restart)).toEqual(wait(250));
  });

  test('randomises up to half of a wait, so that clients do not reconnect together', () => {
    const waits = [0, 0.5, 0.999].map((drawn) => {
      const parts = { now: () => 0, newId: () => 'd', onChange: () => undefined, random: () => drawn };
      return new ClientCore(parts).connectionClosed(1006);
    });
    expect(waits).toEqual([250, 188, 125].map((afterMs) => ({ kind: 'reconnect', afterMs })));
  });

  test('reconnects within the grace period, in whatever state the connection was when the server returned', () => {
    const TICK = 1000;
    const failedOpening = OPENING_TIMEOUT + TICK + LONGEST_WAIT;
    const deadConnection = DEAD_AFTER + TICK + 250;
    expect(Math.max(failedOpening, deadConnection)).toBeLessThan(RETURN_GRACE);
  });

  test('accepts a refusal with an unknown error name', async () => {
    connect();
    const answer = core.do({ kind: 'stand', table });
    deliver({ data: '{"kind":"refused","id":"d1","error":{"name":"of-tomorrow","hint":7},"more":[1]}' });
    expect(await answer).toEqual({ ok: false, error: { name: 'unknown-error' } });
  });

  test('ignores an unreadable message', () => {
    connect();
    core.watch(table);
    deliver({ data: '{"kind":"table","table":{}}' });
    expect(core.tables.get(table)?.view).toBeNull();
    expect(changes.at(-1)).toBe('error');
  });

  test('receives the whole lobby, then its changes', () => {
    connect();
    core.enterLobby();
    const summary = (id: string, plies: number) => ({
      id,
      phase: 'playing' as const,
      at: 0,
      game: 'isaac',
      options: {},
      clock: { system: 'none' as const },
      pace: null,
      chairs: [],
      plies,
      preview: null,
      places: null,
      ended: null,
    });
    const other = 'b'.repeat(22);
    receive({ kind: 'lobby', whole: true, changed: [summary(table, 1), summary(other, 1)], gone: [] });
    receive({ kind: 'lobby', whole: false, changed: [summary(table, 2)], gone: [other] });
    expect([...core.lobby.values()].map(({ id, plies }) => [id, plies])).toEqual([[table, 2]]);
  });

  test('follows its own tables again after a lost connection, and forgets them when it stops', () => {
    connect();
    core.followOwn();
    taken();
    core.connectionClosed(1006);
    connect();
    expect(taken()).toContainEqual({ kind: 'follow-own' });
    const clock = { system: 'none' as const };
    const table0 = { phase: 'playing' as const, at: 0, game: 'isaac', options: {}, clock, chairs: [], host: 0 };
    const seat0 = { hostHere: true, you: 0, invited: null, plies: 0, until: null };
    const own = (id: string, turn: boolean) => ({ id, turn, yourTurn: turn, ...table0, ...seat0 });
    const other = 'b'.repeat(22);
    receive({ kind: 'own', whole: true, changed: [own(table, false), own(other, true)], gone: [] });
    receive({ kind: 'own', whole: false, changed: [own(table, true)], gone: [other] });
    expect([...core.own.values()].map(({ id, turn }) => [id, turn])).toEqual([[table, true]]);
    core.leaveOwn();
    expect([core.own.size, taken()]).toEqual([0, [{ kind: 'leave-own' }]]);
  });

  test('tells listeners of a table what is known of it, until they stop', () => {
    const heard: (number | null)[] = [];
    connect();
    core.watch(table);
    const stop = core.listen(table, ({ view }) => heard.push(view?.version ?? null));
    receive(view(1));
    receive(view(2));
    stop();
    receive(view(3));
    expect(heard).toEqual([null, 1, 2]);
  });
});
