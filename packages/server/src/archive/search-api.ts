import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type SearchAnswer, type SearchQuery, searchQuery } from '@tablier/protocol';
import type { FinishedPlace, Store } from '@tablier/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from '../accounts/authenticate.ts';
import type { People } from '../accounts/people.ts';
import { answerPublic } from '../http/conditional.ts';
import { refuse } from '../http/errors.ts';
import { BAD_LIMIT, parseLimit, tooMany } from '../http/request.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { Slices } from '../lib/time-slices.ts';
import { isUnavailable } from '../lib/unavailable.ts';
import { foundGamesOf } from './found-games.ts';
import { filterOf, formatPlace, parsePlace, type SearchFilter } from './search-query.ts';

interface SearchApiDeps {
  readonly store: Store;
  readonly people: People;
  /** By address. */
  readonly lookups: RateLimiter;
  /** Files of records, by address. */
  readonly exports: RateLimiter;
}

/** How long a public answer is fresh. Seconds. */
const FRESH = 10;
/** The most records in one file, and the most pages that are searched for them. */
const MAX_RECORDS = 1000;
const MAX_PAGES = 40;
const PAGE = 100;

type SearchRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>;

/** `GET /api/search` and `GET /api/search/records` (`searchQuery`, `searchAnswer` in `protocol`). */
export function addSearchApi(app: FastifyInstance, deps: SearchApiDeps): void {
  const { store, lookups } = deps;
  app.get('/api/search', async (request: SearchRequest, reply): Promise<unknown> => {
    const limit = parseLimit(request.query['limit']);
    if (limit === null) return refuse(reply, 400, BAD_LIMIT);
    const search = await read(request, reply, { ...deps, limiter: lookups });
    if (search === null) return reply;
    const { filter, query } = search;
    const answer = await searchPage(filter, { before: query.before, limit }, store);
    return query.mine === undefined ? answerPublic(request, reply, answer, FRESH) : answer;
  });

  app.get(
    '/api/search/records',
    { exposeHeadRoute: false },
    async (request: SearchRequest, reply): Promise<unknown> => {
      const search = await read(request, reply, { ...deps, limiter: deps.exports });
      if (search === null) return reply;
      reply.header('content-disposition', 'attachment; filename="tablier-games.jsonl"');
      reply.type('application/x-ndjson; charset=utf-8');
      const onUnreadable = (err: unknown): void => request.log.error({ err }, 'archived game not readable');
      return reply.send(Readable.from(search.filter === null ? [] : linesOf(search.filter, store, onUnreadable)));
    },
  );
}

const NOTHING = { games: [], next: null };

/** A page of the games that a filter finds. */
export async function searchPage(
  filter: SearchFilter | null,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
  store: Pick<Store, 'finished'>,
): Promise<SearchAnswer> {
  const place = before === undefined ? {} : { before: parsePlace(before) };
  const found = filter === null ? NOTHING : await store.finished.search({ ...filter, ...place, limit });
  return { games: foundGamesOf(found.games), next: found.next === null ? null : formatPlace(found.next) };
}

/** The filter of a request; `null` if it was refused. */
async function read(
  request: SearchRequest,
  reply: FastifyReply,
  { store, people, limiter }: SearchApiDeps & { readonly limiter: RateLimiter },
): Promise<{ readonly filter: SearchFilter | null; readonly query: SearchQuery } | null> {
  const retryMs = limiter.take(request.ip);
  const parsed = searchQuery.safeParse(request.query);
  if (retryMs > 0) tooMany(reply, retryMs);
  else if (!parsed.success) refuseQuery(reply, parsed.error.issues[0]?.path.join('.') ?? '');
  if (retryMs > 0 || !parsed.success) return null;
  const query = parsed.data;
  const caller = query.mine === undefined ? null : await authenticate(request, reply, people);
  if (query.mine !== undefined && caller === null) return null;
  const filter = await filterOf(query, { store, caller: caller?.person.id ?? null });
  if (filter.ok) return { filter: filter.value, query };
  refuseQuery(reply, filter.error);
  return null;
}

const refuseQuery = (reply: FastifyReply, detail: string): FastifyReply =>
  refuse(reply, 400, { name: 'bad-request', detail });

/**
 * The records of the games that a search finds, one per line, each once; a damaged one is left out. Yields to other work after each page,
 * even if it has none.
 */
export async function* linesOf(
  filter: SearchFilter,
  store: Pick<Store, 'finished' | 'find'>,
  onUnreadable: (error: unknown) => void = () => undefined,
): AsyncGenerator<string> {
  const unlessOutage = (error: unknown): undefined => {
    if (isUnavailable(error)) throw error;
    onUnreadable(error);
  };
  const sent = new Set<string>();
  const slices = new Slices();
  let before: FinishedPlace | null | undefined;
  for (let page = 0; page < MAX_PAGES && before !== null; page++) {
    const { games, next } = await store.finished.search({ ...filter, limit: PAGE, ...(before && { before }) });
    for (const { record } of games) {
      await slices.pause();
      if (sent.has(record)) continue;
      const game = await store.find(record).catch(unlessOutage);
      if (game !== undefined) yield `${JSON.stringify(game.record)}\n`;
      if (sent.add(record).size === MAX_RECORDS) return;
    }
    before = next;
    await nextTurn();
  }
}
