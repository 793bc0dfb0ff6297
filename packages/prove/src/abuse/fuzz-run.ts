import { games } from '@tablier/games';
import { DEFAULT_LIMITS } from '@tablier/server';
import { openStore } from '@tablier/store';
import { newGuest } from '@tablier/testkit/online';
import { audit, type Findings } from '../crash/audit.ts';
import { Driver } from '../crash/driver.ts';
import type { Journal } from '../crash/journal.ts';
import { ServerProcess } from '../lib/server-process.ts';
import { Crawlers } from './crawlers.ts';
import { Fuzzer } from './fuzzer.ts';
import { LogWatch } from './log-watch.ts';
import { type Growth, MemoryWatch } from './memory.ts';
import { shortPlan } from './short-plan.ts';
import { Tally } from './tally.ts';

export interface SiegeSettings {
  /** The folder of the database: empty. */
  readonly folder: string;
  readonly seed: string;
  readonly messages: number;
  /** Lines of people who mean no good at the same time. */
  readonly lines: number;
  /** Tables of people who just play, at the same time. */
  readonly tables: number;
  /** Connections of each slow kind. */
  readonly crawlers: number;
  /** Whether the limits of everyday hold, or none. */
  readonly isLimited: boolean;
}

/** How a siege went. */
export interface Siege {
  /** Everything that should not be, each by name: 0 where nothing is wrong. */
  readonly wrong: Findings & Readonly<Record<string, number>>;
  readonly tally: Tally;
  readonly seconds: number;
  readonly memory: Growth;
  readonly journal: Journal;
  readonly slowRequestsEnded: number;
  readonly told: readonly string[];
}

/** Tables of their own at which people who mean no good do something at a time. */
const MOST_OWN = 6;

/** What must never stand in a log, beside secrets of sessions: what was said, and what was dealt. */
const NOT_IN_LOGS = ['psst', '"deal"', '"nonce"', '"knowledge"', 'tablier_session'];

/** A server of its own, on which some play while others send whatever they can think of. */
export async function besiege(settings: SiegeSettings, say: (line: string) => void): Promise<Siege> {
  const { folder, seed, messages, lines, isLimited } = settings;
  const log = new LogWatch();
  const limits = isLimited ? DEFAULT_LIMITS : {};
  const server = await ServerProcess.start({ dataDir: folder, limits, onLog: (line) => log.take(line) });
  const { url } = server;
  const calm = isLimited ? { plan: shortPlan, isCalm: true } : {};
  const honest = await Driver.start(() => url, { tables: settings.tables, seed, ...calm });
  const cookies = ['', ...(await Promise.all(['Mallory', 'Trudy', 'Sybil'].map((name) => newGuest(url, name))))];
  log.forbid([...honest.secrets, ...cookies.flatMap((cookie) => cookie.split('.').slice(2)), ...NOT_IN_LOGS]);
  const crawlers = new Crawlers();
  await crawlers.start(url, settings.crawlers);
  const tally = new Tally();
  const memory = new MemoryWatch(server.pid);
  const since = performance.now();
  const own: string[] = [];
  const fuzzer = new Fuzzer({
    url,
    cookies,
    messages,
    lines,
    seed,
    tally,
    isLimited,
    isOver: () => server.isOver,
    words: wordsFor(() => [...honest.journal.playing, ...own]),
    secrets: honest.secrets,
    others: honest.journal.playing,
    onOpened: (table) => own.push(table) > MOST_OWN && own.shift(),
  });
  await fuzzer.run((sent) => say(`${sent} messages, ${tally.lines} lines`));
  const seconds = (performance.now() - since) / 1000;
  const growth = memory.stop();
  const died = Number(server.isOver);
  await honest.finish();
  const { deadLinesKept, slowRequestsEnded } = crawlers.stop();
  await server.stop();
  const found = await auditOf(folder, honest.journal);
  const { unanswered, wrong, leaks } = tally;
  const inLog = { faultsInLog: log.faults, leaksInLog: log.leaks };
  const honestFaults = honest.journal.faults.length;
  return {
    wrong: { died, unanswered, wrong, leaks, ...inLog, deadLinesKept, honestFaults, ...found },
    tally,
    seconds,
    memory: growth,
    journal: honest.journal,
    slowRequestsEnded,
    told: [...tally.told, ...log.told, ...honest.journal.faults.slice(0, 3)],
  };
}

async function auditOf(folder: string, journal: Journal): Promise<Findings> {
  const store = await openStore({ folder });
  if (!store.ok) throw new Error(store.error.detail);
  const found = await audit(store.value, journal);
  await store.value.close();
  return found;
}

const wordsFor = (tables: () => readonly string[]) => ({
  game: games.map(({ id }) => id),
  get table() {
    return tables();
  },
  // Those that other people's commands have too.
  id: ['d1', 'd2', 'd7', 'd30'],
  move: ['00-02', 'a1', 'a1-b2', 'a1/2', '+3', '.', 't0', 'xx'],
  text: ['hello', '\u{1f642}', 'a b'],
});
