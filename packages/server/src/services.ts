import { EventStreams } from './api/event-streams.ts';
import { type Accounts, createAccounts } from './accounts/create-accounts.ts';
import { follow } from './follow.ts';
import { createBots } from './bots/create-bots.ts';
import { createNode } from './cluster/create-node.ts';
import type { RunningNode } from './cluster/node.ts';
import { createConnections, type OpenConnections } from './http/open-connections.ts';
import { type ContextDeps, createContext, type ServerContext } from './lib/context.ts';
import { createMatchmaking, type Matchmaking } from './matchmaking/create-matchmaking.ts';
import { Bans } from './moderation/bans.ts';
import { openPrivacy, type Privacy } from './privacy/create-privacy.ts';
import type { Sockets } from './realtime/connections.ts';
import { createRealtime } from './realtime/create-realtime.ts';
import { countOnline } from './matchmaking/online-count.ts';
import { DEFAULT_PACES, type OnlineSettings } from './settings.ts';
import { createTables } from './tables/create-tables.ts';
import { archiveMatch } from './tables/finished-match.ts';
import { recordMissed } from './tables/record-missed.ts';
import type { Rooms } from './tables/rooms.ts';
import { listingOf } from './tables/table-log.ts';
import type { TableState } from './tables/table-state.ts';

/** The parts of a server, connected, before any HTTP. */
export interface Services {
  readonly context: ServerContext;
  readonly node: RunningNode;
  readonly accounts: Accounts;
  readonly bans: Bans;
  readonly rooms: Rooms;
  readonly matchmaking: Matchmaking;
  readonly privacy: Privacy;
  readonly connections: OpenConnections;
  readonly sockets: Sockets;
  readonly streams: EventStreams;
  /** To be called when the server listens. */
  opened(): void;
  /** Closes all connections and finishes work in progress. */
  close(): Promise<void>;
}

/** The composition root. Resumes running matches; resolves when clients can be let in. */
export async function openServices(deps: ContextDeps, settings: OnlineSettings): Promise<Services> {
  const context = createContext(deps, settings);
  const paces = { ...DEFAULT_PACES, ...settings.paces };
  const node = createNode(context);
  const accounts = createAccounts(context, settings);
  const bots = createBots(context, settings);
  const rooms = createTables(context, { node, bots, presencePace: paces.presence }, settings);
  const listPaces = { lobbyPace: paces.lobby, ownPace: paces.own };
  const matchmaking = createMatchmaking(context, { rooms, node, ...listPaces });
  const connections = createConnections(context);
  const bans = new Bans(context.store, (person) => {
    sockets.endBanned(person);
    streams.endBanned(person);
  });
  const sockets: Sockets = createRealtime(context, { accounts, bans, rooms, matchmaking, connections }, settings);
  const streams = new EventStreams(context, { rooms, myTables: matchmaking.myTables, tokens: accounts.tokens });
  const started = { context, node, accounts, bans, rooms, matchmaking, sockets, streams };
  const stopFollowing = await follow(started);
  await bans.read();
  await matchmaking.remoteTables.load();
  await rooms.resume();
  const privacy = await openPrivacy(context, { accounts, rooms, node, cleanupInterval: paces.tidy });
  const { store } = context;
  const closing = new AbortController();
  const recording = {
    store,
    load: (id: string) => rooms.stateOf(id),
    record: (state: TableState) => archiveMatch(state, { store }),
    relist: (state: TableState) => store.relistStream(state.id, state.seq, listingOf(state), state.turnedAt),
    signal: closing.signal,
  };
  const { lobby } = matchmaking;
  const stopCounting = countOnline({ node, lobby, people: () => sockets.people, pace: paces.online });
  const opened = (): void => {
    node.opened();
    context.background(rooms.upkeep.begin());
    context.background(recordMissed(recording));
  };
  const close = async (): Promise<void> => {
    // Before any connection is closed: no player is charged for the time after this.
    closing.abort();
    stopCounting();
    const stopped = node.stop();
    streams.close();
    await sockets.close();
    await stopped;
    stopFollowing();
    await bots.close();
    await privacy.close();
    await rooms.close();
    matchmaking.close();
  };
  return { ...started, privacy, connections, opened, close };
}
