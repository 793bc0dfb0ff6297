import { tournamentStart, tournamentTerms } from '@tablier/protocol';
import type { ListedTournament } from '@tablier/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, identityOf } from '../accounts/authenticate.ts';
import type { People, Person } from '../accounts/people.ts';
import { type ApiError, refuse, type TournamentError } from '../http/errors.ts';
import type { Hosts } from '../http/hosts.ts';
import { fieldOf, tooMany, unavailable } from '../http/request.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { Tournaments } from './tournaments.ts';

interface TournamentsApiDeps {
  readonly tournaments: Tournaments;
  readonly people: People;
  readonly hosts: Pick<Hosts, 'originOf'>;
  /** By address. */
  readonly lookups: RateLimiter;
  /** By person. */
  readonly changes: RateLimiter;
  /** By address. Those of one person are counted in the database. */
  readonly creations: RateLimiter;
}

/** Tournaments per page of a list. */
const PAGE = 30;

const STATUSES: Readonly<Record<TournamentError['name'], number>> = {
  'too-many': 429,
  'bad-tournament': 422,
  'no-account': 403,
  'no-programs': 403,
  'not-organiser': 403,
  'entrant-removed': 403,
  'not-found': 404,
  unavailable: 503,
  'tournament-closed': 409,
  'tournament-full': 409,
  'too-many-tournaments': 409,
  'too-few-entrants': 409,
  'not-entered': 409,
};

/** A place in a list, `time.id`; `undefined` for anything else, so that the page is the first. */
export function parsePlace(text: unknown): Pick<ListedTournament, 'sortedAt' | 'id'> | undefined {
  const [, at, id] = (typeof text === 'string' ? /^(\d{1,15})\.([\w-]{22})$/.exec(text) : null) ?? [];
  return at === undefined || id === undefined ? undefined : { sortedAt: Number(at), id };
}

type OneRequest = FastifyRequest<{ Params: { id: string }; Querystring: Readonly<Record<string, unknown>> }>;

/**
 * Tournaments for the page: `GET /api/tournaments?status=` lists them with the clock of the server, `GET /api/tournaments/:id?round=&since=` returns one, with `since` only if
 * it has another revision (otherwise 204). `POST /api/tournaments` creates one, and `POST /api/tournaments/:id/ACTION` changes one: `join`,
 * `leave`, `start`, `cancel`, `remove`, `reschedule`. `GET /tournament/:id.ics` is its date as a calendar file.
 */
export function addTournamentsApi(app: FastifyInstance, deps: TournamentsApiDeps): void {
  const { tournaments, people, lookups, hosts } = deps;

  app.get('/api/tournaments', async (request, reply) => {
    const retryMs = lookups.take(request.ip);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const { status = 'open', before } = request.query as Readonly<Record<string, unknown>>;
    if (status !== 'open' && status !== 'running' && status !== 'over')
      return refuse(reply, 400, { name: 'bad-request', detail: 'status' });
    return { ...(await tournaments.list(status, PAGE, parsePlace(before))), now: tournaments.now() };
  });

  app.get('/api/tournaments/:id', async (request: OneRequest, reply): Promise<unknown> => {
    const retryMs = lookups.take(request.ip);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const { round, since } = request.query;
    const known = await identityOf(request, people);
    const view = await tournaments.view(request.params.id, known?.person ?? null, numberOf(round));
    if (view === null) return refuse(reply, 404, { name: 'not-found' });
    reply.header('cache-control', 'private, no-store');
    return view.revision === numberOf(since) ? reply.code(204).send() : view;
  });

  // Shown, not sent as an attachment: a browser that can add it to a calendar then offers that.
  app.get('/tournament/:id(^[\\w-]{22}$).ics', async (request: OneRequest, reply): Promise<unknown> => {
    const retryMs = lookups.take(request.ip);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const file = await tournaments.calendar(request.params.id, hosts.originOf(request.headers) ?? '');
    if (file === null) return refuse(reply, 404, { name: 'not-found' });
    const headers = { 'cache-control': 'no-cache', 'content-disposition': 'inline; filename="tablier.ics"' };
    return reply.headers(headers).type('text/calendar; charset=utf-8').send(file);
  });

  addChanges(app, deps);
}

/** A small whole number; `null` for anything else. */
const numberOf = (text: unknown): number | null =>
  typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : null;

function addChanges(app: FastifyInstance, { tournaments, people, changes, creations }: TournamentsApiDeps): void {
  const caller = (request: FastifyRequest, reply: FastifyReply) => changingMember(request, reply, { people, changes });

  app.post('/api/tournaments', async (request, reply) => {
    const person = await caller(request, reply);
    if (person === null) return reply;
    const key = fieldOf(request.body, 'id');
    const terms = tournamentTerms.safeParse(fieldOf(request.body, 'terms'));
    const isKey = typeof key === 'string' && /^[\w-]{1,64}$/.test(key);
    if (!isKey) return refuse(reply, 400, { name: 'bad-request', detail: 'id' });
    if (!terms.success)
      return refuseChange(reply, { name: 'bad-tournament', detail: String(terms.error.issues[0]?.path[0] ?? '') });
    const retryMs = creations.take(request.ip);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const created = await tournaments.create(person, key, terms.data);
    return created.ok ? { tournament: created.value } : refuseChange(reply, created.error);
  });

  app.post('/api/tournaments/:id/:action', async (request, reply) => {
    const person = await caller(request, reply);
    if (person === null) return reply;
    const { id, action } = request.params as { readonly id: string; readonly action: string };
    const change = changeOf(tournaments, action, request.body);
    if (change === null) return refuse(reply, 404, { name: 'not-found' });
    const changed = await change(id, person);
    if (!changed.ok) return refuseChange(reply, changed.error);
    return (await tournaments.view(id, person, null)) ?? refuse(reply, 404, { name: 'not-found' });
  });
}

function changeOf(tournaments: Tournaments, action: string, body: unknown) {
  const entrant = fieldOf(body, 'entrant');
  const start = tournamentStart.safeParse(body);
  switch (action) {
    case 'join':
    case 'leave':
    case 'start':
    case 'cancel':
      return (id: string, person: Person) => tournaments[action](id, person);
    case 'remove':
      return typeof entrant === 'number' && Number.isInteger(entrant)
        ? (id: string, person: Person) => tournaments.remove(id, person, entrant)
        : null;
    case 'reschedule':
      return start.success ? (id: string, person: Person) => tournaments.reschedule(id, person, start.data) : null;
    default:
      return null;
  }
}

function refuseChange(reply: FastifyReply, error: TournamentError): FastifyReply {
  if (error.retryMs !== undefined) return tooMany(reply, error.retryMs);
  return error.name === 'unavailable'
    ? unavailable(reply)
    : refuse(reply, STATUSES[error.name], error satisfies ApiError);
}

/** The caller, if they are a member; `null` if the request was refused. */
async function changingMember(
  request: FastifyRequest,
  reply: FastifyReply,
  { people, changes }: Pick<TournamentsApiDeps, 'people' | 'changes'>,
): Promise<Person | null> {
  const known = await authenticate(request, reply, people);
  if (known === null) return null;
  const retryMs = changes.take(known.person.id);
  if (retryMs > 0) {
    tooMany(reply, retryMs);
    return null;
  }
  if (known.person.guest === false) return known.person;
  refuse(reply, 403, { name: 'no-account' });
  return null;
}
