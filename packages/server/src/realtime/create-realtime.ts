import type { Accounts } from '../accounts/account-services.ts';
import type { Contacts } from '../contacts/contacts.ts';
import type { OpenConnections } from '../http/open-connections.ts';
import type { ServerContext } from '../lib/context.ts';
import { Held } from '../lib/rate-limits.ts';
import type { Matchmaking } from '../matchmaking/create-matchmaking.ts';
import type { Bans } from '../moderation/bans.ts';
import { withRating } from '../ratings/profiles.ts';
import type { Rooms } from '../tables/rooms.ts';
import type { SofaCodes } from '../tables/sofa/sofa-codes.ts';
import type { TableFinder } from '../tables/table-finder.ts';
import { Sockets } from './connections.ts';
import { SOCKET_PATH } from '@tablier/protocol';
import type { FastifyInstance } from 'fastify';
import type { People } from '../accounts/people.ts';
import { refuse } from '../http/errors.ts';
import { identityOf } from '../accounts/authenticate.ts';

export interface RealtimeSettings {
  /** Bytes that may wait before views are skipped. Default: several views of the longest games. */
  readonly maxBuffered?: number;
}

interface RealtimeDeps {
  readonly accounts: Accounts;
  readonly bans: Bans;
  readonly rooms: Rooms;
  readonly tableFinder: TableFinder;
  readonly matchmaking: Matchmaking;
  readonly contacts: Contacts;
  readonly connections: OpenConnections;
  readonly sofaCodes: SofaCodes;
}

const MAX_BUFFERED = 64 * 1024;

export function createRealtime(context: ServerContext, deps: RealtimeDeps, settings: RealtimeSettings): Sockets {
  const { store, log, now, limits, held, limiter, onRefused, metrics } = context;
  const { repository, people, personalDataIndex } = deps.accounts;
  const { lobby, myTables, seeks, personPresence } = deps.matchmaking;
  const sockets = new Sockets({
    repository,
    bans: deps.bans,
    people,
    personalDataIndex,
    rooms: deps.rooms,
    tableFinder: deps.tableFinder,
    lobby,
    myTables,
    seeks,
    sofaCodes: deps.sofaCodes,
    personPresence,
    contacts: deps.contacts,
    mutes: store.mutes,
    log,
    now,
    onCommand: (command, result, seconds) => {
      metrics.commands.inc({ kind: command.kind, result });
      if (result === 'done' && command.kind === 'act' && command.action.kind === 'move') metrics.moves.observe(seconds);
    },
    withRating: (person, kind) => withRating(person, kind, { store, now }),
    maxBuffered: settings.maxBuffered ?? MAX_BUFFERED,
    opening: limiter('lines'),
    openConnections: deps.connections,
    ofPerson: new Held(held.socketsPerPerson),
    helloMs: held.helloMs,
    onRefused,
    messages: limits.messages,
    commands: limiter('commands'),
    tables: limiter('tables'),
    challenges: limiter('challenges'),
    chat: limiter('chat'),
    namedTables: limiter('traces'),
  });
  metrics.gauge('tablier_sockets_open', 'Open sockets.', () => sockets.counts.open);
  metrics.gauge(
    'tablier_sockets_unauthenticated',
    'Open sockets that have not said hello.',
    () => sockets.counts.unauthenticated,
  );
  return sockets;
}

/** `GET /api/socket`: would a connection be accepted? A page cannot see the status of a refused upgrade. */
export function addSocketApi(app: FastifyInstance, { people, sockets }: { people: People; sockets: Sockets }): void {
  app.get(SOCKET_PATH, async (request, reply) => {
    const known = await identityOf(request, people);
    const refusal = sockets.refusalFor(request.ip, known?.person.id ?? null);
    return refusal === null ? reply.code(204).send() : refuse(reply, 429, refusal);
  });
}
