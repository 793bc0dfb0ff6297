import { randomUUID } from 'node:crypto';
import type { Store } from '@tablier/store';
import { type FastifyInstance, fastify, LogController } from 'fastify';
import { addApi } from './api.ts';
import type { Online } from './online.ts';
import { addOpponentsApi } from './lobby/opponents.ts';
import { addPeopleApi } from './people/api.ts';
import { addSocketApi } from './sockets/api.ts';
import { addTableApi } from './tables/api.ts';
import { addEdge } from './edge.ts';
import { answerError } from './errors.ts';
import { addHealthApi } from './health.ts';
import type { Hosts } from './hosts.ts';
import { type Log, LOG_SERIALIZERS } from './log.ts';
import type { Metrics } from './metrics.ts';
import { addBanHook } from './moderation/ban-hook.ts';
import { addPage } from './page.ts';
import { heedProxies } from './proxy-hook.ts';
import type { Proxies } from './proxies.ts';
import { Readiness } from './readiness.ts';
import { addSecurityHeaders, SECURITY_HEADERS } from './security.ts';

export interface AppParts {
  readonly store: Store;
  /** Makes what people play on, with the log of the application. */
  readonly online: (log: Log) => Promise<Online>;
  readonly pageDir: string;
  readonly log: (line: string) => void;
  /** Whose word on where a request comes from counts. */
  readonly proxies: Proxies;
  /** The names of this server. */
  readonly hosts: Hosts;
  readonly metrics: Metrics;
  /** Is told of every route. */
  readonly onRoute?: (route: Route) => void;
}

/** An address that is answered: `GET /api/games/:id`. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/** The longest body that is read, in bytes: several times the longest game. */
export const MAX_BODY = 256 * 1024;

/** The head of a request has to arrive within this time, and that is checked this often. Milliseconds. */
const HEADERS_MS = 10_000;
const CHECK_MS = 5000;
/** What is still under way so long after the stop began is cut off. Milliseconds. */
const STOP_MS = 3000;

/** The application, not yet listening. Closing it closes the store. */
export async function makeApp(parts: AppParts): Promise<FastifyInstance> {
  const { store, pageDir, proxies, hosts, metrics } = parts;
  const app = bareApp(parts);
  app.addHook('onClose', () => store.close());
  const tables = await parts.online(app.log);
  const { connections, sockets, desk, bans } = tables;
  const readiness = new Readiness({ health: tables.health, now: desk.now });
  connections.listenTo(app.server, proxies);
  sockets.listenTo(app.server, { proxies, hosts });
  app.addHook('onListen', async () => tables.opened());
  app.addHook('preClose', async () => {
    readiness.closing();
    setTimeout(() => connections.destroyAll(), STOP_MS).unref();
    await tables.close();
  });
  heedProxies(app, proxies);
  addSecurityHeaders(app);
  addEdge(app, { connections, hosts, proxies, readiness, metrics });
  addBanHook(app, bans);
  addHealthApi(app, readiness);
  addApi(app, store, desk);
  addPeopleApi(app, desk);
  addOpponentsApi(app, desk);
  addTableApi(app, desk);
  addSocketApi(app, { people: desk.people, sockets });
  await addPage(app, pageDir);
  return app;
}

function bareApp({ log, proxies, onRoute }: AppParts): FastifyInstance {
  const app = fastify({
    bodyLimit: MAX_BODY,
    requestTimeout: 30_000,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    logger: { base: null, serializers: LOG_SERIALIZERS, stream: { write: (line: string) => log(line.trimEnd()) } },
    genReqId: () => randomUUID(),
    // The edge answers during the stop, by name.
    return503OnClosing: false,
    // The API logs its own answers, one line each.
    logController: new LogController({ disableRequestLogging: true }),
    // The same rule as for lines: what nobody trustworthy said is taken away before anything is read.
    trustProxy: (address: string) => proxies.isTrusted(address),
    // An address that cannot be read at all reaches no hook: its answer is dressed here.
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request, reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id })),
    routerOptions: { maxParamLength: 100 },
  });
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) onRoute?.({ method: one, path: url });
  });
  // JSON is all that is read: without this, a form of another site could send us text.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(answerError);
  return app;
}
