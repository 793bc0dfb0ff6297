import type { FastifyInstance } from 'fastify';
import type { Tokens } from '../accounts/tokens.ts';
import { answerError, refuse } from '../http/errors.ts';
import type { ServerContext } from '../lib/context.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { Matchmaking } from '../matchmaking/create-matchmaking.ts';
import type { Bans } from '../moderation/bans.ts';
import type { LeaderPages } from '../ratings/ratings-api.ts';
import type { Sockets } from '../realtime/connections.ts';
import type { Relations } from '../relations/relations.ts';
import type { Rooms } from '../tables/rooms.ts';
import type { TableFinder } from '../tables/table-finder.ts';
import type { MonthFiles } from '../archive/month-files.ts';
import { archiveOperations, searchOperations } from './search.ts';
import { catalogueOperations } from './catalogue.ts';
import { BadInput } from './errors.ts';
import { eventOperations } from './events.ts';
import type { EventStreams } from './event-streams.ts';
import { addDocument } from './openapi.ts';
import { addOperation, type AnyOperation, checkInput } from './operation.ts';
import { ownOperations } from './own.ts';
import { peopleOperations } from './people.ts';
import { playOperations } from './play.ts';
import { type ApiDocument, REFERENCE_STYLE, referencePage } from './reference-page.ts';
import { relationOperations } from './relations.ts';
import { SESSION, SESSION_PATHS, SESSION_SCHEME } from './session-operations.ts';
import { tableOperations } from './tables.ts';
import { tournamentOperations } from './tournaments.ts';
import type { Tournaments } from '../tournaments/tournaments.ts';

export interface ApiDeps {
  readonly context: ServerContext;
  readonly tokens: Tokens;
  readonly bans: Bans;
  readonly rooms: Rooms;
  readonly tableFinder: TableFinder;
  readonly matchmaking: Matchmaking;
  readonly sockets: Sockets;
  readonly streams: EventStreams;
  readonly monthFiles: MonthFiles;
  readonly relations: Relations;
  /** Lists of own tables and games of tables: the same as for the page. */
  readonly lookups: RateLimiter;
  /** Profiles: the same as for the page. */
  readonly profiles: RateLimiter;
  /** The same as for the page. */
  readonly leaders: LeaderPages;
  readonly tournaments: Tournaments;
  /** Reads and changes of tournaments: the same as for the page. */
  readonly tournamentLimits: {
    readonly lookups: RateLimiter;
    readonly changes: RateLimiter;
    readonly creations: RateLimiter;
  };
  /** Reports: the same as for the page. */
  readonly reports: RateLimiter;
}

/** The documented API below `/api/v1`, its document at `/api/openapi.json`, and the reference page at `/api`. */
export function addApi(app: FastifyInstance, deps: ApiDeps): void {
  app.decorateRequest('tokenCaller', null);
  app.register(async (api) => {
    await addDocument(api);
    api.setValidatorCompiler<never>(
      ({ schema }) =>
        (data: unknown) =>
          checkInput(schema, data),
    );
    api.setErrorHandler((error, request, reply) =>
      error instanceof BadInput
        ? refuse(reply, 400, { name: 'bad-request', detail: error.detail })
        : answerError(error as Parameters<typeof answerError>[0], request, reply),
    );
    const { tokens, bans, context, streams } = deps;
    const gate = { tokens, bans, requests: context.limiter('api'), onCall: (token: string) => streams.heard(token) };
    for (const declared of operationsOf(deps)) addOperation(api, declared, gate);
    addDocuments(api);
  });
}

function operationsOf({
  context,
  leaders,
  rooms,
  tableFinder,
  matchmaking,
  sockets,
  streams,
  monthFiles,
  relations,
  lookups,
  profiles,
  tournaments,
  tournamentLimits,
  reports,
}: ApiDeps): readonly AnyOperation[] {
  const { store, now } = context;
  return [
    ...catalogueOperations(),
    ...archiveOperations({ monthFiles }),
    ...searchOperations({ store, lookups: profiles }),
    ...tableOperations({ rooms, tableFinder, lobby: matchmaking.lobby, store, lookups }),
    ...eventOperations({ streams, tableFinder }),
    ...playOperations({ sockets }),
    ...peopleOperations({ store, leaders, now, lookups: profiles }),
    ...tournamentOperations({ tournaments, ...tournamentLimits }),
    ...ownOperations({ accounts: store.accounts, store, rooms, now, lookups }),
    ...relationOperations({ relations, lookups, reports }),
  ];
}

/** The document with the operations that need the session of a browser. */
function withSessions(document: ReturnType<FastifyInstance['swagger']>): object {
  const { paths = {}, components = {} } = document as {
    readonly paths?: object;
    readonly components?: { readonly securitySchemes?: object };
  };
  const securitySchemes = { ...components.securitySchemes, [SESSION]: SESSION_SCHEME };
  return {
    ...(document as object),
    paths: { ...paths, ...SESSION_PATHS },
    components: { ...components, securitySchemes },
  };
}

/** Both are built when they are first requested, and never change. */
function addDocuments(api: FastifyInstance): void {
  let text: string | undefined;
  let page: string | undefined;
  const documentText = (): string => (text ??= JSON.stringify(withSessions(api.swagger())));
  const cached = { 'cache-control': 'public, max-age=300' };
  api.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply.headers(cached).type('application/json; charset=utf-8').send(documentText()),
  );
  api.get('/api/reference.css', { schema: { hide: true } }, (_request, reply) =>
    reply.headers(cached).type('text/css; charset=utf-8').send(REFERENCE_STYLE),
  );
  api.get('/api', { schema: { hide: true } }, (_request, reply) => {
    page ??= referencePage(JSON.parse(documentText()) as ApiDocument);
    return reply.headers(cached).type('text/html; charset=utf-8').send(page);
  });
}
