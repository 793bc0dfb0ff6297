import { replay } from '@tablier/core';
import { findGame, games } from '@tablier/games';
import type { Store } from '@tablier/store';
import type { FastifyInstance } from 'fastify';
import { isDeeperThan } from './depth.ts';
import { refuse } from './errors.ts';
import type { Limiter } from './limits.ts';
import { BAD_LIMIT, parseLimit } from './paging.ts';
import { tooMany } from './people/request.ts';

/** No record of ours is nested deeper; what is would only be sent to exhaust the stack. */
const MAX_DEPTH = 32;

/** By address. */
export interface ApiLimits {
  readonly requests: Limiter;
  readonly records: Limiter;
}

/** The API below `/api`. Answers are JSON, and never kept by a cache unless they say so. */
export function addApi(app: FastifyInstance, store: Store, limits: ApiLimits): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    reply.header('cache-control', 'no-store');
    const retryMs = limits.requests.take(request.ip);
    if (retryMs > 0) return tooMany(reply, retryMs);
  });
  app.addHook('onResponse', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    const { method, url } = request;
    // What is asked of an address may be a secret of somebody's; the address itself is ours.
    const [path] = url.split('?');
    request.log.info({ method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
  });

  app.get('/api/health', () => ({ status: 'ok', games: games.map((game) => game.id) }));
  addArchive(app, store, limits);
}

/** The archive of games: `POST /api/games` keeps one, `GET` lists them and gives one back. */
function addArchive(app: FastifyInstance, store: Store, { records }: ApiLimits): void {
  app.post('/api/games', async (request, reply) => {
    const retryMs = records.take(request.ip);
    if (retryMs > 0) return tooMany(reply, retryMs);
    if (isDeeperThan(request.body, MAX_DEPTH)) {
      return refuse(reply, 400, { name: 'bad-record', detail: 'nested too deeply' });
    }
    const checked = replay(findGame, request.body);
    if (!checked.ok) return refuse(reply, checked.error.name === 'bad-record' ? 400 : 422, checked.error);
    const id = await store.keep(checked.value.record);
    return reply.code(201).header('location', `/api/games/${id}`).send({ id });
  });

  app.get<{ Params: { id: string } }>('/api/games/:id', async (request, reply) => {
    const kept = await store.find(request.params.id);
    if (kept === undefined) return refuse(reply, 404, { name: 'not-found' });
    // What an id names never changes.
    return reply.header('cache-control', 'public, max-age=31536000, immutable').send(kept.record);
  });

  app.get<{ Querystring: { limit?: string } }>('/api/games', async (request, reply) => {
    const limit = parseLimit(request.query.limit);
    if (limit === null) return refuse(reply, 400, BAD_LIMIT);
    return { games: await store.recent(limit) };
  });
}
