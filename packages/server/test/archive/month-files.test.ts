import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { replay, type StoredRecord } from '@tablier/core';
import { findGame } from '@tablier/games';
import type { ArchiveFiles } from '@tablier/protocol';
import { type FinishedGame, openStore, type Store } from '@tablier/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MonthFiles, monthOf, monthsOver, nextMonth, spanOf } from '../../src/archive/month-files.ts';
import { isaacRecord, startTestServer, type TestServer } from '../running.ts';

/** Later than the time of any machine: jobs are due by that. */
const OCTOBER = Date.UTC(2100, 9, 1);
const NOVEMBER = Date.UTC(2100, 10, 1);
const DECEMBER = Date.UTC(2100, 11, 1);
const HOUR = 3_600_000;

describe('months', () => {
  test('are those of UTC, and follow each other over years', () => {
    expect([monthOf(OCTOBER - 1), monthOf(OCTOBER), nextMonth('2100-12')]).toEqual(['2100-09', '2100-10', '2101-01']);
    expect(spanOf('2100-10')).toEqual({ from: OCTOBER, until: NOVEMBER });
  });

  test('are over some hours after their end', () => {
    expect(monthsOver(OCTOBER + 5, DECEMBER + 7 * HOUR)).toEqual(['2100-10', '2100-11']);
    expect(monthsOver(OCTOBER + 5, DECEMBER + 5 * HOUR)).toEqual(['2100-10']);
    expect(monthsOver(DECEMBER, DECEMBER)).toEqual([]);
  });
});

/** Records a game that Ada Lovelace won against a bot. */
async function finish(store: Store, name: string, more: Partial<FinishedGame> = {}): Promise<string> {
  const record = await store.keep(isaacRecord(name) as StoredRecord);
  const game: FinishedGame = {
    match: name,
    game: 'isaac',
    pace: 'quick',
    clock: '5+3',
    endedAt: OCTOBER + 1500,
    tookMs: 1,
    plies: 1,
    endedBy: 'rules',
    record,
    isListed: true,
    isCounted: true,
    opening: [],
    seats: [
      { account: 'ada', bot: null, place: 1, score: 1, result: 'won' },
      { account: null, bot: 3, place: 2, score: 0, result: 'lost' },
    ],
    ...more,
  };
  expect(await store.finished.record(game)).toBe('recorded');
  return record;
}

async function mustOpen(folder: string): Promise<Store> {
  const opened = await openStore({ folder, isServer: true });
  if (!opened.ok) throw new Error(opened.error.detail);
  return opened.value;
}

let server: TestServer;
let ids = { first: '', second: '', privately: '', november: '' };
beforeAll(async () => {
  const running = await startTestServer({ now: () => NOVEMBER + 7 * HOUR, paces: { jobs: 50 } });
  await running.close();
  const store = await mustOpen(join(running.folder, 'data'));
  const session = { id: 's', secretHash: 'h', agent: '' };
  await store.accounts.createGuest({ id: 'ada', name: 'Ada Lovelace', session }, OCTOBER);
  ids = {
    second: await finish(store, 'second', { endedAt: NOVEMBER - 1 }),
    first: await finish(store, 'first'),
    privately: await finish(store, 'private', { isListed: false }),
    november: await finish(store, 'november', { endedAt: NOVEMBER }),
  };
  await store.close();
  server = { ...running, ...(await running.again()) };
});
afterAll(async () => {
  await server.close();
  rmSync(server.folder, { recursive: true });
});

const list = async (): Promise<ArchiveFiles> =>
  (await (await fetch(`${server.url}/api/v1/archives`)).json()) as ArchiveFiles;

/** The list once the job has run: a new server, because a list is kept for a minute. */
async function listWhenMade(): Promise<ArchiveFiles> {
  const made = join(server.folder, 'data', 'archives', 'isaac-2100-10.jsonl.gz.json');
  await expect.poll(() => existsSync(made)).toBe(true);
  return list();
}

test('the job makes the file of each month that is over, with the public games in the order of time and without people', async () => {
  const { files, terms } = await listWhenMade();
  expect(terms).toMatch(/^https:/);
  expect(files).toMatchObject([
    { game: 'isaac', month: '2100-10', games: 2, path: '/archives/isaac-2100-10.jsonl.gz' },
  ]);
  const [file] = files;
  const answer = await fetch(`${server.url}${file?.path}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('content-type')).toBe('application/gzip');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=86400, immutable');
  expect(bytes.length).toBe(file?.bytes);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(file?.sha256);
  const text = gunzipSync(bytes).toString();
  expect(text).not.toMatch(/ada|lovelace/i);
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { archive: unknown });
  expect(lines.map(({ archive }) => archive)).toEqual([
    { id: ids.first, ended: '2100-10-01T00:00:01Z', pace: 'quick', clock: '5+3', bots: [null, 3] },
    { id: ids.second, ended: '2100-10-31T23:59:59Z', pace: 'quick', clock: '5+3', bots: [null, 3] },
  ]);
  for (const line of lines) expect(replay(findGame, line).ok).toBe(true);
});

test('a file that a client has is not sent again, and nothing else of the folder can be read', async () => {
  await listWhenMade();
  const path = '/archives/isaac-2100-10.jsonl.gz';
  const etag = (await fetch(`${server.url}${path}`)).headers.get('etag') ?? '';
  expect((await fetch(`${server.url}${path}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  for (const other of ['isaac-2100-10.jsonl.gz.json', 'isaac-2100-11.jsonl.gz', '..%2Ftablier.db', 'x'])
    expect((await fetch(`${server.url}/archives/${other}`)).status, other).toBe(404);
});

test('two nodes make the same file, and it is made again only when a game of it was removed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-months-'));
  const store = await mustOpen(folder);
  const [one, two] = [await finish(store, 'one'), await finish(store, 'two', { endedAt: OCTOBER + 9 })];
  let now = DECEMBER + 7 * HOUR;
  const nodeIn = (name: string) =>
    new MonthFiles({
      folder: join(folder, name),
      months: store.months,
      games: ['isaac', 'nasca'],
      now: () => (now += HOUR),
    });
  const made: string[] = [];
  const { signal } = new AbortController();
  const make = async (files: MonthFiles, isAgain = (_month: string): boolean => false): Promise<string[]> => {
    made.length = 0;
    await files.make({ signal, isAgain, onMade: ({ month, games }) => made.push(`${month} ${games}`) });
    return [...made];
  };
  const [here, there] = [nodeIn('here'), nodeIn('there')];
  expect(await make(here)).toEqual(['2100-10 2', '2100-11 0']);
  expect(await make(here)).toEqual([]);
  await make(there);
  expect(await there.list()).toEqual(await here.list());

  await store.forgetGame(one);
  expect(await make(here)).toEqual(['2100-10 1']);
  expect(await make(here)).toEqual([]);
  expect(await here.list()).toMatchObject([{ games: 1, removed: 1 }]);
  expect(await make(here, (month) => month === '2100-11')).toEqual(['2100-11 0']);
  expect(await make(here, () => true)).toEqual(['2100-10 1', '2100-11 0']);
  // The last game: the file is gone, although no game of the month is left to find it by.
  await store.forgetGame(two);
  expect(await make(here)).toEqual(['2100-10 0']);
  expect(await here.list()).toEqual([]);
  expect(existsSync(join(folder, 'here', 'isaac-2100-10.jsonl.gz'))).toBe(false);
  expect(readdirSync(join(folder, 'here')).filter((name) => name.endsWith('.part'))).toEqual([]);
  await store.close();
  rmSync(folder, { recursive: true });
});

test('a node that is asked for the list makes what it lacks, once in an hour', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-months-'));
  const store = await mustOpen(folder);
  await finish(store, 'one');
  let now = NOVEMBER + 7 * HOUR;
  const work: Promise<unknown>[] = [];
  const background = (begun: Promise<unknown>): unknown => work.push(begun);
  const node = new MonthFiles({
    folder: join(folder, 'node'),
    months: store.months,
    games: ['isaac'],
    now: () => now,
    background,
  });
  expect(await node.list()).toEqual([]);
  await Promise.all(work);
  now += 2 * 60_000;
  expect(await node.list()).toHaveLength(1);
  expect(work).toHaveLength(1);
  now += HOUR;
  await node.list();
  expect(work).toHaveLength(2);
  await Promise.all(work);
  await store.close();
  rmSync(folder, { recursive: true });
});

test('the list has the newest month first, and the games of a month by name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-months-'));
  const store = await mustOpen(folder);
  await finish(store, 'october');
  await finish(store, 'november', { endedAt: NOVEMBER });
  await finish(store, 'nasca', { game: 'nasca' });
  const now = (): number => DECEMBER + 7 * HOUR;
  const files = new MonthFiles({ folder: join(folder, 'node'), months: store.months, games: ['nasca', 'isaac'], now });
  await files.make({ signal: new AbortController().signal });
  const listed = (await files.list()).map(({ month, game }) => `${month} ${game}`);
  expect(listed).toEqual(['2100-11 isaac', '2100-10 isaac', '2100-10 nasca']);
  await store.close();
  rmSync(folder, { recursive: true });
});

test('a description that cannot be read is written again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-months-'));
  const store = await mustOpen(folder);
  await finish(store, 'one');
  const files = () =>
    new MonthFiles({ folder, months: store.months, games: ['isaac'], now: () => NOVEMBER + 7 * HOUR });
  const { signal } = new AbortController();
  await files().make({ signal });
  for (const text of ['', '{}', '{"game":1}']) {
    writeFileSync(join(folder, 'isaac-2100-10.jsonl.gz.json'), text);
    expect(await files().list()).toEqual([]);
    await files().make({ signal });
    expect(await files().list()).toHaveLength(1);
  }
  await store.close();
  rmSync(folder, { recursive: true });
});
