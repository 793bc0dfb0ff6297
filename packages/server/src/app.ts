import type { FastifyInstance } from 'fastify';
import { addOAuthApi } from './api/authorizations.ts';
import { addApi } from './api/openapi.ts';
import { addMonthsApi } from './archive/month-files.ts';
import { addApiRequests, addHealthApi, addRequestGuards, Readiness } from './http/request-guards.ts';
import { createHttp, type HttpDeps } from './http/create-http.ts';
import { addForwardedHeaders } from './http/proxies.ts';
import type { Hosts } from './http/hosts.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { addStaticPage } from './http/static-page.ts';
import { addPicturesApi, openPictures } from './images/pictures.ts';
import type { ContextDeps } from './lib/context.ts';
import { addBanHook } from './moderation/bans.ts';
import type { MailSettings } from './notifications/mailer.ts';
import { addMailPages } from './notifications/mail-links.ts';
import { findProfile } from './ratings/profiles.ts';
import { operationsOf } from './operations.ts';
import { addSocketApi } from './realtime/create-realtime.ts';
import { openServices, type Services } from './services.ts';
import type { OnlineSettings } from './settings.ts';
import { invitationOf } from './tables/views/table-view.ts';
import { addReportApi } from './tournaments/report.ts';
import { addCalendarApi } from './tournaments/calendar.ts';

interface AppDeps extends Omit<ContextDeps, 'log'>, HttpDeps {
  readonly pageDir: string;
  readonly hosts: Hosts;
  readonly settings: OnlineSettings;
  readonly mail: MailSettings | null;
}

/** Requests that still run this long after the stop began are aborted. Milliseconds. */
const STOP_MS = 3000;

/** The application, not yet listening. Closing it closes the store. */
export async function makeApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = createHttp(deps);
  app.addHook('onClose', () => deps.store.close());
  try {
    await addServices(app, deps);
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function addServices(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const { store, folder, metrics, settings, pageDir, proxies, hosts } = deps;
  const place = { origin: hosts.origin, mail: deps.mail };
  const services = await openServices({ store, folder, metrics, log: app.log }, settings, place);
  const { node, connections, sockets, context, bans, accounts, tableFinder } = services;
  const readiness = new Readiness({ health: () => node.health(), now: context.now });
  connections.listenTo(app.server, proxies);
  sockets.listenTo(app.server, { proxies, hosts });
  app.addHook('onListen', async () => services.opened());
  app.addHook('preClose', async () => {
    readiness.closing();
    setTimeout(() => connections.destroyAll(), STOP_MS).unref();
    await services.close();
  });
  addForwardedHeaders(app, proxies);
  addSecurityHeaders(app);
  addRequestGuards(app, { connections, hosts, proxies, readiness, metrics });
  addBanHook(app, { bans, people: accounts.people });
  addHealthApi(app, readiness);
  addRoutes(app, services, hosts);
  addPictures(app, deps, services);
  await addStaticPage(app, {
    folder: pageDir,
    store,
    hosts,
    requests: context.limiter('requests', 'pages'),
    profileName: async (username) => (await findProfile(username, store))?.name ?? null,
    tournament: (id) => services.tournaments.facts(id),
    club: (id) => services.clubs.facts(id),
    listedClubs: async () => (await services.clubs.lists(null)).listed.map(({ id }) => id),
    invitation: async (table, address) => {
      const room = await tableFinder.find(table, address);
      return room.ok ? invitationOf(room.value.state, (person) => bans.has(person)) : null;
    },
  });
}

function addRoutes(app: FastifyInstance, services: Services, hosts: Hosts): void {
  const { context, accounts, rooms, sockets, tournaments, monthFiles, notifications } = services;
  const { store, now, limiter } = context;
  const { people } = accounts;
  addApiRequests(app, { requests: limiter('requests'), archived: () => rooms.archived() });
  addMonthsApi(app, { monthFiles, downloads: limiter('requests', 'files') });
  // Where password managers look for the page (a well-known address of the W3C).
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect('/account', 302));
  addMailPages(app, { store, links: notifications.links, now, requests: limiter('lookups', 'mails') });
  addSocketApi(app, { people, sockets });
  addReportApi(app, { store, lookups: limiter('requests', 'files') });
  addCalendarApi(app, { tournaments, hosts, lookups: limiter('requests', 'files') });
  const onCall = (token: string): void => services.streams.heard(token);
  const gate = { ...accounts, bans: services.bans, hosts, requests: limiter('api'), limiter, onCall };
  addOAuthApi(app, { ...accounts, store, hosts });
  addApi(app, operationsOf(services, hosts), gate);
}

/** None if the page has not been built, because its build draws them. */
function addPictures(
  app: FastifyInstance,
  { pageDir, store, settings, metrics }: AppDeps,
  { context }: Services,
): void {
  const pictures = openPictures(pageDir, settings, (format, seconds) => metrics.drawn(format, seconds));
  if (pictures === null) return;
  const { limiter } = context;
  metrics.gauge('tablier_pictures_waiting', 'Pictures that wait for a thread.', () => pictures.waiting);
  app.addHook('onClose', () => pictures.close());
  addPicturesApi(app, {
    pictures,
    store,
    requests: limiter('requests', 'pictures'),
    drawn: limiter('pictures'),
    animated: limiter('animations'),
  });
}
