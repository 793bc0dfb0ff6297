import { join } from 'node:path';
import type { SearchAnswer } from '@tablier/protocol';
import { restore, type StorePlace } from '@tablier/store';
import { PostgresServer } from '@tablier/testkit/servers';
import { withFolder } from '../lib/databases.ts';
import { percentilesOf } from '../lib/figures.ts';
import { noProgress, type OptionValues, type Proof, type Print } from '../lib/proof.ts';
import { startAsOperator, startServer } from '../lib/servers.ts';
import { ownCookie, type Target, targets } from './requests.ts';
import { writeSeed } from './seed.ts';

const defaults = { games: 100_000, people: 5000, running: 2000, requests: 200, database: 'both', seed: 'pages' };
type Options = OptionValues<typeof defaults>;

/** The longest 95th percentile of an answer, and the longest start. Milliseconds. */
const MAX_P95 = 50;
const MAX_START = 1500;
/** Requests before the measurement. */
const WARM_UP = 10;

/** What was measured on one database. Milliseconds. */
interface Measured {
  readonly readyMs: number;
  readonly slowest: { readonly name: string; readonly p95: number };
}

export const pages: Proof<typeof defaults> = {
  claim:
    'with many games and people stored, every list and page is answered within 50 ms (95th percentile), and a server is ready within 1.5 s',
  defaults,
  run: (options, print, at = noProgress) =>
    withFolder(async (folder) => {
      const file = join(folder, 'seed.backup');
      print(`writing ${options.games} games of ${options.people} people`);
      await writeSeed(file, options);
      const results: Record<string, Measured> = {};
      const total = (options.database === 'both' ? 2 : 1) * targets('', '').length;
      let measured = 0;
      const deps = { options, print, onTarget: () => at(++measured, total) };
      if (options.database !== 'postgres') results['sqlite'] = await onSqlite(file, folder, deps);
      if (options.database !== 'sqlite') results['postgres'] = await onPostgres(file, folder, deps);
      const ok = Object.values(results).every(({ readyMs, slowest }) => readyMs <= MAX_START && slowest.p95 <= MAX_P95);
      return { ok, figures: results };
    }),
};

interface RunDeps {
  readonly options: Options;
  readonly print: Print;
  readonly onTarget: () => void;
}

async function onSqlite(file: string, folder: string, deps: RunDeps): Promise<Measured> {
  deps.print('sqlite');
  return measureFilled({ folder: join(folder, 'data') }, file, deps);
}

async function onPostgres(file: string, folder: string, deps: RunDeps): Promise<Measured> {
  const server = await PostgresServer.start();
  try {
    deps.print('postgres');
    return await measureFilled({ folder, url: await server.createDatabase() }, file, deps);
  } finally {
    await server.remove();
  }
}

async function measureFilled(place: StorePlace, file: string, deps: RunDeps): Promise<Measured> {
  const filled = await restore(place, file);
  if (!filled.ok) throw new Error(filled.error.detail);
  return measure(place, deps);
}

async function measure(place: StorePlace, { options, print, onTarget }: RunDeps): Promise<Measured> {
  const readyMs = await timeUntilReady(place);
  print(`| ready after | ${readyMs} ms | |`);
  const server = await startServer(place);
  try {
    const { next, games } = await json<SearchAnswer>(`${server.url}/api/v1/search?limit=100`);
    const found = games[0];
    const record = await json<{ readonly moves: readonly string[] }>(`${server.url}/api/v1/records/${found?.id ?? ''}`);
    const opening = new URLSearchParams({ game: found?.game ?? '', opening: record.moves.slice(0, 1).join(' ') });
    let slowest = { name: '', p95: 0 };
    for (const target of targets(next ?? '', opening.toString())) {
      const { p50, p95 } = percentilesOf(await timesOf(target, server.url, options.requests));
      print(`| ${target.name} | ${p50} ms | ${p95} ms |`);
      onTarget();
      if (p95 > slowest.p95) slowest = { name: target.name, p95 };
    }
    return { readyMs, slowest };
  } finally {
    await server.stop();
  }
}

/** From the command that an operator types until the server is ready. Milliseconds. */
async function timeUntilReady(place: StorePlace): Promise<number> {
  const begun = performance.now();
  const server = await startAsOperator(place);
  try {
    const { status } = await fetch(`${server.url}/api/ready`);
    if (status !== 200) throw new Error(`/api/ready was answered ${status}`);
    return Math.round(performance.now() - begun);
  } finally {
    await server.stop();
  }
}

const json = async <T>(url: string): Promise<T> => (await (await fetch(url)).json()) as T;

/** The times of requests, one after the other, from sending each until its answer is read. Milliseconds. */
async function timesOf(
  { path, isOwn = false, name }: Target,
  url: string,
  requests: number,
): Promise<readonly number[]> {
  const headers = { accept: 'text/html, application/json', ...(isOwn && { cookie: ownCookie() }) };
  const times: number[] = [];
  for (let round = 0; round < requests + WARM_UP; round++) {
    const begun = performance.now();
    const response = await fetch(url + path(round), { headers });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${name}: ${path(round)} was answered ${response.status}`);
    if (round >= WARM_UP) times.push(performance.now() - begun);
  }
  return times;
}
