import { type AccountServices, type AccountSettings, createAccounts } from '../accounts/account-services.ts';
import { type BotSettings, type BotPool, createBots } from '../bots/bot-pool.ts';
import type { PictureSettings } from '../images/pictures.ts';
import { type ContextSettings, type ContextDeps, createContext, type ServerContext } from '../lib/context.ts';
import { type NotificationsSettings, createNotifications } from '../notifications/notifier.ts';
import type { MailSettings } from '../notifications/mailer.ts';
import type { Hosts } from '../http/hosts.ts';
import { type RealtimeSettings, type Sockets, createRealtime } from '../realtime/connections.ts';
import { type TableSettings, createTables } from '../tables/rooms.ts';
import {
  type TournamentLimits,
  type TournamentSettings,
  createTournaments,
  type OpenTournaments,
} from '../tournaments/tournaments.ts';
import { DEFAULT_LIMITS, type HeldLimits, type Limits } from '../lib/rate-limits.ts';
import { DEFAULT_HOLDING_LIMITS, type HoldingLimits } from '../tables/opening/table-opener.ts';
import { createMonthFiles, MAKE_MONTHS } from '../archive/month-files.ts';
import { EventStreams } from './event-streams.ts';
import { Clubs } from '../clubs/clubs.ts';
import { ServerKey } from '../accounts/signatures.ts';
import { createContacts, HiddenAuthors } from '../contacts/contacts.ts';
import { createConnections } from '../http/request-guards.ts';
import { SECURITY_HEADERS } from '../http/create-http.ts';
import { Snapshots } from '../http/request.ts';
import { createJobs, type JobQueue } from '../jobs/job-queue.ts';
import { createMatchmaking, countOnline } from '../matchmaking/create-matchmaking.ts';
import { createBans } from '../moderation/moderation.ts';
import { openPrivacy } from '../privacy/deletion.ts';
import { Relations } from '../relations/relations.ts';
import { createRecording, RECORD_MISSED } from '../tables/finished/finished-match.ts';
import { tableFinder } from '../tables/table-finder.ts';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '@tablier/store';
import type { RunningNode } from '../cluster/node.ts';
import { ClusterNode } from '../cluster/cluster-node.ts';
import { StandaloneNode } from '../cluster/standalone-node.ts';

/** The defaults are for public servers; tests and proofs set their own. */
export interface OnlineSettings
  extends
    ContextSettings,
    AccountSettings,
    BotSettings,
    TableSettings,
    RealtimeSettings,
    PictureSettings,
    TournamentSettings,
    NotificationsSettings {}

/** How long the lobby is shared by all who only look, if they are few. Seconds. */
const LOBBY_FRESH = 1;

const ANY_RATE = { burst: 1e9, perSecond: 1e9 };
const endless = (limits: object): object =>
  Object.fromEntries(Object.keys(limits).map((name) => [name, Number.POSITIVE_INFINITY]));

export const UNLIMITED: {
  readonly limits: Partial<Limits>;
  readonly held: Partial<HeldLimits>;
  readonly holdings: Partial<HoldingLimits>;
  readonly tournaments: Partial<TournamentLimits>;
} = {
  limits: Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((kind) => [kind, ANY_RATE])),
  held: endless({ connectionsPerAddress: 0, socketsPerPerson: 0, streamSilenceMs: 0 }),
  holdings: endless(DEFAULT_HOLDING_LIMITS),
  tournaments: { organised: 1e9, daily: 1e9 },
};

export type Services = Awaited<ReturnType<typeof openServices>>;

interface ServicesDeps extends ContextDeps {
  readonly hosts: Hosts;
  readonly mail: MailSettings | null;
}

export async function openServices({ hosts, mail, ...deps }: ServicesDeps, settings: OnlineSettings) {
  const context = createContext(deps, settings);
  const node = createNode(context);
  const jobs = createJobs(context);
  const accounts: AccountServices = {
    ...createAccounts(context, settings),
    mergeGuest: (guest, account) => privacy.deletion.delete(guest, account),
    onRevoked: (session) => sockets.endSession(session),
  };
  const bots = createBots(context, settings);
  const contacts = createContacts(context);
  const hiddenAuthors = new HiddenAuthors(context);
  const rooms = createTables(context, { node, bots, contacts, hiddenAuthors }, settings);
  const findTable = tableFinder(rooms, context.limiter('loads'));
  const sofaKey = new ServerKey(context.store, context.chance, 'sofa');
  const matchmaking = createMatchmaking(context, { rooms, node, contacts });
  const connections = createConnections(context);
  const bans = createBans(context.store, (person) => {
    sockets.endBanned(person);
    streams.endBanned(person);
  });
  const sockets: Sockets = createRealtime(
    context,
    { accounts, bans, rooms, findTable, matchmaking, contacts, connections, sofaKey },
    settings,
  );
  const { myTables, personPresence: presence } = matchmaking;
  const streams = new EventStreams(context, { rooms, myTables, tokens: accounts.tokens, presence });
  const relations = new Relations({ ...context, ...accounts, contacts, rooms, presence });
  const found = { rooms, findTable, matchmaking, sofaKey };
  const started = { context, hiddenAuthors, relations, node, accounts, bans, ...found, sockets, streams };
  const stopFollowing = await follow(started);
  await bans.read();
  await matchmaking.remoteTables.load();
  await rooms.resume();
  const directed = createTournaments(context, { rooms, jobs, presence }, settings);
  const privacy = await openPrivacy(context, { accounts, rooms, jobs });
  const notifications = createNotifications(context, { jobs, rooms, node, origin: hosts.origin, mail }, settings);
  createRecording(context, jobs, (table) => rooms.stateOf(table));
  const monthFiles = createMonthFiles(context, jobs);
  const stopCounting = countOnline(node, matchmaking.lobby, () => sockets.people, context.paces.online);
  const opened = (): void => beginWork(started, jobs, directed);
  const background = { jobs, monthFiles, notifications, privacy };
  const close = (): Promise<void> => closeServices({ ...started, ...background, bots, stopFollowing, stopCounting });
  const { tournaments } = directed;
  const clubs = new Clubs({ ...context, tournaments, presence });
  const looks = new Snapshots(LOBBY_FRESH, context.now, { headers: SECURITY_HEADERS });
  return { ...started, ...background, hosts, tournaments, clubs, looks, connections, opened, close };
}

function beginWork(
  { context, node, rooms }: Pick<Services, 'context' | 'node' | 'rooms'>,
  jobs: JobQueue,
  directed: OpenTournaments,
): void {
  node.opened();
  context.background(rooms.upkeep.begin());
  jobs.start();
  context.background(jobs.enqueue(RECORD_MISSED, null, { key: 'start' }));
  context.background(jobs.enqueue(MAKE_MONTHS, null, { key: 'start' }));
  context.background(directed.begin());
}

async function closeServices(
  services: Omit<Services, 'hosts' | 'tournaments' | 'clubs' | 'looks' | 'connections' | 'opened' | 'close'> & {
    readonly bots: BotPool;
    readonly stopFollowing: () => void;
    readonly stopCounting: () => void;
  },
): Promise<void> {
  services.stopCounting();
  // Before any connection is closed: no player is charged for the time after this.
  const stopped = services.node.stop();
  services.streams.close();
  await services.sockets.close();
  await stopped;
  services.stopFollowing();
  services.monthFiles.close();
  await services.jobs.close();
  await services.notifications.close();
  await services.bots.close();
  await services.privacy.close();
  await services.rooms.close();
  services.matchmaking.close();
}

type Followed = Pick<
  Services,
  'context' | 'hiddenAuthors' | 'node' | 'bans' | 'rooms' | 'matchmaking' | 'sockets' | 'streams'
>;

async function follow({ context, hiddenAuthors, node, bans, rooms, matchmaking, sockets, streams }: Followed) {
  const { background, store } = context;
  const { lobby, myTables, remoteTables } = matchmaking;
  await lobby.load(store);
  await node.start({
    onChange: () => background(rooms.upkeep.attend()),
    onPresence: (table, left) => {
      remoteTables.onNotice(table);
      background(rooms.peopleChanged(table, left));
    },
  });
  const stopFollowingStreams = await store.follow((id, seq, event) => {
    if (rooms.haveReached(id, seq)) return;
    background(rooms.onNotice(id, seq, event));
    background(myTables.onNotice(id, seq));
    background(bans.onNotice(id, seq));
    remoteTables.onNotice(id);
  });
  const stopFollowingAccounts = await store.accounts.follow((id) => {
    hiddenAuthors.changed(id);
    background(sockets.personChanged(id));
    background(streams.personChanged(id));
  });
  return () => {
    stopFollowingStreams();
    stopFollowingAccounts();
  };
}

/** This process as a node: standalone on SQLite, one of several on PostgreSQL. */
export function createNode({ store, folder, now, log, chance, metrics }: ServerContext): RunningNode {
  const node =
    store.nodes === null
      ? new StandaloneNode({ folder, store, now, log })
      : new ClusterNode({ id: chance.id(), port: store.nodes, store, now, log });
  metrics.gauge('tablier_database_serving', '1 while the database takes writes.', () =>
    Number(node.health().isServing),
  );
  metrics.gauge(
    'tablier_broker_connected',
    '1 while the broker passes notices between nodes, 0 while PostgreSQL does instead.',
    () => {
      const state = store.nodes?.brokerState ?? 'none';
      return state === 'none' ? null : Number(state === 'connected');
    },
  );
  metrics.gauge('tablier_wal_bytes', 'Size of the write-ahead log of SQLite.', () => walBytes(folder));
  return node;
}

function walBytes(folder: string): number | null {
  return statSync(join(folder, `${DATABASE_FILE}-wal`), { throwIfNoEntry: false })?.size ?? null;
}
