import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Leaderboard, Profile, RatedGames, RatingChanges, TableTerms } from '@tablier/protocol';
import { openStore } from '@tablier/store';
import { terms } from '@tablier/testkit/online';
import { expect, test } from 'vitest';
import {
  clients,
  limits as MANY_LIMITS,
  members,
  pairedTable,
  player,
  playShortly,
  read,
  serveMembers,
  tableOf,
} from '../members.ts';

const RATED: Partial<TableTerms> = { visibility: 'open', seating: 'drawn', rated: true, chairs: ['me', 'open'] };
const NEW = { value: 1500, provisional: true };

test('a quick pairing of two members is rated, and its players see how', async () => {
  const { url } = await serveMembers();
  const players = await members(url);
  const table = await pairedTable(players);
  const view = await players[0]?.client.view(table, ({ phase }) => phase === 'playing');
  expect(view).toMatchObject({ rated: true, chairs: [{ rating: NEW }, { rating: NEW }] });
  expect((await players[0]?.browser.ask('GET', `/api/tables/${table}/ratings`))?.status).toBe(404);
  const winner = await playShortly(table, players);
  const { changes } = await read<RatingChanges>(winner, `/api/tables/${table}/ratings`);
  expect(changes).toContainEqual({ before: NEW, after: { value: 1662, provisional: true } });
  expect(changes).toContainEqual({ before: NEW, after: { value: 1338, provisional: true } });
  const own = { game: 'isaac', pace: 'quick', value: 1662, provisional: true, games: 1 };
  expect(await read(winner, '/api/me/ratings')).toEqual({ ratings: [own] });
  const board = await read<Leaderboard>(winner, '/api/v1/ratings/isaac/quick');
  expect(board).toEqual({ players: [], next: null });
  for (const { client } of players) await client.must({ kind: 'rematch', table, agree: true });
  const again = await players[0]?.client.view(table, ({ rematch }) => rematch.table !== null);
  const rematch = await winner.client.view(again?.rematch.table ?? '', ({ phase }) => phase === 'playing');
  const chair = rematch.chairs[rematch.you ?? -1];
  expect([rematch.rated, chair]).toMatchObject([true, { rating: { value: 1662, provisional: true } }]);
});

test('profiles show what their owners choose, and an unknown, hidden or erased name gives the same 404', async () => {
  const { url } = await serveMembers();
  const [ada, grace] = await members(url);
  if (ada === undefined || grace === undefined) throw new Error('no players');
  const unknown = (await ada.browser.ask('GET', '/api/v1/people/no-one')).text;
  const refused = async (name: string) => {
    const { status, text } = await ada.browser.ask('GET', `/api/v1/people/${name}`);
    return status === 404 && text === unknown;
  };
  expect(await read<Profile>(ada, '/api/v1/people/grace.h')).toEqual({
    ...{ name: 'Grace', username: 'grace.h', ratings: [], games: [], tournaments: [] },
    against: { wins: 0, draws: 0, losses: 0 },
  });
  const table = await pairedTable([ada, grace]);
  const adaWon = (await playShortly(table, [ada, grace])) === ada;
  const profile = await read<Profile>(ada, '/api/v1/people/Grace.H');
  expect(profile).toMatchObject({
    name: 'Grace',
    username: 'grace.h',
    games: [{ game: 'isaac', wins: adaWon ? 0 : 1, draws: 0, losses: adaWon ? 1 : 0 }],
    against: { wins: adaWon ? 1 : 0, draws: 0, losses: adaWon ? 0 : 1 },
  });
  expect(profile.ratings).toHaveLength(1);
  const { games, next } = await read<RatedGames>(ada, '/api/v1/people/ada/games');
  expect([games.length, next]).toEqual([1, null]);
  expect((await ada.browser.ask('GET', `/api/v1/records/${games[0]?.id ?? ''}`)).status).toBe(200);
  expect(await read(ada, '/api/v1/people/ada/graph/isaac/quick')).toMatchObject({ points: [{ provisional: true }] });
  expect((await fetch(`${url}/@grace.h`, { headers: { accept: 'text/html' } })).status).toBe(200);

  const save = (body: unknown) => grace.browser.ask('PUT', '/api/me/profile', body);
  expect((await save({ ratings: false, games: true })).status).toBe(200);
  const hidden = await read<Profile>(ada, '/api/v1/people/grace.h');
  expect([hidden.ratings, hidden.games?.length]).toEqual([undefined, 1]);
  expect((await ada.browser.ask('GET', '/api/v1/people/grace.h/graph/isaac/quick')).status).toBe(404);
  const { changes } = await read<RatingChanges>(ada, `/api/tables/${table}/ratings`);
  expect(changes.filter((change) => change === null)).toHaveLength(1);
  expect((await save({ ratings: 1 })).error).toBe('bad-request');
  await save({ ratings: false, games: false });
  const bare = await read<Profile>(ada, '/api/v1/people/grace.h');
  expect([bare.username, bare.ratings, bare.games]).toEqual(['grace.h', undefined, undefined]);
  expect((await fetch(`${url}/@grace.h`, { headers: { accept: 'text/html' } })).status).toBe(200);
  expect((await read<RatedGames>(ada, '/api/v1/people/ada/games')).games[0]?.seats).toContainEqual(
    expect.objectContaining({ name: null, username: null, change: null }),
  );
  const exported = await read<Record<string, unknown>>(grace, '/api/me/export');
  expect(exported).toMatchObject({ profile: { ratings: false, games: false }, ratings: [{ game: 'isaac' }] });
  expect(exported['rated']).toHaveLength(1);

  const before = await read(ada, '/api/me/ratings');
  expect((await ada.browser.ask('GET', '/api/v1/people/ada')).status).toBe(200);
  expect((await grace.browser.ask('DELETE', '/api/me')).status).toBe(204);
  expect(await refused('grace.h')).toBe(true);
  expect(await read(ada, '/api/me/ratings')).toEqual(before);
});

test('guests, private tables, variants and short or aborted matches change no rating', async () => {
  const { url } = await serveMembers();
  const [ada, grace] = await members(url);
  if (ada === undefined || grace === undefined) throw new Error('no players');
  const guest = await player(url, 'Eve');
  const withGuest = await tableOf(ada, guest, RATED);
  expect((await ada.client.view(withGuest, ({ phase }) => phase === 'playing')).rated).toBeUndefined();
  await playShortly(withGuest, [ada, guest]);
  const short = await tableOf(ada, grace, RATED);
  expect((await ada.client.view(short, ({ phase }) => phase === 'playing')).rated).toBe(true);
  await playShortly(short, [ada, grace], 9);
  expect(await ada.client.view(short, ({ phase }) => phase === 'over')).toMatchObject({ unrated: 'too-short' });
  const aborted = await tableOf(ada, grace, RATED);
  await ada.client.view(aborted, ({ phase }) => phase === 'playing');
  await ada.client.must({ kind: 'act', table: aborted, action: { kind: 'abort' } });
  const unrated = await tableOf(ada, grace, { ...RATED, rated: false });
  await playShortly(unrated, [ada, grace]);
  expect(await read(ada, '/api/me/ratings')).toEqual({ ratings: [] });
  const refused: readonly Partial<TableTerms>[] = [
    { visibility: 'link' },
    { seating: 'chosen' },
    { options: { counter: 'upTo' } },
    { chairs: ['me', { bot: 'beginner' }] },
    { chairs: ['me', 'link'] },
  ];
  for (const changes of refused) {
    const answer = await ada.client.do({ kind: 'open', terms: terms('isaac', { ...RATED, ...changes }) });
    expect(answer).toMatchObject({ ok: false, error: { name: 'cannot-be-rated' } });
  }
  const byGuest = await guest.client.do({ kind: 'open', terms: terms('isaac', RATED) });
  expect(byGuest).toMatchObject({ error: { name: 'cannot-be-rated' } });
});

test('of two opponents five games a day are rated, and those with others still are', async () => {
  let ahead = 0;
  const { url } = await serveMembers({ now: () => Date.now() + ahead });
  const [ada, grace, eve] = [...(await members(url)), await player(url, 'Eve', 'eve')];
  if (ada === undefined || grace === undefined || eve === undefined) throw new Error('no players');
  const statusOf = async (table: string): Promise<number> =>
    (await ada.browser.ask('GET', `/api/tables/${table}/ratings`)).status;
  const play = async (other: typeof ada): Promise<string> => {
    const table = await tableOf(ada, other, RATED);
    await playShortly(table, [ada, other]);
    return table;
  };
  const expectRated = async (other: typeof ada): Promise<void> => {
    const table = await play(other);
    await expect.poll(() => statusOf(table)).toBe(200);
  };
  for (let game = 1; game <= 5; game++) await expectRated(grace);
  const sixth = await play(grace);
  await expectRated(eve);
  expect(await statusOf(sixth)).toBe(404);
  ahead = 86_400_000;
  await expectRated(grace);
});

test('of people at one address only so many games a day are rated', async () => {
  const limits = { ...MANY_LIMITS, ratedTogether: { burst: 2, perSecond: 0 } };
  const { url, folder, close, again } = await serveMembers({ limits });
  const [ada, grace] = await members(url);
  if (ada === undefined || grace === undefined) throw new Error('no players');
  const tables: string[] = [];
  const play = async (): Promise<void> => {
    tables.push(await tableOf(ada, grace, RATED));
    await playShortly(tables.at(-1) ?? '', [ada, grace]);
  };
  const areRated = (): Promise<boolean[]> =>
    Promise.all(
      tables.map(async (table) => (await ada.browser.ask('GET', `/api/tables/${table}/ratings`)).status === 200),
    );
  for (let game = 0; game < 3; game++) await play();
  expect(await areRated()).toEqual([true, true, false]);
  const opened = await openStore({ folder: join(folder, 'data') });
  if (!opened.ok) throw new Error(opened.error.detail);
  const asked = { since: 0, plies: 20, least: 2, limit: 9 };
  const { ratings } = opened.value;
  expect(await ratings.shortPairs(asked)).toMatchObject([
    { matches: 2, accounts: [expect.any(String), expect.any(String)] },
  ]);
  for (const other of [{ plies: 9 }, { least: 3 }, { since: Date.now() + 1000 }])
    expect(await ratings.shortPairs({ ...asked, ...other })).toEqual([]);
  await opened.value.close();
  // A server that has forgotten the share loads the tables again: that neither counts nor rates their matches.
  await close();
  const next = await again();
  for (const { browser, client } of [ada, grace]) {
    browser.url = next.url.replace('127.0.0.1', 'localhost');
    await client.connect(next.url);
  }
  for (const table of tables.toReversed()) await ada.client.view(table, ({ phase }) => phase === 'over');
  await play();
  expect(await areRated()).toEqual([true, true, false, true]);
  await next.close();
});

test('a match that ended just before a crash is rated at the next start', async () => {
  const { url, folder, close, again } = await serveMembers();
  const players = await members(url);
  const table = await pairedTable(players);
  await playShortly(table, players);
  const before = await Promise.all(players.map((each) => read(each, '/api/me/ratings')));
  for (const client of clients.splice(0)) await client.leave();
  await close();
  const database = new DatabaseSync(join(folder, 'data', 'tablier.db'));
  // A match is rated before its game is recorded for searches: a crash before the first of them leaves neither.
  const tables = ['rated_match', 'rating_change', 'rating', 'rating_counter', 'finished_opening', 'finished_game'];
  for (const name of tables) database.exec(`delete from ${name}`);
  database.close();
  const next = await again();
  for (const { browser } of players) browser.url = next.url.replace('127.0.0.1', 'localhost');
  await expect.poll(() => Promise.all(players.map((each) => read(each, '/api/me/ratings')))).toEqual(before);
  await next.close();
});

test('the page and the documented API show the same leaderboard, which is read once', async () => {
  const { url, folder } = await serveMembers();
  const players = await members(url);
  const [ada] = players;
  if (ada === undefined) throw new Error('no player');
  await playShortly(await pairedTable(players), players);
  const database = new DatabaseSync(join(folder, 'data', 'tablier.db'));
  const change = (text: string): void => database.exec(`pragma busy_timeout = 10000; update rating set ${text}`);
  change(`settled_until = ${Date.now() + 86_400_000}`);
  const board = await read<Leaderboard>(ada, '/api/v1/ratings/isaac/quick?limit=7');
  expect(board.players).toHaveLength(2);
  change('rating = rating + 100');
  database.close();
  expect(await read(ada, '/api/v1/ratings/isaac/quick?limit=7')).toEqual(board);
});
