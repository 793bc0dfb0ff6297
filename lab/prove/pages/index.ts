import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SearchAnswer } from '@tablier/protocol';
import { restore } from '@tablier/store';
import { PostgresServer } from '@tablier/testkit/servers';
import { ascending, percentile, rounded } from '../lib/figures.ts';
import { noProgress, type OptionValues, type Proof, type Print } from '../lib/proof.ts';
import { startAsOperator, startServer } from '../lib/servers.ts';
import { ownCookie, type Target, targets } from './requests.ts';
import { writeSeed } from './seed.ts';

const defaults = { games: 100_000, people: 5000, requests: 200, database: 'both', seed: 'pages' };
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
  async run(options, print, at = noProgress) {
    const folder = mkdtempSync(join(tmpdir(), 'tablier-pages-'));
    try {
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
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface RunDeps {
  readonly options: Options;
  readonly print: Print;
  readonly onTarget: () => void;
}

async function onSqlite(file: string, folder: string, deps: RunDeps): Promise<Measured> {
  const dataDir = join(folder, 'data');
  await fill({ folder: dataDir }, file);
  deps.print('sqlite');
  return measure({ dataDir }, deps);
}

async function onPostgres(file: string, folder: string, deps: RunDeps): Promise<Measured> {
  const server = await PostgresServer.start();
  try {
    const databaseUrl = await server.createDatabase();
    await fill({ folder, url: databaseUrl }, file);
    deps.print('postgres');
    return await measure({ dataDir: folder, databaseUrl }, deps);
  } finally {
    await server.remove();
  }
}

async function fill(place: { readonly folder: string; readonly url?: string }, file: string): Promise<void> {
  const filled = await restore(place, file);
  if (!filled.ok) throw new Error(filled.error.detail);
}

/** The database of a server. */
interface Place {
  readonly dataDir: string;
  readonly databaseUrl?: string;
}

async function measure(place: Place, { options, print, onTarget }: RunDeps): Promise<Measured> {
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
      const times = ascending(await timesOf(target, server.url, options.requests));
      const [p50, p95] = [rounded(percentile(times, 0.5), 1), rounded(percentile(times, 0.95), 1)];
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
async function timeUntilReady(place: Place): Promise<number> {
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
