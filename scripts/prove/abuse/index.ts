import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { games } from '@tablier/games';
import { newGuest } from '@tablier/testkit/online';
import { openStore } from '@tablier/store';
import { audit } from '../crash/audit.ts';
import { Driver } from '../crash/driver.ts';
import type { OptionValues, Proof, Verdict } from '../lib/proof.ts';
import { ServerProcess } from '../lib/server-process.ts';
import { Crawlers } from './crawlers.ts';
import { Fuzzer } from './fuzzer.ts';
import { MemoryWatch } from './memory.ts';
import { Tally } from './tally.ts';

const defaults = { messages: 1_000_000, lines: 48, tables: 6, crawlers: 20, seed: '' };

/** Memory may grow by a tenth and by what the collector of garbage leaves lying about. MiB. */
const mayGrowTo = (first: number): number => first * 1.1 + 32;

/** Tables of their own at which people who mean no good do something at a time. */
const MOST_OWN = 6;

/** What level a line of the log has that tells of a fault of the server. */
const FAULT_LEVEL = 50;

export const abuse: Proof<typeof defaults> = {
  claim: 'whatever is sent, it is answered by name or ends its line, and nobody else notices',
  defaults,
  run: async (options, say) => {
    const folder = mkdtempSync(join(tmpdir(), 'tablier-abuse-'));
    try {
      return await run(folder, options, say);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** The log of the server, of which only what is wrong is kept. */
class LogWatch {
  faults = 0;
  secretsFound = 0;
  lines = 0;
  readonly told: string[] = [];
  secrets: readonly string[] = [];

  take(line: string): void {
    this.lines++;
    const isFault = !line.startsWith('{') || Number(/"level":(\d+)/.exec(line)?.[1]) >= FAULT_LEVEL;
    const isLeak = this.secrets.some((secret) => line.includes(secret));
    if (isFault) this.faults++;
    if (isLeak) this.secretsFound++;
    if ((isFault || isLeak) && this.told.length < 5) this.told.push(line.slice(0, 400));
  }
}

async function run(
  folder: string,
  options: OptionValues<typeof defaults>,
  say: (line: string) => void,
): Promise<Verdict> {
  const seed = options.seed === '' ? String(randomInt(2 ** 31)) : options.seed;
  say(`seed ${seed}`);
  const log = new LogWatch();
  const server = await ServerProcess.start({ dataDir: folder, onLog: (line) => log.take(line) });
  const { url } = server;
  const honest = await Driver.start(() => url, { tables: options.tables, seed });
  log.secrets = honest.secrets;
  const cookies = ['', ...(await Promise.all(['Mallory', 'Trudy', 'Sybil'].map((name) => newGuest(url, name))))];
  const crawlers = new Crawlers();
  await crawlers.start(url, options.crawlers);
  const tally = new Tally();
  const own: string[] = [];
  const words = {
    game: games.map(({ id }) => id),
    get table() {
      return [...honest.journal.playing, ...own];
    },
    id: ['d1', 'd2', 'd7', 'd30'],
    move: ['00-02', 'a1', 'a1-b2', 'a1/2', '+3', '.', 't0', 'xx'],
    text: ['hello', '\ud83d\ude42', 'a b'],
  };
  const memory = new MemoryWatch(server.pid);
  const since = performance.now();
  const { messages, lines } = options;
  const fuzzer = new Fuzzer({
    ...{ url, cookies, words, messages, lines, seed, tally, isLimited: false },
    secrets: honest.secrets,
    others: honest.journal.playing,
    onOpened: (table) => own.push(table) > MOST_OWN && own.shift(),
  });
  await fuzzer.run((sent) => say(`${sent} messages, ${tally.lines} lines`));
  const seconds = (performance.now() - since) / 1000;
  const rss = memory.stop();
  const hasDied = server.isOver;
  await honest.finish();
  const crawled = crawlers.stop();
  await server.stop();
  const store = await openStore({ folder });
  if (!store.ok) throw new Error(store.error.detail);
  const found = await audit(store.value, honest.journal);
  await store.value.close();
  const { sent, unanswered, wrong, leaks } = tally;
  const bad = {
    died: Number(hasDied),
    unanswered,
    wrong,
    leaks,
    faultsInLog: log.faults,
    secretsInLog: log.secretsFound,
    deadLinesKept: crawled.deadLinesKept,
    honestFaults: honest.journal.faults.length,
    ...found,
  };
  return {
    ok: Object.values(bad).every((count) => count === 0) && rss.last <= mayGrowTo(rss.first),
    figures: {
      seed,
      sent,
      seconds: Math.round(seconds),
      perSecond: Math.round(sent / seconds),
      linesOpened: tally.lines,
      ...bad,
      rssMiB: rss,
      slowRequestsEnded: crawled.slowRequestsEnded,
      honestGames: honest.journal.tables.length,
      honestMoves: honest.journal.waits.length,
      honestMs: percentiles(honest.journal.waits),
      answers: Object.fromEntries([...tally.answers].sort((left, right) => right[1] - left[1])),
      told: [...tally.told, ...log.told, ...honest.journal.faults.slice(0, 3)],
    },
  };
}

function percentiles(waits: readonly number[]): Readonly<Record<string, number>> {
  const sorted = [...waits].sort((left, right) => left - right);
  const at = (share: number): number => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
