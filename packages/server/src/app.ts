import type { FastifyInstance } from 'fastify';
import { addPeopleApi } from './accounts/accounts-api.ts';
import { addApi } from './archive/archive-api.ts';
import { createHttp, type HttpParts } from './http/create-http.ts';
import { heedProxies } from './http/forwarded-headers.ts';
import { addHealthApi } from './http/health-api.ts';
import type { Hosts } from './http/hosts.ts';
import { Readiness } from './http/readiness.ts';
import { addEdge } from './http/request-guards.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { addPage } from './http/static-page.ts';
import type { ContextParts } from './lib/context.ts';
import { addOpponentsApi } from './matchmaking/opponents-api.ts';
import { addOwnDataApi } from './privacy/personal-data-api.ts';
import { addSocketApi } from './realtime/realtime-api.ts';
import { openServices, type Services } from './services.ts';
import type { OnlineSettings } from './settings.ts';
import { addMyTablesApi, addTableApi } from './tables/tables-api.ts';

export interface AppParts extends Omit<ContextParts, 'log'>, HttpParts {
  readonly pageDir: string;
  readonly hosts: Hosts;
  readonly settings: OnlineSettings;
}

/** Requests still under way this long after the stop began are cut off. Milliseconds. */
const STOP_MS = 3000;

/** The application, not yet listening. Closing it closes the store. */
export async function makeApp(parts: AppParts): Promise<FastifyInstance> {
  const { store, folder, metrics, settings, pageDir, proxies, hosts } = parts;
  const app = createHttp(parts);
  app.addHook('onClose', () => store.close());
  const services = await openServices({ store, folder, metrics, log: app.log }, settings);
  const { node, connections, sockets, context } = services;
  const readiness = new Readiness({ health: () => node.health(), now: context.now });
  connections.listenTo(app.server, proxies);
  sockets.listenTo(app.server, { proxies, hosts });
  app.addHook('onListen', async () => services.opened());
  app.addHook('preClose', async () => {
    readiness.closing();
    setTimeout(() => connections.destroyAll(), STOP_MS).unref();
    await services.close();
  });
  heedProxies(app, proxies);
  addSecurityHeaders(app);
  addEdge(app, { connections, hosts, proxies, readiness, metrics });
  addHealthApi(app, readiness);
  addRoutes(app, services);
  await addPage(app, pageDir);
  return app;
}

function addRoutes(app: FastifyInstance, services: Services): void {
  const { context, accounts, rooms, sockets, privacy } = services;
  const { store, now, limiter } = context;
  const { people } = accounts;
  const lookups = limiter('lookups');
  addApi(app, store, { people, now, requests: limiter('requests'), records: limiter('records') });
  addPeopleApi(app, {
    ...accounts,
    mergeGuest: (guest, account) => privacy.deletion.join(guest, account),
    onRevoked: (session) => sockets.endSession(session),
  });
  addOwnDataApi(app, { ...accounts, ...privacy });
  addMyTablesApi(app, { people, rooms, lookups });
  addOpponentsApi(app, { people, rooms, lookups });
  addTableApi(app, { people, rooms, lookups });
  addSocketApi(app, { people, sockets });
}
