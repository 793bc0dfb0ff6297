import { type Rng, SeededRng } from '@tablier/core';
import { games } from '@tablier/games';
import { DEFAULT_LIMITS } from '@tablier/server';
import type { StorePlace } from '@tablier/store';
import { newGuest, terms } from '@tablier/testkit/online';
import type { ServerProcess } from '@tablier/testkit/servers';
import { auditAt, type Findings } from '../crash/audit.ts';
import { Driver } from '../crash/driver.ts';
import type { Journal } from '../crash/journal.ts';
import type { Plan } from '../crash/plans.ts';
import { randomCourse } from '../lib/random-games.ts';
import { measure, METERED, startServer } from '../lib/servers.ts';
import { SlowConnections } from './slow-connections.ts';
import { Fuzzer } from './fuzzer.ts';
import { LogWatch } from './log-watch.ts';
import { Tally } from './tally.ts';

export interface FuzzRunSettings {
  /** An empty database. */
  readonly place: StorePlace;
  readonly seed: string;
  readonly messages: number;
  /** Connections of attackers at the same time. */
  readonly connections: number;
  /** Tables of honest players at the same time. */
  readonly tables: number;
  /** Connections of each slow kind. */
  readonly crawlers: number;
  /** Whether the default limits apply, or none. */
  readonly isLimited: boolean;
}

/** The memory that the JavaScript of a server held after garbage collection, early in a run and at its end. MiB. */
export interface Growth {
  readonly first: number;
  readonly last: number;
  /** The tables that attackers opened in between. Without limits nothing bounds them. */
  readonly tables: number;
}

/** A table in memory takes 0.02 MiB. It stays there while someone watches it, and half a minute longer. */
const MIB_PER_TABLE = 0.04;

/** Memory may grow by a tenth, and by the tables that were opened. */
export const isFlat = ({ first, last, tables }: Growth): boolean => last <= first * 1.1 + tables * MIB_PER_TABLE;

/** The result of a run. */
export interface FuzzRun {
  /** The faults, by name. Each count is 0 if there are none. */
  readonly wrong: Findings & Readonly<Record<string, number>>;
  readonly tally: Tally;
  readonly seconds: number;
  readonly memory: Growth;
  readonly journal: Journal;
  readonly slowRequestsEnded: number;
  readonly samples: readonly string[];
}

/** The most tables of attackers that get commands at the same time. */
const MAX_OWN = 6;

/** Texts that must never be in a log, besides secrets of sessions: chat messages and deals. */
const NOT_IN_LOGS = ['psst', '"deal"', '"nonce"', '"knowledge"', 'tablier_session'];

/** A server on which honest players play while attackers send valid, malformed and random data. */
export async function runFuzz(settings: FuzzRunSettings, onSent: (sent: number) => void): Promise<FuzzRun> {
  const { place, seed, messages, connections, isLimited } = settings;
  const log = new LogWatch();
  const server = await startWatched(settings, log);
  const { url } = server;
  const calm = isLimited ? { plan: shortPlan, isCalm: true } : {};
  const honest = await Driver.start(() => url, { tables: settings.tables, seed, ...calm });
  const cookies = await attackersAt(url);
  log.forbid([...honest.secrets, ...cookies.flatMap((cookie) => cookie.split('.').slice(2)), ...NOT_IN_LOGS]);
  const crawlers = new SlowConnections();
  await crawlers.start(url, settings.crawlers);
  const tally = new Tally();
  const since = performance.now();
  const own: string[] = [];
  const memory = watchMemory(server, own);
  const fuzzer = new Fuzzer({
    url,
    cookies,
    messages,
    connections,
    seed,
    tally,
    isLimited,
    hasEnded: () => server.hasEnded,
    words: wordsFor(() => [...honest.journal.playing, ...own.slice(-MAX_OWN)]),
    secrets: honest.secrets,
    others: honest.journal.playing,
    onOpened: (table) => void own.push(table),
  });
  await fuzzer.run((sent) => {
    onSent(sent);
    if (sent >= messages / 4) memory.begin();
  });
  const seconds = (performance.now() - since) / 1000;
  const growth = await memory.end();
  const died = Number(server.hasEnded);
  await honest.finish();
  const { deadConnectionsKept, slowRequestsEnded } = await crawlers.stop();
  await server.stop();
  const found = await auditAt(place, honest.journal);
  return {
    wrong: { died, ...faultsIn(tally, log), deadConnectionsKept, honestFaults: honest.journal.faults.length, ...found },
    tally,
    seconds,
    memory: growth,
    journal: honest.journal,
    slowRequestsEnded,
    samples: [...tally.samples, ...log.samples, ...honest.journal.faults.slice(0, 3)],
  };
}

/** Measures a metered server twice: at the first `begin`, and at the end. A run that was too short to begin has not grown. */
function watchMemory(server: ServerProcess, tables: readonly string[]) {
  const look = async () => ({ heap: server.hasEnded ? 0 : (await measure(server)).heap, opened: tables.length });
  let early: ReturnType<typeof look> | undefined;
  return {
    begin: (): void => void (early ??= look()),
    end: async (): Promise<Growth> => {
      const last = await look();
      const first = (await early) ?? last;
      return { first: Math.round(first.heap), last: Math.round(last.heap), tables: last.opened - first.opened };
    },
  };
}

/** The cookies of the attackers; the first has none. */
const attackersAt = async (url: string): Promise<string[]> => [
  '',
  ...(await Promise.all(['Mallory', 'Trudy', 'Sybil'].map((name) => newGuest(url, name)))),
];

const startWatched = ({ place, isLimited }: FuzzRunSettings, log: LogWatch): Promise<ServerProcess> =>
  startServer({
    ...place,
    limits: isLimited ? DEFAULT_LIMITS : {},
    nodeArgs: METERED,
    onLog: (line) => log.take(line),
  });

/** What was wrong in the answers to attackers and in the log. */
const faultsIn = ({ unanswered, wrong, leaks }: Tally, log: LogWatch) => ({
  unanswered,
  wrong,
  leaks,
  faultsInLog: log.faults,
  leaksInLog: log.leaks,
});

/** A table at which players are slow enough for the default limits. */
const shortPlan = (rng: Rng): Plan => ({
  terms: terms('masker', { clock: { system: 'fischer', base: 120, increment: 5 }, chairs: ['me', 'open'] }),
  thinks: 300 + rng.below(200),
});

const wordsFor = (tables: () => readonly string[]) => ({
  game: games.map(({ id }) => id),
  get table() {
    return tables();
  },
  // Other clients use these ids too.
  id: ['d1', 'd2', 'd7', 'd30'],
  // Every tenth move of a random game of each.
  move: [
    ...games.flatMap((game) =>
      randomCourse(game, new SeededRng('moves')).record.moves.filter((_, ply) => ply % 10 === 0),
    ),
    '.',
    'xx',
  ],
  text: ['hello', '\u{1f642}', 'a b'],
});
