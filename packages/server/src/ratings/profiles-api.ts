import { profileSettings, type RatedGames, type RatingGraph } from '@tablier/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, identityOf } from '../accounts/authenticate.ts';
import { refuse } from '../http/errors.ts';
import { BAD_LIMIT, parseLimit, tooMany, unavailable } from '../http/request.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { PublicAccount } from '@tablier/store';
import { findProfile, gamesFor, profileFor } from './profiles.ts';
import { parseKind, shownRatingOf } from './seat-ratings.ts';
import type { RatingsApiDeps } from './ratings-api.ts';

/** The most points of a graph. */
const MAX_POINTS = 200;
const MAX_SETTINGS = 256;

interface ProfilesApiDeps extends RatingsApiDeps {
  /** Changes of settings, by person. */
  readonly settingsWrites: RateLimiter;
}

type NameRequest = FastifyRequest<{ Params: { name: string } }>;

/**
 * Profiles: `GET /api/people/:name`, its `games` and `graph/:game/:pace`, and `GET` and `PUT /api/me/profile`, what the caller shows.
 * A name without a profile is answered with the same 404 in all cases.
 */
export function addProfilesApi(app: FastifyInstance, deps: ProfilesApiDeps): void {
  const { store, people, now } = deps;
  addOwnProfile(app, deps);

  app.get<{ Params: { name: string } }>('/api/people/:name', async (request, reply): Promise<unknown> => {
    const found = await lookUp(request, reply, deps);
    if (found === null) return reply;
    const known = await identityOf(request, people);
    return profileFor(found, known?.person.id ?? null, { store, now });
  });

  app.get<{ Params: { name: string } }>(
    '/api/people/:name/graph/:game/:pace',
    async (request, reply): Promise<unknown> => {
      const found = await lookUp(request, reply, deps);
      if (found === null) return reply;
      const kind = parseKind(request.params);
      if (kind === null || !found.shows.ratings) return refuse(reply, 404, { name: 'not-found' });
      const points = await store.ratings.graph(found.account, kind, MAX_POINTS);
      return { points: points.map(({ at, ...rating }) => ({ at, ...shownRatingOf(rating) })) } satisfies RatingGraph;
    },
  );

  app.get<{ Params: { name: string }; Querystring: { limit?: unknown; before?: unknown } }>(
    '/api/people/:name/games',
    async (request, reply): Promise<unknown> => {
      const limit = parseLimit(request.query.limit);
      const before = parseBefore(request.query.before);
      if (limit === null || before === null) return refuse(reply, 400, BAD_LIMIT);
      const found = await lookUp(request, reply, deps);
      if (found === null) return reply;
      if (!found.shows.games) return refuse(reply, 404, { name: 'not-found' });
      const games = await store.ratings.games(found.account, limit, before);
      const next = games.length === limit ? (games.at(-1)?.seq ?? null) : null;
      return { games: gamesFor(games), next } satisfies RatedGames;
    },
  );
}

function addOwnProfile(app: FastifyInstance, { store, people, settingsWrites }: ProfilesApiDeps): void {
  app.get('/api/me/profile', async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    return caller === null ? reply : store.ratings.profileOf(caller.person.id);
  });

  app.put('/api/me/profile', { bodyLimit: MAX_SETTINGS }, async (request, reply): Promise<unknown> => {
    const caller = await authenticate(request, reply, people);
    if (caller === null) return reply;
    const settings = profileSettings.safeParse(request.body);
    if (!settings.success)
      return refuse(reply, 422, { name: 'bad-settings', detail: settings.error.issues[0]?.path.join('.') ?? '' });
    if (caller.person.guest !== false) return refuse(reply, 403, { name: 'no-account' });
    const retryMs = settingsWrites.take(caller.person.id);
    if (retryMs > 0) return tooMany(reply, retryMs);
    return (await store.ratings.saveProfile(caller.person.id, settings.data)) ? settings.data : unavailable(reply);
  });
}

/** The profile of a request; `null` if it has been refused. */
async function lookUp(
  request: NameRequest,
  reply: FastifyReply,
  { store, lookups }: Pick<ProfilesApiDeps, 'store' | 'lookups'>,
): Promise<PublicAccount | null> {
  const retryMs = lookups.take(request.ip);
  const found = retryMs > 0 ? null : await findProfile(request.params.name, store);
  if (found !== null) return found;
  if (retryMs > 0) tooMany(reply, retryMs);
  else refuse(reply, 404, { name: 'not-found' });
  return null;
}

/** The number in a query; `undefined` for none, `null` for anything else. */
function parseBefore(text: unknown): number | null | undefined {
  if (text === undefined) return undefined;
  return typeof text === 'string' && /^\d{1,10}$/.test(text) ? Number(text) : null;
}
