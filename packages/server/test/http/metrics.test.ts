import { readFileSync } from 'node:fs';
import { SeededRng } from '@tablier/core';
import { games } from '@tablier/games';
import { makePostgresDatabase } from '@tablier/testkit';
import { join, playRandomly, randomChoice, sitDown, terms, type TestClient } from '@tablier/testkit/online';
import { afterEach, describe, expect, test } from 'vitest';
import { Metrics } from '../../src/lib/metrics.ts';
import { DEFAULT_HELD, DEFAULT_LIMITS } from '../../src/lib/rate-limits.ts';
import { Browser } from '../accounts/browser.ts';
import { startTestServer, type TestServer } from '../running.ts';
import { metricOf, settled } from './metrics.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const limits = { guests: MANY, lines: MANY, messages: MANY, commands: MANY, tables: MANY };

let server: TestServer | undefined;
const clients: TestClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.leave();
  await server?.remove();
  server = undefined;
});

async function start(databaseUrl?: string): Promise<TestServer> {
  server = await startTestServer({ limits }, databaseUrl, { metrics: { port: 0, host: '127.0.0.1' } });
  return server;
}

async function people(url: string, ...names: string[]): Promise<TestClient[]> {
  const joined = await Promise.all(names.map((name) => join(url, name)));
  clients.push(...joined);
  return joined;
}

/** Two members play a rated game shortly. */
async function playRated(url: string): Promise<void> {
  const members = await Promise.all(['ada', 'grace'].map((name) => Browser.guest(url, name)));
  for (const [index, browser] of members.entries())
    expect((await browser.setPassword('correct horse battery', ['ada', 'grace'][index] ?? '')).status).toBe(204);
  const players = await Promise.all(members.map((browser) => browser.connect()));
  clients.push(...players);
  const rated = { visibility: 'open', seating: 'drawn', rated: true, chairs: ['me', 'open'] } as const;
  const table = await sitDown(players, terms('isaac', { ...rated, chairs: [...rated.chairs] }));
  for (let ply = 0; ply <= 10; ply++) {
    const views = await Promise.all(players.map((player) => player.view(table, ({ match }) => match?.plies === ply)));
    const index = views.findIndex(({ you, match }) => match?.view.turn === you);
    const [player, view] = [players[index], views[index]];
    if (player === undefined || view === undefined) throw new Error('no one is to move');
    const move = randomChoice(view, new SeededRng(`rated ${ply}`));
    await player.act(table, ply < 10 ? { kind: 'move', move } : { kind: 'resign' });
  }
}

/** A person moves until a bot has answered. */
async function playBot(client: TestClient): Promise<string> {
  const { table } = await client.must({
    kind: 'open',
    terms: terms('arcanor', { chairs: ['me', { bot: 'beginner' }] }),
  });
  for (let ply = 0; ply < 3; ply++) {
    // Not the turn: the view in which the person moved last is still theirs until the next one arrives.
    const view = await client.view(table, ({ match }) => match?.plies === 2 * ply);
    const { ok } = await client.act(table, { kind: 'move', move: randomChoice(view, new SeededRng(`bot ${ply}`)) });
    if (!ok) throw new Error(`move ${ply} was refused`);
  }
  return table;
}

const metricsOf = async ({ metricsPort }: TestServer): Promise<string> =>
  (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

/** The metrics that the alerts and the dashboard use. */
const DEPLOYED = new Set(
  ['prometheus-rules.yml', 'grafana-dashboard.json']
    .map((name) => readFileSync(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8'))
    .flatMap((text) => [...text.matchAll(/"?expr"?: .*/g)])
    .flatMap(([line]) => [...line.matchAll(/\b(?:tablier|nodejs|process)_\w+/g)])
    .map(([name]) => name.replace(/_bucket$/, '')),
);

describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  test('moves, commands, searches, rated matches and queries are measured', async () => {
    const running = await start(kind === 'sqlite' ? undefined : await makePostgresDatabase());
    await playRated(running.url);
    const [ada] = await people(running.url, 'Ada');
    if (ada === undefined) throw new Error('no player');
    const table = await playBot(ada);
    const moves = await metricOf(running, 'tablier_move_seconds_count');
    expect(moves).toBe(13);
    // And the resignation.
    expect(await metricOf(running, 'tablier_commands_total{kind="act",result="done"}')).toBe(moves + 1);
    expect((await ada.act(table, { kind: 'move', move: 'nonsense' })).ok).toBe(false);
    expect(await metricOf(running, 'tablier_commands_total{kind="act",result="refused"}')).toBe(1);
    expect(await metricOf(running, 'tablier_move_seconds_count')).toBe(moves);
    expect(await settled(() => metricOf(running, 'tablier_rated_matches_total{game="isaac"}'), 1)).toBe(1);
    const searched = () => metricOf(running, 'tablier_bot_search_seconds_count{game="arcanor"}');
    expect(await searched()).toBeGreaterThanOrEqual(2);
    expect(await metricOf(running, 'tablier_database_query_seconds_count')).toBeGreaterThan(0);
    expect(await metricOf(running, 'tablier_database_failures_total')).toBe(0);
    const text = await metricsOf(running);
    const absent = kind === 'sqlite' ? 'tablier_pool_wait_seconds' : 'tablier_writer_wait_seconds';
    const served = new Set([...text.matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name));
    expect([...DEPLOYED].filter((name) => !served.has(name) && name !== absent)).toEqual([]);
  });
});

test('the page for operators lists every metric of Tablier', async () => {
  const text = await metricsOf(await start());
  const page = readFileSync(new URL('../../../../docs/self-hosting.md', import.meta.url), 'utf8');
  for (const [, name = ''] of text.matchAll(/^# HELP (tablier_\w+)/gm))
    expect(page).toMatch(new RegExp(`\`${name}[\`{]`));
});

/** Every value that a label may have. A metric with another label or value fails. */
const LABELS: Readonly<Record<string, ReadonlySet<string>>> = {
  status: new Set([
    '101',
    '200',
    '201',
    '204',
    '304',
    '400',
    '403',
    '404',
    '409',
    '413',
    '415',
    '421',
    '422',
    '429',
    '503',
  ]),
  limit: new Set([...Object.keys(DEFAULT_LIMITS), ...Object.keys(DEFAULT_HELD), 'connections']),
  kind: new Set(['open', 'sit', 'stand', 'decline', 'seek', 'act', 'rematch', 'say']),
  result: new Set(['done', 'refused', 'failed', 'dead', 'sent', 'gone']),
  job: new Set([
    'clean-up',
    'record-missed-games',
    'make-monthly-files',
    'tournament',
    'tournaments',
    'daily-arenas',
    'notification',
    'confirm-address',
    'find-password-owner',
    'password-reset',
  ]),
  state: new Set(['waiting', 'running', 'dead']),
  channel: new Set(['push', 'mail']),
  game: new Set(games.map(({ id }) => id)),
  format: new Set(['svg', 'png', 'gif']),
};

test('labels have values of small closed sets, and nothing that a client chose', async () => {
  const running = await start();
  const { url } = running;
  const [ada, grace] = await people(url, 'Secretname', 'Othername');
  if (ada === undefined || grace === undefined) throw new Error('no players');
  const table = await playBot(ada);
  await ada.do({ kind: 'say', table, text: 'secretword' });
  await ada.do({ kind: 'sit', table: 'A'.repeat(22), chair: 0 });
  await Promise.all(
    ['/g/chosenid.png', '/@chosenname', '/api/nothing?chosen=1', '/t/chosentable'].map((path) => fetch(url + path)),
  );
  await fetch(`${url}/api/guests`, { method: 'CHOSEN' }).catch(() => undefined);
  const text = await metricsOf(running);
  const lines = text.split('\n').filter((line) => line.startsWith('tablier_'));
  expect(lines.length).toBeGreaterThan(50);
  expect(lines.length).toBeLessThan(600);
  for (const line of lines) {
    for (const [, name = '', value = ''] of line.matchAll(/(\w+)="([^"]*)"/g))
      if (name !== 'le') expect([...(LABELS[name] ?? [])], line).toContain(value);
  }
  expect(text).not.toMatch(/secret|othername|chosen|127\.0\.0\.1/i);
  expect(text).not.toContain(table);
});

/** Processor time of this process, in microseconds. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test('measuring a move costs a small part of the move', async () => {
  const running = await start();
  const players = await people(running.url, 'Ada', 'Grace');
  const table = await sitDown(players, terms('nasca'));
  const played = await cpuOf(() =>
    Promise.all(players.map((player, index) => playRandomly(player, table, `cost ${index}`))),
  );
  const perMove = played / (await metricOf(running, 'tablier_move_seconds_count'));
  const metrics = new Metrics();
  const observer = metrics.sqliteObserver();
  const rounds = 100_000;
  const measured = await cpuOf(() => {
    for (let round = 0; round < rounds; round++) {
      metrics.commands.inc({ kind: 'act', result: 'done' });
      metrics.moves.observe(0.001);
      observer.onBatch?.([0.001]);
      observer.onQuery?.(0.001);
    }
  });
  const cost = measured / rounds;
  console.log(`a move ${perMove.toFixed(0)} µs with its clients, its metrics ${cost.toFixed(2)} µs`);
  expect(cost / perMove).toBeLessThan(0.1);
});
