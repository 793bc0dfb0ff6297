import type { Rng } from '@tablier/core';
import { SeededRng } from '@tablier/core';
import { masker } from '@tablier/games';
import { afterEach, describe, expect, test } from 'vitest';
import type { Chance } from '../../src/index.ts';
import { startTestServer, type TestServer } from '../running.ts';
import { join, randomChoice, sitDown, terms, TestClient } from '@tablier/testkit/online';

/** Chance whose last four draws of a deal of Masker, the tokens, are given; all else is the same in every world. */
function worldChance(tokens: readonly number[]): Chance {
  const grid = new SeededRng(11);
  const crosses = 35;
  let drawn = 0;
  let made = 0;
  const rng: Rng = {
    below: (bound) => (drawn++ < crosses ? grid.below(bound) : (tokens[drawn - crosses - 1] ?? 0)),
  };
  return {
    id: () => `id${String(++made).padStart(20, '0')}`,
    secret: () => String(++made).padStart(64, '0'),
    rng,
  };
}

const tokensOf = (draws: readonly number[]): string => {
  const dealt = masker.deal({ touch: 'side', board: 'flat' }, 3, worldChance(draws).rng);
  return (dealt as { tokens: string }).tokens;
};

/** Two worlds that seat 0 cannot tell apart: its own token is the same, those of the others are not. */
function twoWorlds(): [readonly number[], readonly number[]] {
  const first = [0, 0, 0, 0];
  const own = tokensOf(first);
  for (let code = 1; code < 120; code++) {
    const other = [code % 5, Math.floor(code / 5) % 4, Math.floor(code / 20) % 3, Math.floor(code / 60) % 2];
    const tokens = tokensOf(other);
    if (tokens[0] === own[0] && tokens[1] !== own[1] && tokens[2] !== own[2]) return [first, other];
  }
  throw new Error('no such worlds');
}

const MOVES = 14;
const NOW = Date.UTC(2026, 0, 1);
const MANY = { burst: 1e6, perSecond: 1e6 };

/** All that a world sent to each audience while the same things were done in it. */
interface Heard {
  readonly seats: readonly string[][];
  readonly spectator: string[];
  readonly nobodyKnown: string[];
  readonly http: string[];
}

const running: TestServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.remove();
});

async function liveThrough(draws: readonly number[]): Promise<Heard> {
  const limits = { guests: MANY, lines: MANY, messages: MANY, deeds: MANY, tables: MANY, chat: MANY };
  const server = await startTestServer({ now: () => NOW, chance: worldChance(draws), limits });
  running.push(server);
  const players = [await join(server.url, 'Ada'), await join(server.url, 'Grace'), await join(server.url, 'Alan')];
  const watcher = await join(server.url, 'Eve');
  const nobody = await new TestClient(server.url).connect();
  for (const client of [watcher, nobody]) client.core.enterLobby();
  const table = await sitDown(players, terms('masker', { chairs: ['me', 'open', 'open'], visibility: 'open' }));
  const everybody = [...players, watcher, nobody];
  const rng = new SeededRng(5);
  for (let made = 0; made < MOVES; made++) {
    const views = await Promise.all(
      everybody.map((client) => client.view(table, ({ match }) => match?.plies === made)),
    );
    const [view] = views;
    const mover = players[view?.match?.view.turn ?? -1];
    if (view === undefined || mover === undefined) throw new Error('nobody is to move');
    for (const client of [...players, watcher]) {
      if (client !== mover) await client.act(table, { kind: 'move', move: 'a1' });
    }
    await mover.act(table, { kind: 'move', move: 'zz' });
    await mover.act(table, { kind: 'take-back', to: 99 });
    await mover.must({ kind: 'act', table, command: { kind: 'move', move: randomChoice(view, rng) } });
    await watcher.must({ kind: 'say', table, text: `move ${made}` });
    await mover.must({ kind: 'say', table, text: `I made move ${made}` });
    // Lines that come while others are on their way are sent together: here each is waited for.
    for (const client of everybody)
      await client.chat(table, players.includes(client) ? 'players' : 'spectators', made + 1);
  }
  await Promise.all(everybody.map((client) => client.view(table, ({ match }) => match?.plies === MOVES)));
  const paths = ['/api/health', '/api/games', `/api/games/${table}`, `/api/tables/${table}`, '/api/me'];
  const http = await Promise.all(paths.map(async (path) => (await fetch(server.url + path)).text()));
  await watcher.until(() => watcher.core.lobby.get(table)?.plies === MOVES);
  http.push(JSON.stringify([...watcher.core.lobby.values()]));
  for (const client of everybody) await client.leave();
  const heardBy = ({ received }: TestClient): string[] => received.map(withoutHash).filter(isAsked).toSorted();
  return { seats: players.map(heardBy), spectator: heardBy(watcher), nobodyKnown: heardBy(nobody), http };
}

/** The hash binds the deal without telling it: it is the one thing that differs, and of no use without the nonce. */
const withoutHash = (text: string): string => text.replace(/"hash":"[0-9a-f]{64}"/, '"hash":"-"');

/** Who is there, and the lobby, are told at a pace of their own: how many of those messages there are is chance. */
const isAsked = (text: string): boolean => !/^\{"kind":"(presence|lobby)"/.test(text);

/** Where two lists of texts part, in few words; `null` where they do not. */
function firstDifference(left: readonly string[] = [], right: readonly string[] = []): string | null {
  const at = left.findIndex((text, index) => text !== right[index]);
  if (at < 0) return left.length === right.length ? null : `${left.length} and ${right.length} messages`;
  const [one, other] = [left[at] ?? '', right[at] ?? ''];
  const letter = Array.from(one).findIndex((character, index) => character !== other[index]);
  return `${one.slice(0, 60)}: ${one.slice(letter - 30, letter + 30)} / ${other.slice(letter - 30, letter + 30)}`;
}

describe('two worlds that differ in what a seat cannot know', () => {
  test('send that seat, spectators and everybody else the same bytes', async () => {
    const [first, second] = twoWorlds();
    const [one, other] = [await liveThrough(first), await liveThrough(second)];
    expect(one.seats[0]?.length).toBeGreaterThan(2 * MOVES);
    expect(firstDifference(one.seats[0], other.seats[0])).toBeNull();
    expect(firstDifference(one.spectator, other.spectator)).toBeNull();
    expect(firstDifference(one.nobodyKnown, other.nobodyKnown)).toBeNull();
    expect(firstDifference(one.http, other.http)).toBeNull();
    // The worlds do differ, and the other seats see it: otherwise this would show nothing.
    expect(firstDifference(one.seats[1], other.seats[1])).not.toBeNull();
    expect(firstDifference(one.seats[2], other.seats[2])).not.toBeNull();
  });
});

test('nothing that a spectator is sent during a match names a token; at the end all are turned up', async () => {
  const server = await startTestServer();
  running.push(server);
  const players = [await join(server.url, 'Ada'), await join(server.url, 'Grace')];
  const watcher = await new TestClient(server.url).connect();
  const table = await sitDown(players, terms('masker'));
  const shown = await watcher.view(table);
  expect(shown.you).toBeNull();
  const coloursIn = (view: unknown): unknown[] =>
    (view as { seats: { colour: unknown }[] }).seats.map(({ colour }) => colour);
  expect(coloursIn(shown.match?.view)).toEqual([null, null]);
  expect(shown.match?.record).toBeNull();
  await players[0]?.act(table, { kind: 'resign' });
  const over = await watcher.view(table, ({ phase }) => phase === 'over');
  const record = over.match?.record;
  if (!record) throw new Error('no record');
  const { tokens } = record.deal as { tokens: string };
  expect(coloursIn(over.match?.view)).toEqual(Array.from(tokens));
  const during = watcher.received.filter((text) => !/"phase":\[?"over"/.test(text)).join('\n');
  expect(during).not.toContain('tokens');
  expect(during).not.toContain('"deal"');
  for (const client of [...players, watcher]) await client.leave();
});
