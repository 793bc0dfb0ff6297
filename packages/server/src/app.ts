import type { FastifyInstance } from 'fastify';
import { addApi } from './api/api.ts';
import { addAccountsApi } from './accounts/accounts-api.ts';
import { isUsernameOf } from './accounts/authenticate.ts';
import { addTokensApi } from './accounts/tokens-api.ts';
import { addArchiveApi } from './archive/archive-api.ts';
import { addMonthsApi } from './archive/months-api.ts';
import { addSearchApi } from './archive/search-api.ts';
import { addStatisticsApi } from './archive/statistics-api.ts';
import { addApiRequests } from './http/api-requests.ts';
import { createHttp, type HttpDeps } from './http/create-http.ts';
import { addForwardedHeaders } from './http/proxies.ts';
import { addHealthApi, Readiness } from './http/readiness.ts';
import type { Hosts } from './http/hosts.ts';
import { addRequestGuards } from './http/request-guards.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { addStaticPage } from './http/static-page.ts';
import { openPictures } from './images/pictures.ts';
import { addPicturesApi } from './images/pictures-api.ts';
import type { ContextDeps } from './lib/context.ts';
import { addOpponentsApi } from './matchmaking/opponents-api.ts';
import { addBanHook } from './moderation/ban-hook.ts';
import { addModerationApi } from './operator/moderation-api.ts';
import type { MailSettings } from './notifications/mailer.ts';
import { addMailPages } from './notifications/mail-pages.ts';
import { addResetApi } from './notifications/reset-api.ts';
import { addNotificationsApi } from './notifications/notifications-api.ts';
import { addPersonalDataApi } from './privacy/personal-data-api.ts';
import { findProfile } from './ratings/profiles.ts';
import { addProfilesApi } from './ratings/profiles-api.ts';
import { addRatingsApi, LeaderPages } from './ratings/ratings-api.ts';
import { addRelationsApi } from './relations/relations-api.ts';
import { addSocketApi } from './realtime/realtime-api.ts';
import { openServices, type Services } from './services.ts';
import type { OnlineSettings } from './settings.ts';
import { addStudiesApi } from './studies/studies-api.ts';
import { invitationOf } from './tables/table-view.ts';
import { addMyTablesApi, addPastApi, addPreparedApi, addTableApi } from './tables/tables-api.ts';
import { addTournamentsApi } from './tournaments/tournaments-api.ts';

interface AppDeps extends Omit<ContextDeps, 'log'>, HttpDeps {
  readonly pageDir: string;
  readonly hosts: Hosts;
  readonly settings: OnlineSettings;
  /** `null`: this server sends no mail. */
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
    requests: context.limiter('requests'),
    profileName: async (username) => (await findProfile(username, store))?.name ?? null,
    isOwnUsername: (request, username) => isUsernameOf(username, request, accounts.people),
    tournament: (id) => services.tournaments.facts(id),
    invitation: async (table, address) => {
      const room = await tableFinder.find(table, address);
      return room.ok ? invitationOf(room.value.state, (person) => bans.has(person)) : null;
    },
  });
}

function addRoutes(app: FastifyInstance, services: Services, hosts: Hosts): void {
  const { context, accounts, bans, relations, rooms, sockets, privacy, tournaments, monthFiles } = services;
  const { store, now, limiter } = context;
  const { people } = accounts;
  const lookups = limiter('lookups');
  addApiRequests(app, { requests: limiter('requests'), archived: () => rooms.archived() });
  addArchiveApi(app, store, { people, now, records: limiter('records') });
  addStatisticsApi(app, { store, now });
  addMonthsApi(app, { monthFiles, downloads: limiter('requests') });
  addSearchApi(app, { store, people, lookups: limiter('profiles'), exports: limiter('exports') });
  const accountServices = {
    ...accounts,
    mergeGuest: (guest: string, account: string) => privacy.deletion.merge(guest, account),
    onRevoked: (session: string) => sockets.endSession(session),
  };
  addAccountsApi(app, accountServices);
  addResetApi(app, {
    resets: store.passwordResets,
    accounts: accountServices,
    mail: services.notifications.resetMail,
    byAddress: limiter('passwordResets'),
  });
  addPersonalDataApi(app, { ...accounts, ...privacy, store });
  const profiles = { store, people, now, lookups: limiter('profiles') };
  addStudiesApi(app, { ...profiles, writes: limiter('studies'), addressWrites: limiter('addressStudies') });
  addMyTablesApi(app, { people, rooms, lookups, store });
  addOpponentsApi(app, { people, rooms, lookups });
  addTableApi(app, { people, rooms, lookups });
  addPreparedApi(app, { people, rooms, lookups });
  addPastApi(app, { people, rooms, lookups });
  const leaders = new LeaderPages({ store, now, bans });
  addRatingsApi(app, { ...profiles, leaders });
  addProfilesApi(app, { ...profiles, settingsWrites: accounts.settingsWrites });
  const reports = limiter('reports');
  addRelationsApi(app, { people, relations, lookups, writes: accounts.settingsWrites, reports });
  addModerationApi(app, { store, people, now, lookups, writes: accounts.settingsWrites });
  addNotifications(app, services);
  addSocketApi(app, { people, sockets });
  addTokensApi(app, { ...accounts, repository: store.tokens });
  const tournamentLimits = {
    lookups: limiter('requests'),
    changes: limiter('tournaments'),
    creations: limiter('newTournaments'),
  };
  addTournamentsApi(app, { tournaments, people, hosts, ...tournamentLimits });
  const { tokens } = accounts;
  addApi(app, { ...services, tokens, lookups, profiles: profiles.lookups, leaders, reports, tournamentLimits });
}

function addNotifications(app: FastifyInstance, { context, accounts, notifications }: Services): void {
  const { store, now, limiter } = context;
  const { push, mail, links } = notifications;
  const writes = accounts.settingsWrites;
  const { people } = accounts;
  addNotificationsApi(app, { store, people, push, mail, now, writes, confirmations: limiter('confirmations') });
  addMailPages(app, { store, links, now, requests: limiter('lookups') });
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
    requests: limiter('requests'),
    drawn: limiter('pictures'),
    animated: limiter('animations'),
  });
}
