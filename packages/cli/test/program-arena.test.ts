import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NEW_RATING, rateMatch, type Rating } from '@tablier/match';
import type { ProgramLadder, RatedGames, TournamentView } from '@tablier/protocol';
import { type OnlineSettings, type RunningServer, startServer, UNLIMITED } from '@tablier/server';
import { openStore } from '@tablier/store';
import { newMember, newToken } from '@tablier/testkit/online';
import { afterEach, expect, test } from 'vitest';
import { start } from './tablier.ts';

const folder = mkdtempSync(join(tmpdir(), 'tablier-arena-'));
const children: ChildProcess[] = [];
let server: RunningServer;
afterEach(async () => {
  for (const child of children.splice(0)) {
    const closed = once(child, 'close');
    child.kill();
    await closed;
  }
  await server.close();
  rmSync(folder, { recursive: true });
});

const SETTINGS: OnlineSettings = {
  ...UNLIMITED,
  paces: { tournaments: 500, jobs: 200 },
  dailyArenas: { hour: 0, minutes: 5, noticeMs: 500, clock: { system: 'fischer', base: 10, increment: 1 } },
};
const serve = (port: number, now: () => number = Date.now) =>
  startServer({
    ...{ host: '127.0.0.1', port, dataDir: join(folder, 'data'), pageDir: folder },
    ...{ log: () => undefined, online: { ...SETTINGS, now } },
  });

async function read<T>(path: string): Promise<T> {
  const response = await fetch(`${server.url}/api/v1${path}`);
  return (await response.json()) as T;
}

/** The account of a program, and a bot of the command line that plays for it. */
async function startProgram(name: string): Promise<void> {
  const cookie = await newMember(server.url, name);
  const saved = await fetch(`${server.url}/api/me/program`, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ author: 'Ada', engine: 'tablier engine', source: '', arenas: ['isaac'] }),
  });
  expect(saved.status).toBe(204);
  const { secret } = await newToken(server.url, cookie, ['bot']);
  // It plays at once and sleeps instead of searching.
  const engine = `${process.execPath} ${join(import.meta.dirname, 'misbehaving-engine.ts')} slow 0 ${join(folder, name)}`;
  children.push(start(['bot', '--server', server.url, '--token', secret, '--engine', engine]));
}

const settled = ({ allRounds }: TournamentView): number => allRounds.reduce((sum, { finished }) => sum + finished, 0);

/** The ratings that follow from the rated games of a person, as their page lists them, in the order in which they were played. */
async function recomputed(name: string): Promise<readonly (Rating & { readonly name: string })[]> {
  const { games } = await read<RatedGames>(`/people/${name}/games?limit=100`);
  const known = new Map<string, Rating & { readonly since: number | null }>();
  for (const { at, id, seats } of games.toReversed()) {
    const { end } = await read<{ readonly end: { readonly places: readonly number[] } }>(`/records/${id}`);
    const players = seats.map(({ username }, side) => ({
      ...{ side, place: end.places[side] ?? 0 },
      before: known.get(username ?? '') ?? { ...NEW_RATING, since: null },
    }));
    const rated = rateMatch(
      players.map((each) => ({ ...each, since: each.before.since })),
      at,
    );
    for (const [seat, { username }] of seats.entries())
      known.set(username ?? '', { ...(rated[seat] ?? NEW_RATING), since: at });
  }
  return [...known].map(([username, { rating, deviation, volatility }]) => ({
    ...{ name: username, rating, deviation, volatility },
  }));
}

test('two programs play in the arena of the day, which goes on after the server has restarted, and their ratings follow from the games', async () => {
  server = await serve(0);
  const port = Number(new URL(server.url).port);
  for (const name of ['Alpha', 'Beta']) await startProgram(name);
  let id = '';
  const arena = () => read<TournamentView>(`/tournaments/${id}`);
  await expect
    .poll(
      async () => {
        const { tournaments } = await read<{ readonly tournaments: readonly TournamentView[] }>(
          '/tournaments?status=running',
        );
        id = tournaments[0]?.id ?? '';
        return tournaments;
      },
      { timeout: 60_000, interval: 500 },
    )
    .toMatchObject([{ game: 'isaac', kind: 'arena', onlyPrograms: true, rated: true, organiser: null, entrants: 2 }]);
  // The second game has begun.
  await expect.poll(async () => (await arena()).round, { timeout: 90_000, interval: 500 }).toBe(2);
  const before = await arena();
  expect(settled(before)).toBe(1);
  await server.close();
  const wait = (before.endsAt ?? 0) - Date.now() - 15_000;
  server = await serve(port, () => Date.now() + wait);
  await expect.poll(async () => settled(await arena()), { timeout: 90_000, interval: 500 }).toBeGreaterThanOrEqual(2);
  await expect.poll(async () => (await arena()).status, { timeout: 120_000, interval: 500 }).toBe('over');
  const { pairings } = await read<TournamentView>(`/tournaments/${id}?round=2`);
  // The game that ran while the server was down.
  expect(['rules', 'time']).toContain(pairings[0]?.endedBy);
  const { standings } = await arena();
  const games = settled(await arena());
  expect(standings.map(({ state, games: played }) => [state, played])).toEqual([
    ['in', games],
    ['in', games],
  ]);
  const { programs, levels } = await read<ProgramLadder>('/programs/isaac/quick');
  expect(programs.map((program) => [program.games, program.online])).toEqual([
    [games, true],
    [games, true],
  ]);
  expect(levels).toHaveLength(8);
  const expected = await recomputed('alpha');
  expect(expected.map(({ name }) => name).toSorted()).toEqual(['alpha', 'beta']);
  await server.close();
  const store = await openStore({ folder: join(folder, 'data') });
  if (!store.ok) throw new Error('no store');
  for (const { name, ...rating } of expected) {
    const { account = '' } = (await store.value.ratings.byUsername(name)) ?? {};
    expect(await store.value.ratings.of(account)).toMatchObject([{ game: 'isaac', pace: 'quick', games, ...rating }]);
  }
  expect(await store.value.ratings.rebuild()).toEqual({ matches: games, ratings: 2, corrected: 0 });
  await store.value.close();
}, 400_000);
