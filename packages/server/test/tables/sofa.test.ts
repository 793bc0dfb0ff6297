import { hashText, SeededRng } from '@tablier/core';
import type { TableTerms } from '@tablier/protocol';
import { newGuest, randomChoice, TestClient } from '@tablier/testkit/online';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UNLIMITED } from '../../src/api/services.ts';
import { startTestServer, type TestServer } from '../running.ts';

const SOFA: TableTerms = {
  game: 'masker',
  options: {},
  clock: { system: 'none' },
  takeBack: 'asked',
  visibility: 'link',
  seating: 'chosen',
  sofa: true,
  chairs: ['link', 'link', 'link', 'link'],
};

interface Codes {
  readonly code: string;
  readonly chairs: readonly { readonly code: string | null; readonly own: boolean }[];
}

/** How often a phone locks. `SOFA_CYCLES=1000` takes a minute. */
const CYCLES = Number(process.env['SOFA_CYCLES'] ?? 24);

let now: number;
let server: TestServer;
let clients: TestClient[];
let screenCookie: string;
let screen: TestClient;
let table: string;

async function client(cookie: string, commands = 'd'): Promise<TestClient> {
  const opened = await new TestClient(server.url, cookie, { commands, maxReconnectMs: 0 }).connect();
  clients.push(opened);
  return opened;
}

async function codesFor(cookie: string): Promise<Codes> {
  const answer = await fetch(`${server.url}/api/tables/${table}/sofa`, { headers: { cookie } });
  return (await answer.json()) as Codes;
}

const codeOf = async (cookie: string, chair: number): Promise<string> =>
  (await codesFor(cookie)).chairs[chair]?.code ?? '';

/** A phone without an account that takes a seat with the code on the screen. */
async function phone(name: string, chair: number) {
  const cookie = await newGuest(server.url, name);
  const opened = await client(cookie);
  await opened.must({ kind: 'sit', table, chair, code: await codeOf(screenCookie, chair) });
  await opened.view(table, ({ you }) => you === chair);
  return { cookie, client: opened, chair };
}

const coloursIn = (view: unknown): unknown[] =>
  (view as { seats: { colour: unknown }[] }).seats.map(({ colour }) => colour);

beforeEach(async () => {
  now = Date.now();
  server = await startTestServer({ paces: { presence: 0 }, now: () => now, ...UNLIMITED });
  clients = [];
  screenCookie = await newGuest(server.url, 'Screen');
  screen = await client(screenCookie);
  table = (await screen.must({ kind: 'open', terms: SOFA })).table;
  screen.core.watch(table, { isSpectator: true });
});

afterEach(async () => {
  for (const each of clients) await each.leave();
  await server.remove();
});

describe('a table with a shared screen', () => {
  test('has no chair for who opens it, and is refused with other terms', async () => {
    const view = await screen.view(table);
    expect([view.you, view.sofa, view.host]).toEqual([null, true, 0]);
    for (const wrong of [
      { chairs: ['me', 'link'] as const },
      { visibility: 'open' as const },
      { seating: 'drawn' as const },
      { chairs: ['open', 'open'] as const },
    ])
      expect(
        await screen.refusal({
          kind: 'open',
          terms: { ...SOFA, ...wrong, chairs: [...(wrong.chairs ?? SOFA.chairs)] },
        }),
      ).toBe('bad-seats');
  });

  test('gives a chair once for its code, and tells codes only to the screen and to their own seat', async () => {
    const code = await codeOf(screenCookie, 1);
    const [lise, other] = [await newGuest(server.url, 'Lise'), await newGuest(server.url, 'Marie')];
    expect((await codesFor(lise)).chairs.map((each) => each.code)).toEqual([null, null, null, null]);
    const [one, two] = [await client(lise), await client(other)];
    expect(await one.refusal({ kind: 'sit', table, chair: 0, code })).toBe('bad-code');
    await one.must({ kind: 'sit', table, chair: 1, code });
    expect(await two.refusal({ kind: 'sit', table, chair: 1, code })).toBe('bad-code');
    expect(await two.refusal({ kind: 'sit', table, chair: 1 })).toBe('chair-taken');
    const own = await codesFor(lise);
    expect(own.chairs.map((each) => [each.code !== null, each.own])).toEqual([
      [false, false],
      [true, true],
      [false, false],
      [false, false],
    ]);
    expect(own.chairs[1]?.code).not.toBe(code);
  });

  test('moves a seat to another phone in the middle of the match: the old one is a spectator at once', async () => {
    const phones = [await phone('Lise', 0), await phone('Marie', 1), await phone('Jonas', 2), await phone('Theo', 3)];
    const [first] = phones;
    if (first === undefined) throw new Error('no phone');
    const before = await first.client.view(table, ({ phase }) => phase === 'playing');
    const code = await codeOf(first.cookie, 0);
    const next = await client(await newGuest(server.url, 'Lise'));
    await next.must({ kind: 'sit', table, chair: 0, code, name: 'Lise' });
    const [old, now] = [
      await first.client.view(table, ({ you }) => you === null),
      await next.view(table, ({ you }) => you === 0),
    ];
    expect(coloursIn(now.match?.view)).toEqual(coloursIn(before.match?.view));
    expect(coloursIn(old.match?.view)).toEqual([null, null, null, null]);
    expect(now.chairs).toMatchObject(['Lise', 'Marie', 'Jonas', 'Theo'].map((name) => ({ kind: 'person', name })));
    const mover = now.match?.view.turn === 0 ? next : phones[now.match?.view.turn ?? -1]?.client;
    const view = await mover?.view(table);
    if (mover === undefined || view === undefined) throw new Error('no one is to move');
    expect((await mover.act(table, { kind: 'move', move: randomChoice(view, new SeededRng(1)) })).ok).toBe(true);
    if (view.you === 0)
      expect(await first.client.act(table, { kind: 'move', move: 'x' })).toMatchObject({
        error: { name: 'not-seated' },
      });
  });

  test('sends the screen what a spectator gets, also if its person sits there with a phone', async () => {
    const own = await client(screenCookie, 'phone');
    await own.must({ kind: 'sit', table, chair: 0, code: await codeOf(screenCookie, 0), name: 'Lise' });
    for (const [chair, name] of ['Marie', 'Jonas', 'Theo'].entries()) await phone(name, chair + 1);
    const guest = await client('');
    guest.core.watch(table);
    const isBegun = ({ phase }: { phase: string }): boolean => phase === 'playing';
    const [shown, seen, held] = [
      await screen.view(table, isBegun),
      await guest.view(table, isBegun),
      await own.view(table, isBegun),
    ];
    expect(shown).toEqual(seen);
    expect(coloursIn(held.match?.view).filter((colour) => colour !== null)).toHaveLength(2);
    expect(screen.received.filter((text) => /"colour":"/.test(text))).toEqual([]);
  });

  test('lets a person who touches the screen move for the seat to move, where that tells nothing', async () => {
    const phones = [await phone('Lise', 0), await phone('Marie', 1), await phone('Jonas', 2), await phone('Theo', 3)];
    const view = await screen.view(table, ({ phase }) => phase === 'playing');
    const move = randomChoice(view, new SeededRng(1));
    expect((await screen.act(table, { kind: 'move', move })).ok).toBe(true);
    expect(await screen.act(table, { kind: 'resign' })).toMatchObject({ error: { name: 'not-seated' } });
    await phones[0]?.client.view(table, ({ match }) => match?.plies === 1);
  });

  test('holds the seats of several players on one phone: its view is that of the one to move', async () => {
    const shared = await phone('Lise', 0);
    for (const [chair, name] of [
      [1, 'Marie'],
      [2, 'Jonas'],
      [3, 'Theo'],
    ] as const)
      await shared.client.must({ kind: 'sit', table, chair, name });
    const rng = new SeededRng(hashText('pass'));
    for (let made = 0; made < 12; made++) {
      const view = await shared.client.view(table, ({ match }) => match?.plies === made);
      if (view.match === null) throw new Error('no match');
      expect(view.you).toBe(view.match.view.turn);
      const colours = coloursIn(view.match.view);
      expect(colours.flatMap((colour, seat) => (colour === null ? [] : [seat % 2]))).toEqual(
        [view.you ?? 0, view.you ?? 0].map((seat) => seat % 2),
      );
      await shared.client.act(table, { kind: 'move', move: randomChoice(view, rng) });
    }
    expect((await screen.view(table)).chairs).toMatchObject([
      { name: 'Lise' },
      { name: 'Marie' },
      { name: 'Jonas' },
      { name: 'Theo' },
    ]);
  });

  test('brings a locked phone back to its seat within a second of a new spectator, without a second player or a lost move', async () => {
    const rng = new SeededRng(hashText('locked'));
    const phones = [await phone('Lise', 0), await phone('Marie', 1), await phone('Jonas', 2), await phone('Theo', 3)];
    const longest = { ms: 0 };
    for (let cycle = 0, plies = 0; cycle < CYCLES; cycle++) {
      const view = await screen.view(table, ({ match }) => match?.plies === plies);
      const mover = phones[view.match?.view.turn ?? -1];
      const locked = phones[rng.below(phones.length)];
      if (mover === undefined || locked === undefined) throw new Error('no one is to move');
      const own = await mover.client.view(table, ({ match }) => match?.plies === plies);
      const sent = mover.client.act(table, { kind: 'move', move: randomChoice(own, rng), plies });
      locked.client.drop();
      now += 1000 + rng.below(599_000);
      const movedAt = async (each: TestClient) => {
        const after = await each.view(table, ({ match }) => match?.plies === plies + 1);
        return { after, at: performance.now() };
      };
      // Who connects for the first time at the same moment waits for a busy machine as long as the phone does.
      const watch = async () => {
        const spectator = await client('');
        spectator.core.watch(table);
        const { at } = await movedAt(spectator);
        await spectator.leave();
        return at;
      };
      const [answer, { after: back, at }, watchedAt] = await Promise.all([sent, movedAt(locked.client), watch()]);
      longest.ms = Math.max(longest.ms, at - watchedAt);
      expect([answer.ok, back.you, back.chairs.length]).toEqual([true, locked.chair, 4]);
      plies++;
      if (back.phase !== 'over') continue;
      for (const each of phones) await each.client.must({ kind: 'rematch', table, agree: true });
      const next = await screen.view(table, ({ rematch }) => rematch.table !== null);
      table = next.rematch.table ?? '';
      plies = 0;
      screen.core.watch(table, { isSpectator: true });
      for (const each of phones) each.chair = (await each.client.view(table, ({ you }) => you !== null)).you ?? -1;
      phones.sort((one, other) => one.chair - other.chair);
    }
    expect(longest.ms).toBeLessThan(1000);
  });

  test('is found by four letters, and no code is in the log', async () => {
    const { code, chairs } = await codesFor(screenCookie);
    const find = (letters: string) =>
      fetch(`${server.url}/api/sofa`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: letters }),
      });
    expect(await (await find(code)).json()).toEqual({ table });
    expect((await find(code === 'AAAA' ? 'BBBB' : 'AAAA')).status).toBe(404);
    await phone('Lise', 0);
    const log = server.log.join('\n');
    for (const secret of [code, ...chairs.map((chair) => chair.code ?? 'none')]) expect(log).not.toContain(secret);
  });
});
