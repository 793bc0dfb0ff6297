import { makePostgresDatabase } from '@tablier/testkit';
import { randomChoice, type TestClient } from '@tablier/testkit/online';
import { SeededRng } from '@tablier/core';
import type { TournamentTerms, TournamentView } from '@tablier/protocol';
import { openStore } from '@tablier/store';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { UNLIMITED } from '../../src/index.ts';
import { Browser } from '../accounts/browser.ts';
import { startTestServer, type TestServer } from '../running.ts';

const PASSWORD = 'correct horse battery';
const PACES = { tournaments: 50 };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    ...UNLIMITED,
    tournaments: { ...UNLIMITED.tournaments, organised: 3 },
    paces: PACES,
  });
});
afterAll(() => server.remove());

interface Player {
  readonly browser: Browser;
  readonly client: TestClient;
}

let names = 0;
async function member(url = server.url): Promise<Player> {
  const login = `player${++names}`;
  const browser = await Browser.guest(url, login);
  expect((await browser.setPassword(PASSWORD, login)).status).toBe(204);
  return { browser, client: await browser.connect() };
}

const terms = ({ kind = 'swiss', ...changes }: Partial<TournamentTerms> = {}): TournamentTerms => ({
  name: 'Winter',
  game: 'isaac',
  options: {},
  seats: 2,
  clock: { system: 'fischer', base: 300, increment: 3 },
  kind,
  ...(kind === 'swiss' && { rounds: 2 }),
  breakSeconds: 0,
  visibility: 'open',
  bots: true,
  rated: false,
  ...changes,
});

const parsed = (text: string): unknown => JSON.parse(text) as unknown;
const errorIn = (text: string): string => (parsed(text) as { readonly error: { readonly name: string } }).error.name;

let keys = 0;
const create = ({ browser }: Player, changes: Partial<TournamentTerms> = {}) =>
  browser.ask('POST', '/api/v1/tournaments', { id: `key-${++keys}`, terms: terms(changes) });

async function created(player: Player, changes: Partial<TournamentTerms> = {}): Promise<string> {
  const answer = await create(player, changes);
  expect(answer.status, answer.text).toBe(200);
  return (parsed(answer.text) as { readonly tournament: string }).tournament;
}

const change = ({ browser }: Player, id: string, action: string, body: object = {}) =>
  browser.ask('POST', `/api/v1/tournaments/${id}/${action}`, body);

const view = async ({ browser }: Player, id: string, query = ''): Promise<TournamentView> =>
  parsed((await browser.ask('GET', `/api/v1/tournaments/${id}${query}`)).text) as TournamentView;

/** Brings its start forward. One that has passed when it arrives is refused. */
const startSoon = (organiser: Player, id: string): Promise<void> =>
  expect
    .poll(async () => (await change(organiser, id, 'reschedule', { startsAt: Date.now() + 1000 })).status)
    .toBe(200);

/** A tournament with its players, the organiser first, not yet started. */
async function entered(count: number, changes: Partial<TournamentTerms> = {}): Promise<[string, readonly Player[]]> {
  const players = await Promise.all(Array.from({ length: count }, member));
  const [organiser] = players;
  if (organiser === undefined) throw new Error('no players');
  const id = await created(organiser, changes);
  for (const player of players) expect((await change(player, id, 'join')).status).toBe(200);
  return [id, players];
}

/** Its table is opened after the round is stored. */
const isOpened = (table: string): Promise<void> =>
  expect.poll(async () => (await fetch(`${server.url}/api/v1/tables/${table}`)).status).toBe(200);

/** Each player moves once in their running game, then the second seat resigns. */
async function finishGame(table: string, players: readonly Player[]): Promise<void> {
  await isOpened(table);
  const rng = new SeededRng(table);
  const seated: { readonly player: Player; readonly seat: number }[] = [];
  for (const player of players) {
    const { you } = await player.client.view(table, ({ phase }) => phase !== 'waiting');
    if (you !== null) seated.push({ player, seat: you });
  }
  for (let ply = 0; ply < 2; ply++) {
    for (const { player, seat } of seated) {
      const shown = await player.client.view(
        table,
        ({ match }) => (match?.plies ?? -1) >= ply && match?.clock?.seat !== -1,
      );
      if (shown.match?.view.turn !== seat || shown.match.plies > ply) continue;
      await player.client.must({ kind: 'act', table, action: { kind: 'move', move: randomChoice(shown, rng) } });
      break;
    }
  }
  const loser = seated.find(({ seat }) => seat === 1);
  await loser?.player.client.must({ kind: 'act', table, action: { kind: 'resign' } });
}

async function finishRound(id: string, round: number, players: readonly Player[]): Promise<void> {
  const [organiser] = players;
  if (organiser === undefined) return;
  await expect.poll(async () => (await view(organiser, id)).round).toBeGreaterThanOrEqual(round);
  for (const { table, seats } of (await view(organiser, id, `?round=${round}`)).pairings) {
    if (table === null) continue;
    const numbers = seats.map(({ entrant }) => entrant);
    await finishGame(
      table,
      players.filter((_, index) => numbers.includes(index + 1)),
    );
  }
}

describe('a tournament', () => {
  test('is played to its end: rounds follow each other, tables open by themselves, the standings add up', async () => {
    const [id, players] = await entered(4);
    const [organiser, second] = players;
    if (organiser === undefined || second === undefined) throw new Error('no players');
    expect((await change(second, id, 'start')).status).toBe(403);
    expect((await change(organiser, id, 'start')).status).toBe(200);
    await expect.poll(async () => (await view(second, id)).you.table).not.toBeNull();
    const begun = await view(second, id);
    expect(begun).toMatchObject({ status: 'running', round: 1, you: { state: 'in', organises: false } });
    await finishRound(id, 1, players);
    await finishRound(id, 2, players);
    await expect.poll(async () => (await view(organiser, id)).status).toBe('over');
    const { standings, allRounds } = await view(organiser, id);
    expect(allRounds).toMatchObject([
      { round: 1, games: 2, finished: 2 },
      { round: 2, games: 2, finished: 2 },
    ]);
    expect(standings.map(({ points }) => points).reduce((sum, points) => sum + points, 0)).toBe(4);
    expect(standings.map(({ rank }) => rank)).toEqual(standings.map(({ rank }) => rank).toSorted((a, b) => a - b));
    const list = await organiser.browser.ask('GET', '/api/v1/tournaments?status=over');
    expect(parsed(list.text)).toMatchObject({ tournaments: [{ id, status: 'over', entrants: 4, rounds: 2 }] });
  });

  test('goes on after a restart in mid-round, with each table opened once', async () => {
    const [id, players] = await entered(4, { rounds: 1 });
    const [organiser] = players;
    if (organiser === undefined) throw new Error('no players');
    await change(organiser, id, 'start');
    await expect.poll(async () => (await view(organiser, id)).pairings).toHaveLength(2);
    const before = await view(organiser, id);
    for (const { table } of before.pairings) await isOpened(table ?? '');
    const copy = await server.again({ paces: PACES });
    const answer = await fetch(`${copy.url}/api/v1/tournaments/${id}`);
    const after = (await answer.json()) as TournamentView;
    expect(after.pairings).toEqual(before.pairings);
    expect(after).toMatchObject({ status: 'running', round: 1 });
    await copy.close();
  });

  test('an aborted game is forfeited by the one who aborted, who is then out and may come back', async () => {
    const [id, players] = await entered(2, { rounds: 2 });
    const [one, other] = players;
    if (one === undefined || other === undefined) throw new Error('no players');
    await change(one, id, 'start');
    const { table } = (await view(one, id)).you;
    await one.client.must({ kind: 'act', table: table ?? '', action: { kind: 'abort' } });
    // No one else is left to play against.
    await expect.poll(async () => (await view(other, id)).status).toBe('over');
    const { standings, pairings } = await view(other, id);
    expect(pairings).toMatchObject([{ endedBy: 'forfeit' }]);
    expect(standings).toMatchObject([
      { entrant: 2, points: 1 },
      { entrant: 1, points: 0, state: 'out' },
    ]);
  });

  test('in a round robin they stay in, because everyone meets everyone', async () => {
    const [id, players] = await entered(2, { kind: 'round-robin' });
    const [one] = players;
    if (one === undefined) throw new Error('no players');
    await change(one, id, 'start');
    const { table } = (await view(one, id)).you;
    await one.client.must({ kind: 'act', table: table ?? '', action: { kind: 'abort' } });
    await expect.poll(async () => (await view(one, id)).status).toBe('over');
    const { standings, pairings } = await view(one, id);
    expect(pairings).toMatchObject([{ endedBy: 'forfeit' }]);
    expect(standings.map(({ state }) => state)).toEqual(['in', 'in']);
  });

  test('with three seats has everyone at a table of three', async () => {
    const [id, players] = await entered(6, { game: 'masker', seats: 3, rounds: 1 });
    const [organiser] = players;
    if (organiser === undefined) throw new Error('no players');
    await change(organiser, id, 'start');
    const { pairings } = await view(organiser, id);
    expect(pairings.map(({ seats }) => seats.length)).toEqual([3, 3]);
    await change(organiser, id, 'cancel');
  });

  test('with a start time starts by itself, and is cancelled if too few have entered', async () => {
    const [organiser, guest] = [await member(), await member()];
    const id = await created(organiser, { startsAt: Date.now() + 3_600_000 });
    await startSoon(organiser, id);
    await expect.poll(async () => (await view(organiser, id)).status).toBe('cancelled');
    const other = await created(organiser, { startsAt: Date.now() + 3_600_000 });
    for (const player of [organiser, guest]) expect((await change(player, other, 'join')).status).toBe(200);
    await startSoon(organiser, other);
    await expect.poll(async () => (await view(organiser, other)).status).toBe('running');
  });
});

describe('what is refused, by name', () => {
  test('guests, too many tournaments, bad terms, too few entrants', async () => {
    const guest = await Browser.guest(server.url, 'Guest');
    const asGuest = await guest.ask('POST', '/api/v1/tournaments', { id: 'g', terms: terms() });
    expect([asGuest.status, errorIn(asGuest.text)]).toEqual([403, 'no-account']);
    const organiser = await member();
    for (const changes of [
      { name: ' ' },
      { game: 'chess' },
      { seats: 3 },
      { kind: 'arena' as const },
      { startsAt: 1 },
      { rated: true, visibility: 'link' as const },
    ]) {
      const answer = await create(organiser, changes);
      expect([answer.status, errorIn(answer.text)]).toEqual([422, 'bad-tournament']);
    }
    expect(errorIn((await create(organiser, { rounds: 99 })).text)).toBe('bad-request');
    const id = await created(organiser);
    expect(errorIn((await change(organiser, id, 'start')).text)).toBe('too-few-entrants');
    for (let more = 0; more < 2; more++) await created(organiser);
    expect(errorIn((await create(organiser)).text)).toBe('too-many-tournaments');
    expect((await change(organiser, id, 'cancel')).status).toBe(200);
    expect(errorIn((await change(organiser, id, 'join')).text)).toBe('tournament-closed');
    expect((await organiser.browser.ask('GET', '/api/v1/tournaments/nothing')).status).toBe(404);
  });

  test('what an address creates is limited', async () => {
    const limits = { ...UNLIMITED.limits, newTournaments: { burst: 3, perSecond: 1e-6 } };
    const limited = await startTestServer({ ...UNLIMITED, limits, paces: PACES });
    onTestFinished(() => limited.remove());
    const [one, other] = [await member(limited.url), await member(limited.url)];
    for (let more = 0; more < 2; more++) expect((await change(one, await created(one), 'cancel')).status).toBe(200);
    await created(other);
    const refused = await create(other);
    expect([refused.status, errorIn(refused.text)], 'by the address').toEqual([429, 'too-many']);
  });

  test.each(['sqlite', 'postgres'] as const)(
    'what a person creates in a day is limited on every node, also after a restart and if it is cancelled (%s)',
    async (kind) => {
      const settings = { ...UNLIMITED, tournaments: { organised: 9, daily: 3 }, paces: PACES };
      const database = kind === 'postgres' ? await makePostgresDatabase() : undefined;
      const limited = await startTestServer(settings, database);
      onTestFinished(() => limited.remove());
      const organiser = await member(limited.url);
      for (let more = 0; more < 3; more++)
        expect((await change(organiser, await created(organiser), 'cancel')).status).toBe(200);
      const copy = await limited.again(settings);
      onTestFinished(() => copy.close());
      for (const { url } of [limited, copy]) {
        organiser.browser.url = url.replace('127.0.0.1', 'localhost');
        const refused = await create(organiser);
        expect([refused.status, errorIn(refused.text)], url).toEqual([429, 'too-many']);
        const { error } = parsed(refused.text) as { readonly error: { readonly retryMs: number } };
        expect(error.retryMs).toBeGreaterThan(86_400_000 - 600_000);
        expect(error.retryMs).toBeLessThanOrEqual(86_400_000);
      }
      expect((await create(await member(limited.url))).status, 'another person').toBe(200);
    },
  );

  test('an entrant whom the organiser removed does not come back', async () => {
    const [id, [organiser, other]] = await entered(2);
    if (organiser === undefined || other === undefined) throw new Error('no players');
    expect(errorIn((await change(other, id, 'entrants/1/remove')).text)).toBe('not-organiser');
    expect((await change(organiser, id, 'entrants/2/remove')).status).toBe(200);
    expect(errorIn((await change(other, id, 'join')).text)).toBe('entrant-removed');
  });

  test('the same request creates one tournament', async () => {
    const organiser = await member();
    const both = await Promise.all(
      [1, 2].map(() => organiser.browser.ask('POST', '/api/v1/tournaments', { id: 'once', terms: terms() })),
    );
    expect(both[0]?.text).toBe(both[1]?.text);
  });
});

test('a private tournament is in no list, and found by its id', async () => {
  const organiser = await member();
  const id = await created(organiser, { visibility: 'link' });
  expect((await organiser.browser.ask('GET', '/api/v1/tournaments')).text).not.toContain(id);
  expect(await view(organiser, id)).toMatchObject({ id, visibility: 'link', you: { organises: true, canEnter: true } });
});

test('who only looks shares an answer with caches, and who has a session gets their own at once', async () => {
  const organiser = await member();
  const id = await created(organiser);
  const cachingOf = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${server.url}/api/v1${path}`, { headers })).headers.get('cache-control');
  for (const path of ['/tables', '/tournaments', `/tournaments/${id}`]) {
    expect(await cachingOf(path), path).toBe('public, max-age=1, stale-while-revalidate=1');
    expect(await cachingOf(path, { cookie: organiser.browser.cookie }), path).toBe('no-store');
  }
  await change(organiser, id, 'cancel');
  expect(await view(organiser, id)).toMatchObject({ status: 'cancelled', you: { organises: true } });
});

test.each(['open', 'link'] as const)('the tables of a tournament are as visible as it is: %s', async (visibility) => {
  const [id, [organiser]] = await entered(2, { visibility });
  if (organiser === undefined) throw new Error('no players');
  await change(organiser, id, 'start');
  await expect.poll(async () => (await view(organiser, id)).you.table).not.toBeNull();
  const { you } = await view(organiser, id);
  await isOpened(you.table ?? '');
  expect(await organiser.client.view(you.table ?? '')).toMatchObject({ visibility });
});

test('an unchanged tournament is not sent again', async () => {
  const organiser = await member();
  const id = await created(organiser);
  const { revision } = await view(organiser, id);
  expect((await organiser.browser.ask('GET', `/api/v1/tournaments/${id}?since=${revision}`)).status).toBe(204);
  expect((await organiser.browser.ask('GET', `/api/v1/tournaments/${id}?since=${revision - 1}`)).status).toBe(200);
});

test('an export names the own tournaments, and a deleted player remains without a name', async () => {
  const [id, [organiser, other]] = await entered(2);
  if (organiser === undefined || other === undefined) throw new Error('no players');
  const exported = parsed((await other.browser.ask('GET', '/api/me/export')).text) as { readonly tournaments: unknown };
  expect(exported.tournaments).toMatchObject([{ id, name: 'Winter', isOrganiser: false }]);
  await change(organiser, id, 'start');
  expect((await other.browser.ask('DELETE', '/api/me')).status).toBe(204);
  const shown = await view(organiser, id);
  expect(shown.standings.find(({ entrant }) => entrant === 2)).toMatchObject({
    name: null,
    username: null,
    state: 'out',
  });
  await expect.poll(async () => (await view(organiser, id)).status).toBe('over');
});

test('a game to which no one comes is forfeited by both, and its rounds are jobs that an operator sees', async () => {
  const absencePolicy = { claim: () => null, lostGame: () => 300 };
  const impatient = await startTestServer({ ...UNLIMITED, absencePolicy, paces: { tournaments: 60_000 } });
  onTestFinished(() => impatient.remove());
  const players = [await member(impatient.url), await member(impatient.url)];
  const [organiser] = players;
  if (organiser === undefined) throw new Error('no players');
  const id = await created(organiser, { rounds: 2, breakSeconds: 3600 });
  for (const player of players) await change(player, id, 'join');
  await change(organiser, id, 'start');
  await expect.poll(async () => (await view(organiser, id)).pairings[0]?.endedBy).toBe('forfeit');
  const { standings } = await view(organiser, id);
  expect(standings.map(({ points, state }) => ({ points, state }))).toEqual([
    { points: 0, state: 'out' },
    { points: 0, state: 'out' },
  ]);
  const waiting = await jobsLeftBy(impatient);
  expect(waiting.filter(({ kind }) => kind === 'tournament').map(({ key }) => key.split(' ')[0])).toEqual([id]);
});

test('the organiser pauses, corrects a result and undoes a round, entrants ask for byes, and the log shows it', async () => {
  const [id, players] = await entered(4, { rounds: 3, breakSeconds: 0 });
  const [organiser, other] = players;
  if (organiser === undefined || other === undefined) throw new Error('no players');
  const bye = { round: 2, points: 0.5 };
  expect(errorIn((await change(other, id, 'byes', { ...bye, round: 4 })).text)).toBe('bye-refused');
  expect(errorIn((await change(other, id, 'byes', { ...bye, round: 3 })).text)).toBe('bye-refused');
  expect(errorIn((await change(other, id, 'byes', { ...bye, entrant: 1 })).text)).toBe('not-organiser');
  expect((await change(other, id, 'byes', bye)).status).toBe(200);
  expect(errorIn((await change(other, id, 'byes', { round: 1, points: 0 })).text)).toBe('bye-refused');
  await change(organiser, id, 'start');
  await expect.poll(async () => (await view(organiser, id)).round).toBe(1);
  expect(errorIn((await change(other, id, 'pause')).text)).toBe('not-organiser');
  expect(errorIn((await change(other, id, 'rounds/1/undo')).text)).toBe('not-organiser');
  expect(parsed((await change(organiser, id, 'pause')).text)).toMatchObject({ isPaused: true });

  const first = (await view(organiser, id)).pairings;
  expect(errorIn((await change(organiser, id, 'rounds/1/boards/1/result', { places: [1, 2, 3] })).text)).toBe(
    'bad-tournament',
  );
  for (const { board } of first)
    expect((await change(organiser, id, `rounds/1/boards/${board}/result`, { places: [1, 2] })).status).toBe(200);
  const settled = await view(organiser, id);
  expect(settled).toMatchObject({ round: 1, nextRoundAt: null, allRounds: [{ finished: 2 }] });
  expect(settled.pairings[0]).toMatchObject({ endedBy: 'corrected', seats: [{ points: 1 }, { points: 0 }] });

  expect(errorIn((await change(organiser, id, 'rounds/2/undo')).text)).toBe('bad-tournament');
  expect(parsed((await change(organiser, id, 'rounds/1/undo')).text)).toMatchObject({ round: 0, isPaused: true });
  await change(organiser, id, 'resume');
  await expect.poll(async () => (await view(organiser, id)).round).toBe(1);
  const again = (await view(organiser, id)).pairings;
  expect(again.map(({ seats }) => seats)).toEqual(first.map(({ seats }) => seats));
  for (const { table } of again) expect(first.map((each) => each.table)).not.toContain(table);

  for (const { board } of again) await change(organiser, id, `rounds/1/boards/${board}/result`, { places: [0, 1] });
  await expect.poll(async () => (await view(organiser, id)).round).toBe(2);
  const second = await view(organiser, id);
  expect(second.pairings.filter(({ table }) => table === null).map(({ seats }) => seats)).toContainEqual([
    expect.objectContaining({ entrant: 2, points: 0.5 }),
  ]);
  expect(second.log.map(({ action }) => action)).toEqual(
    ['bye', 'pause', 'correct', 'correct', 'undo', 'resume', 'correct', 'correct'].toReversed(),
  );
  expect(second.log.at(-1)).toMatchObject({ entrant: 2, byEntrant: true, points: [0.5], round: 2 });
});

test('a tournament starts at its time, however rarely tournaments are looked for', async () => {
  const patient = await startTestServer({ ...UNLIMITED, paces: { tournaments: 3_600_000 } });
  onTestFinished(() => patient.remove());
  const organiser = await member(patient.url);
  let made = '';
  const startsSoon = async () => {
    const { status, text } = await create(organiser, { startsAt: Date.now() + 1500 });
    made = text;
    return status;
  };
  // A start that has passed when it arrives is refused.
  await expect.poll(startsSoon).toBe(200);
  const { tournament: id } = parsed(made) as { readonly tournament: string };
  // No one has entered it.
  await expect.poll(async () => (await view(organiser, id)).status, { timeout: 30_000 }).toBe('cancelled');
});

/** The jobs in the database of a closed server. */
async function jobsLeftBy(stopped: TestServer) {
  await stopped.close();
  const store = await openStore({ folder: `${stopped.folder}/data` });
  if (!store.ok) throw new Error(store.error.detail);
  const jobs = await store.value.jobs.list(10);
  await store.value.close();
  return jobs;
}

test('the organiser of a tournament gives it a date, changes it and removes it, and its calendar file and the feed follow', async () => {
  const HOUR = 3_600_000;
  const at = Date.now() + 48 * HOUR;
  const [organiser, other] = [await member(), await member()];
  const id = await created(organiser, { startsAt: at, timeZone: 'Europe/Paris' });
  expect(await view(other, id)).toMatchObject({ startsAt: at, timeZone: 'Europe/Paris' });
  const stamp = (moment: number): string => new Date(moment).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const calendar = () => fetch(`${server.url}/tournament/${id}.ics`);
  const first = await calendar();
  expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(await first.text()).toContain(`DTSTART:${stamp(at)}\r\n`);

  const moved = { startsAt: at + HOUR, timeZone: 'Asia/Tokyo' };
  expect(errorIn((await change(other, id, 'reschedule', moved)).text)).toBe('not-organiser');
  expect(errorIn((await change(organiser, id, 'reschedule', { startsAt: 1 })).text)).toBe('bad-tournament');
  const nowhere = { ...moved, timeZone: 'Nowhere/City' };
  expect(errorIn((await change(organiser, id, 'reschedule', nowhere)).text)).toBe('bad-tournament');
  expect(parsed((await change(organiser, id, 'reschedule', moved)).text)).toMatchObject(moved);
  expect(await (await calendar()).text()).toContain(`DTSTART:${stamp(at + HOUR)}\r\n`);
  const list = parsed((await other.browser.ask('GET', '/api/v1/tournaments?status=open')).text) as {
    readonly tournaments: readonly { readonly id: string }[];
  };
  expect(list.tournaments.find((each) => each.id === id)).toMatchObject(moved);
  const feed = await fetch(`${server.url}/tournaments.atom`);
  expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const [, entry = ''] = (await feed.text()).split(`<id>${server.url}/tournament/${id}</id>`);
  expect(entry).toContain(`${new Date(at + HOUR).toISOString()}</summary>`);

  expect((await change(organiser, id, 'reschedule', { startsAt: null })).status).toBe(200);
  expect(await view(other, id)).toMatchObject({ startsAt: null, timeZone: null });
  expect((await calendar()).status).toBe(404);
  expect((await change(organiser, id, 'cancel')).status).toBe(200);
  expect(errorIn((await change(organiser, id, 'reschedule', moved)).text)).toBe('tournament-closed');
});

test('a tournament that is brought forward begins at its earlier date', async () => {
  const organiser = await member();
  const id = await created(organiser, { startsAt: Date.now() + 3_600_000 });
  await startSoon(organiser, id);
  // No one has entered.
  await expect.poll(async () => (await view(organiser, id)).status, { timeout: 20_000 }).toBe('cancelled');
});
