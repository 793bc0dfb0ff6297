import { statSync } from 'node:fs';
import { join } from 'node:path';
import { PATIENCE, type Patience } from '@tablier/match';
import { DATABASE_FILE, type Store } from '@tablier/store';
import { type BotLimits, BotPool, DEFAULT_BOT_LIMITS } from './bots/bot-pool.ts';
import { type Chance, systemChance } from './chance.ts';
import { DEFAULT_HELD, DEFAULT_LIMITS, Held, type HeldLimits, Limiter, type Limits } from './limits.ts';
import { Elsewhere } from './lobby/elsewhere.ts';
import { Lobby } from './lobby/lobby.ts';
import { Own } from './lobby/own.ts';
import { Seeks } from './lobby/seeks.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { LoneNode } from './nodes/lone-node.ts';
import type { NodeHealth, RunningNode } from './nodes/node.ts';
import { SharedNode } from './nodes/shared-node.ts';
import { OpenConnections } from './open-connections.ts';
import { connectionLimit } from './open-files.ts';
import { Challenges } from './people/challenges.ts';
import type { Desk } from './people/desk.ts';
import { Deletion } from './people/deletion.ts';
import { Devices } from './people/devices.ts';
import { Passwords } from './people/passwords.ts';
import { People } from './people/people.ts';
import { Tidy } from './people/tidy.ts';
import { Traces } from './people/traces.ts';
import { Tries } from './people/tries.ts';
import { Sockets } from './sockets/sockets.ts';
import { Footprints } from './tables/footprints.ts';
import type { HoldingLimits } from './tables/holdings.ts';
import type { Room } from './tables/room.ts';
import { Rooms } from './tables/rooms.ts';

export interface OnlineSettings {
  readonly limits?: Partial<Limits>;
  readonly held?: Partial<HeldLimits>;
  readonly holdings?: Partial<HoldingLimits>;
  readonly bots?: Partial<BotLimits>;
  /** Milliseconds since 1970; the system's clock where left out. */
  readonly now?: () => number;
  /** Where deals, seats and secrets come from; the operating system where left out. */
  readonly chance?: Chance;
  /** Other ones let proofs wait less; the ones of everyday where left out. */
  readonly paces?: Partial<Paces>;
  /** What the threads of bots run; another one listens to what bots are asked. */
  readonly botThread?: URL;
  /** How long absence is borne; that of everyday where left out. */
  readonly patience?: Patience;
  /** Another one counts how often a password is compared. */
  readonly passwords?: Passwords;
  /** Bytes that may wait on one line before views are left out. */
  readonly maxBuffered?: number;
}

/** What is told in batches, and how often at most. Milliseconds. */
export interface Paces {
  /** Coming and going at a table. */
  readonly presence: number;
  /** Changes of the lobby. */
  readonly lobby: number;
  /** Changes of one's own tables. */
  readonly own: number;
  /** Removing guests who were not here for long, and names that nobody signs in with. */
  readonly tidy: number;
}

const DEFAULT_PACES: Paces = { presence: 250, lobby: 400, own: 300, tidy: 86_400_000 };

/** What people play on, put together. */
export interface Online {
  readonly desk: Desk;
  readonly sockets: Sockets;
  readonly connections: OpenConnections;
  /** What is known of the database. */
  readonly health: () => NodeHealth;
  /** To be called when lines can be opened: until then nobody was served. */
  opened(): void;
  /** Tells every line that the server restarts, and finishes what is under way. */
  close(): Promise<void>;
}

/** Several views of the longest games. */
const MAX_BUFFERED = 64 * 1024;

export interface OnlineParts {
  readonly store: Store;
  readonly folder: string;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Takes up the matches that were being played; resolves when everybody can be let in. */
export async function openOnline(
  { store, folder, log, metrics }: OnlineParts,
  settings: OnlineSettings,
): Promise<Online> {
  const { now = Date.now, chance = systemChance, patience = PATIENCE, maxBuffered = MAX_BUFFERED } = settings;
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const held = { connections: connectionLimit(), ...DEFAULT_HELD, ...settings.held };
  const refused = (limit: string): void => metrics.refusals.inc({ limit });
  const limiter = (kind: keyof Limits): Limiter => new Limiter(limits[kind], now, () => refused(kind));
  const connections = new OpenConnections(held, refused);
  const node: RunningNode =
    store.nodes === null
      ? new LoneNode({ folder, store, now, log })
      : new SharedNode({ id: chance.id(), port: store.nodes, now, log });
  const { accounts } = store;
  const people = new People(accounts, chance, now);
  const traces = new Traces(accounts);
  const bots = new BotPool({ ...DEFAULT_BOT_LIMITS, ...settings.bots }, settings.botThread);
  const paces = { ...DEFAULT_PACES, ...settings.paces };
  const lobby = new Lobby(paces.lobby);
  const onChange = (room: Room): void => {
    lobby.update(room);
    seeks.update(room);
    own.update(room);
  };
  const rooms: Rooms = new Rooms({
    store,
    chance,
    bots,
    node,
    log,
    now,
    patience,
    presencePace: paces.presence,
    onChange,
    ...(settings.holdings && { holdings: settings.holdings }),
  });
  const seeks = new Seeks({ store, rooms, log, now });
  const own = new Own(store, rooms, paces.own);
  const elsewhere = new Elsewhere({ lobby, store, rooms, node, log, now });
  const tend = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => log.error({ err: error }, 'tables could not be looked after'));
  };
  const sockets = new Sockets({
    accounts,
    people,
    traces,
    rooms,
    lobby,
    own,
    seeks,
    log,
    now,
    maxBuffered,
    lines: limiter('lines'),
    connections,
    ofPerson: new Held(held.socketsPerPerson),
    helloMs: held.helloMs,
    onRefused: refused,
    messages: limits.messages,
    deeds: limiter('deeds'),
    tables: limiter('tables'),
    chat: limiter('chat'),
    newTraces: limiter('traces'),
  });
  await lobby.load(store);
  await node.start({
    onChange: () => tend(rooms.attend()),
    onPresence: (table, left) => {
      elsewhere.noticed(table);
      tend(rooms.peopleChanged(table, left));
    },
  });
  const stopFollowing = await store.follow((id, seq) => {
    if (rooms.haveNoted(id, seq)) return;
    tend(rooms.noticed(id, seq));
    tend(own.noticed(id, seq));
    elsewhere.noticed(id);
  });
  const stopFollowingAccounts = await accounts.follow((id) => tend(sockets.personChanged(id)));
  await elsewhere.load();
  await rooms.resume();
  const footprints = new Footprints(store, rooms, now);
  const deletion = new Deletion({ store, traces, footprints, log });
  await deletion.resume();
  const tidy = new Tidy({ accounts, deletion, node, log, now }, paces.tidy);
  const desk: Desk = {
    accounts,
    people,
    rooms,
    passwords: settings.passwords ?? new Passwords(),
    devices: new Devices(store, chance),
    tries: new Tries(now),
    challenges: new Challenges(store, chance, now),
    chance,
    now,
    requests: limiter('requests'),
    records: limiter('records'),
    guests: limiter('guests'),
    lookups: limiter('lookups'),
    signIns: limiter('signIns'),
    exports: limiter('exports'),
    footprints,
    traces,
    deletion,
    attempts: limiter('accounts'),
    changes: limiter('changes'),
    renames: limiter('renames'),
    onRevoked: (session) => sockets.endSession(session),
  };
  metrics.gauge('tablier_connections_open', 'Open TCP connections, HTTP and sockets.', () => connections.count);
  metrics.gauge('tablier_sockets_open', 'Open sockets.', () => sockets.counts.open);
  metrics.gauge(
    'tablier_sockets_unauthenticated',
    'Open sockets that have not said hello.',
    () => sockets.counts.unauthenticated,
  );
  metrics.gauge('tablier_database_serving', '1 while the database takes writes.', () =>
    Number(node.health().isServing),
  );
  metrics.gauge('tablier_tables_in_memory', 'Tables kept in memory.', () => rooms.count);
  metrics.gauge('tablier_bots_waiting', 'Bot moves that wait for a thread.', () => bots.counts.waiting);
  metrics.gauge('tablier_bots_searching', 'Bot moves that are being searched.', () => bots.counts.searching);
  metrics.gauge('tablier_wal_bytes', 'Size of the write-ahead log of SQLite.', () => walBytes(folder));
  return {
    desk,
    sockets,
    connections,
    health: () => node.health(),
    opened: () => {
      node.opened();
      tend(rooms.opened());
    },
    close: async () => {
      // Before anybody is sent away: what comes after that is charged to nobody.
      const stopped = node.stop();
      await sockets.close();
      await stopped;
      stopFollowing();
      stopFollowingAccounts();
      await bots.close();
      await tidy.close();
      await deletion.close();
      await rooms.close();
      seeks.close();
      own.close();
      elsewhere.close();
      lobby.shelf.close();
    },
  };
}

/** `null` where there is none, as with PostgreSQL. */
function walBytes(folder: string): number | null {
  return statSync(join(folder, `${DATABASE_FILE}-wal`), { throwIfNoEntry: false })?.size ?? null;
}
