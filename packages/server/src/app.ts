import { accountOperations, personalDataOperations, signInOperations } from './api/accounts.ts';
import { articleOperations, studyOperations } from './api/studies.ts';
import { authorizationOperations, addOAuthApi } from './api/authorizations.ts';
import { clubOperations, tournamentOperations } from './api/tournaments.ts';
import { confirmationOperations, credentialOperations, resetOperations } from './api/credentials.ts';
import { archiveOperations, catalogueOperations } from './api/games.ts';
import { moderationOperations } from './api/moderation.ts';
import type { Operation } from './api/operation.ts';
import { notificationOperations, ownOperations, relationOperations } from './api/own.ts';
import { peopleOperations } from './api/people.ts';
import { playOperations, sofaOperations, streamOperations, tableOperations } from './api/tables.ts';
import { type Hosts, addForwardedHeaders } from './http/hosts.ts';
import { findProfile } from './ratings/profiles.ts';
import { type Services, openServices, type OnlineSettings } from './api/services.ts';
import type { FastifyInstance } from 'fastify';
import { addApi } from './api/openapi.ts';
import { addMonthsApi } from './archive/month-files.ts';
import { addApiRequests, addHealthApi, addRequestGuards, answerFirst, createReadiness } from './http/request-guards.ts';
import { createHttp, type HttpDeps, addSecurityHeaders } from './http/create-http.ts';
import { addStaticPage } from './http/static-page.ts';
import { addPictures } from './images/pictures.ts';
import type { ContextDeps } from './lib/context.ts';
import { addBanHook } from './moderation/moderation.ts';
import type { MailSettings } from './notifications/mailer.ts';
import { addMailPages } from './notifications/mail-links.ts';
import { addSocketApi } from './realtime/connections.ts';
import { tableFactsOf } from './tables/views/table-view.ts';
import { addTournamentFiles } from './tournaments/files.ts';
import { factsOf } from './tournaments/view.ts';

const OPERATIONS: readonly ((services: Services) => readonly Operation[])[] = [
  catalogueOperations,
  archiveOperations,
  tableOperations,
  sofaOperations,
  streamOperations,
  playOperations,
  peopleOperations,
  tournamentOperations,
  clubOperations,
  ownOperations,
  relationOperations,
  notificationOperations,
  studyOperations,
  articleOperations,
  moderationOperations,
  accountOperations,
  personalDataOperations,
  signInOperations,
  confirmationOperations,
  credentialOperations,
  authorizationOperations,
  resetOperations,
];

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
  const services = await openServices({ store, folder, metrics, log: app.log, hosts, mail: deps.mail }, settings);
  const { node, connections, sockets, context, bans, accounts, findTable } = services;
  const readiness = createReadiness(() => node.health(), context.now);
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
  answerFirst(app.server, { hosts, metrics }, (request, response) => services.looks.answerKnown(request, response));
  addRoutes(app, services);
  addPictures(app, context, pageDir, settings);
  await addStaticPage(app, {
    folder: pageDir,
    store,
    hosts,
    requests: context.limiter('requests', 'pages'),
    profileName: async (username) => (await findProfile(username, store))?.name ?? null,
    tournament: async (id) => {
      const found = await store.tournaments.find(id);
      return found && factsOf(found);
    },
    club: (id) => store.clubs.find(id),
    listedClubs: async () => (await services.clubs.lists(null)).listed.map(({ id }) => id),
    table: async (table, address) => {
      const room = await findTable(table, address);
      return room.ok ? tableFactsOf(room.value.state, (person) => bans.has(person)) : null;
    },
  });
}

function addRoutes(app: FastifyInstance, services: Services): void {
  const { context, hosts, accounts, rooms, sockets, monthFiles, notifications } = services;
  const { store, now, limiter } = context;
  const { people } = accounts;
  addApiRequests(app, { requests: limiter('requests'), archived: () => rooms.archived() });
  addMonthsApi(app, { monthFiles, downloads: limiter('requests', 'files') });
  // Where password managers look for the page (a well-known address of the W3C).
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect('/account', 302));
  addMailPages(app, { store, links: notifications.links, now, requests: limiter('lookups', 'mails') });
  addSocketApi(app, { people, sockets });
  addTournamentFiles(app, { store, now, hosts, limiter: limiter('requests', 'files') });
  const onCall = (token: string): void => services.streams.heard(token);
  const gate = { ...accounts, bans: services.bans, hosts, requests: limiter('api'), limiter, onCall };
  addOAuthApi(app, services);
  addApi(
    app,
    OPERATIONS.flatMap((of) => of(services)),
    gate,
  );
}
