import type { Store } from '@tablier/store';
import { type FastifyInstance, fastify, LogController } from 'fastify';
import { addApi } from './api.ts';
import type { Online } from './online.ts';
import { addOpponentsApi } from './lobby/opponents.ts';
import { addPeopleApi } from './people/api.ts';
import { addSocketApi } from './sockets/api.ts';
import { addTableApi } from './tables/api.ts';
import { answerError } from './errors.ts';
import type { Log } from './log.ts';
import { addPage } from './page.ts';
import { heedProxies } from './proxy-hook.ts';
import type { Proxies } from './proxies.ts';
import { addSecurityHeaders, SECURITY_HEADERS } from './security.ts';

export interface AppParts {
  readonly store: Store;
  /** Makes what people play on, with the log of the application. */
  readonly online: (log: Log) => Promise<Online>;
  readonly pageDir: string;
  readonly log: (line: string) => void;
  /** Whose word on where a request comes from counts. */
  readonly proxies: Proxies;
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

/** The application, not yet listening. Closing it closes the store. */
export async function makeApp({ store, online, pageDir, log, proxies, onRoute }: AppParts): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: MAX_BODY,
    requestTimeout: 30_000,
    logger: { base: null, stream: { write: (line: string) => log(line.trimEnd()) } },
    // The API logs its own answers, one line each.
    logController: new LogController({ disableRequestLogging: true }),
    // The same rule as for lines: what nobody trustworthy said is taken away before anything is read.
    trustProxy: (address: string) => proxies.isTrusted(address),
    // An address that cannot be read at all reaches no hook: its answer is dressed here.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply.headers(SECURITY_HEADERS)),
    routerOptions: { maxParamLength: 100 },
  });
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) onRoute?.({ method: one, path: url });
  });
  // JSON is all that is read: without this, a form of another site could send us text.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(answerError);
  app.addHook('onClose', () => store.close());
  const tables = await online(app.log);
  tables.sockets.listenTo(app.server, proxies);
  app.addHook('onListen', async () => tables.opened());
  app.addHook('preClose', () => tables.close());
  heedProxies(app, proxies);
  addSecurityHeaders(app);
  addApi(app, store, tables.desk);
  addPeopleApi(app, tables.desk);
  addOpponentsApi(app, tables.desk);
  addTableApi(app, tables.desk);
  addSocketApi(app, { people: tables.desk.people, sockets: tables.sockets });
  await addPage(app, pageDir);
  return app;
}
