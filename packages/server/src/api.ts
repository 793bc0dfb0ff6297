import { replay } from '@tablier/core';
import { findGame, games } from '@tablier/games';
import type { Store } from '@tablier/store';
import type { FastifyInstance } from 'fastify';
import { isDeeperThan } from './depth.ts';
import { refuse } from './errors.ts';
import { BAD_LIMIT, parseLimit } from './paging.ts';

/** No record of ours is nested deeper; what is would only be sent to exhaust the stack. */
const MAX_DEPTH = 32;

/** The API below `/api`. Answers are JSON, and never kept by a cache unless they say so. */
export function addApi(app: FastifyInstance, store: Store): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
  app.addHook('onResponse', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    const { method, url } = request;
    request.log.info({ method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
  });

  app.get('/api/health', () => ({ status: 'ok', games: games.map((game) => game.id) }));
  addArchive(app, store);
}

/** The archive of games: `POST /api/games` keeps one, `GET` lists them and gives one back. */
function addArchive(app: FastifyInstance, store: Store): void {
  app.post('/api/games', async (request, reply) => {
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
