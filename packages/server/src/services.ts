import { createMonthFiles, MAKE_MONTHS } from './archive/make-months.ts';
import type { MonthFiles } from './archive/month-files.ts';
import { EventStreams } from './api/event-streams.ts';
import { type Accounts, createAccounts } from './accounts/create-accounts.ts';
import { follow } from './follow.ts';
import { createBots } from './bots/create-bots.ts';
import { createNode } from './cluster/create-node.ts';
import { Contacts } from './contacts/contacts.ts';
import { HiddenAuthors } from './contacts/hidden-authors.ts';
import type { RunningNode } from './cluster/node.ts';
import { createConnections, type OpenConnections } from './http/open-connections.ts';
import { createJobs } from './jobs/create-jobs.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import { type ContextDeps, createContext, type ServerContext } from './lib/context.ts';
import { createMatchmaking, type Matchmaking } from './matchmaking/create-matchmaking.ts';
import { Bans } from './moderation/bans.ts';
import {
  createNotifications,
  type Notifications,
  type NotificationsPlace,
} from './notifications/create-notifications.ts';
import { openPrivacy, type Privacy } from './privacy/create-privacy.ts';
import { Relations } from './relations/relations.ts';
import type { Sockets } from './realtime/connections.ts';
import { createRealtime } from './realtime/create-realtime.ts';
import { countOnline } from './matchmaking/online-count.ts';
import { DEFAULT_PACES, type OnlineSettings } from './settings.ts';
import { createTables } from './tables/create-tables.ts';
import { archiveMatch } from './tables/finished-match.ts';
import { MISSED_EVERY, RECORD_MISSED, recordMissed } from './tables/record-missed.ts';
import type { Rooms } from './tables/rooms.ts';
import { listingOf } from './tables/table-log.ts';
import type { TableState } from './tables/table-state.ts';
import { createTournaments } from './tournaments/create-tournaments.ts';
import type { Tournaments } from './tournaments/tournaments.ts';

/** The parts of a server, connected, before any HTTP. */
export interface Services {
  readonly context: ServerContext;
  readonly node: RunningNode;
  readonly accounts: Accounts;
  readonly bans: Bans;
  readonly hiddenAuthors: HiddenAuthors;
  readonly relations: Relations;
  readonly rooms: Rooms;
  readonly matchmaking: Matchmaking;
  readonly privacy: Privacy;
  /** Background work. A kind of job is declared before the server listens. */
  readonly jobs: JobQueue;
  readonly monthFiles: MonthFiles;
  readonly notifications: Notifications;
  readonly connections: OpenConnections;
  readonly sockets: Sockets;
  readonly streams: EventStreams;
  readonly tournaments: Tournaments;
  /** To be called when the server listens. */
  opened(): void;
  /** Closes all connections and finishes work in progress. */
  close(): Promise<void>;
}

/** The composition root. Resumes running matches; resolves when the server can accept clients. */
export async function openServices(
  deps: ContextDeps,
  settings: OnlineSettings,
  place: NotificationsPlace,
): Promise<Services> {
  const context = createContext(deps, settings);
  const paces = { ...DEFAULT_PACES, ...settings.paces };
  const node = createNode(context);
  const jobs = createJobs(context, paces.jobs);
  const accounts = createAccounts(context, settings);
  const bots = createBots(context, settings);
  const contacts = new Contacts(context);
  const hiddenAuthors = new HiddenAuthors(context);
  const rooms = createTables(context, { node, bots, contacts, hiddenAuthors, presencePace: paces.presence }, settings);
  const listPaces = { lobbyPace: paces.lobby, ownPace: paces.own };
  const matchmaking = createMatchmaking(context, { rooms, node, contacts, ...listPaces });
  const connections = createConnections(context);
  const bans = new Bans(context.store, (person) => {
    sockets.endBanned(person);
    streams.endBanned(person);
  });
  const sockets: Sockets = createRealtime(
    context,
    { accounts, bans, rooms, matchmaking, contacts, connections },
    settings,
  );
  const streams = new EventStreams(context, { rooms, myTables: matchmaking.myTables, tokens: accounts.tokens });
  const { personPresence: presence } = matchmaking;
  const relations = new Relations({ ...context, ...accounts, contacts, rooms, presence });
  const started = { context, hiddenAuthors, relations, node, accounts, bans, rooms, matchmaking, sockets, streams };
  const stopFollowing = await follow(started);
  await bans.read();
  await matchmaking.remoteTables.load();
  await rooms.resume();
  const directed = createTournaments(context, { rooms, jobs, pace: paces.tournaments }, settings);
  const privacy = await openPrivacy(context, { accounts, rooms, jobs, cleanupInterval: paces.tidy });
  const notified = { jobs, rooms, node, place, pace: paces.notify };
  const notifications = createNotifications(context, notified, settings);
  const { store } = context;
  const recording = {
    store,
    load: (id: string) => rooms.stateOf(id),
    record: (state: TableState) => archiveMatch(state, { store }),
    relist: (state: TableState) => store.relistStream(state.id, state.seq, listingOf(state), state.turnedAt),
  };
  jobs.repeat(RECORD_MISSED, MISSED_EVERY, (_, signal) => recordMissed({ ...recording, signal }));
  const monthFiles = createMonthFiles(context, jobs);
  const { lobby } = matchmaking;
  const stopCounting = countOnline({ node, lobby, people: () => sockets.people, pace: paces.online });
  const opened = (): void => {
    node.opened();
    context.background(rooms.upkeep.begin());
    jobs.start();
    context.background(jobs.enqueue(RECORD_MISSED, null, { key: 'start' }));
    context.background(jobs.enqueue(MAKE_MONTHS, null, { key: 'start' }));
    context.background(directed.begin());
  };
  const close = async (): Promise<void> => {
    // Before any connection is closed: no player is charged for the time after this.
    stopCounting();
    const stopped = node.stop();
    streams.close();
    await sockets.close();
    await stopped;
    stopFollowing();
    monthFiles.close();
    await jobs.close();
    await notifications.close();
    await bots.close();
    await privacy.close();
    await rooms.close();
    matchmaking.close();
  };
  const { tournaments } = directed;
  return { ...started, tournaments, privacy, monthFiles, jobs, notifications, connections, opened, close };
}
