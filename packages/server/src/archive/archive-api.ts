import { type StoredRecord, toStoredRecord } from '@tablier/core';
import { findGame } from '@tablier/games';
import type { Store } from '@tablier/store';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ArchiveQuota, DEFAULT_ALLOWANCES } from './archive-quota.ts';
import { isDeeperThan } from '../lib/nesting-depth.ts';
import { refuse } from '../http/errors.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { BAD_LIMIT, clientOf, parseLimit, tooMany } from '../http/request.ts';
import type { People } from '../accounts/people.ts';
import { authenticate } from '../accounts/authenticate.ts';
import { ReplayQueue } from './replay-queue.ts';

/** No valid record is nested deeper. Deeper data would only exhaust the stack. */
const MAX_DEPTH = 32;

/** The maximum size of a record, in bytes of JSON: nine times the longest random game. */
const MAX_RECORD = 64 * 1024;

interface ArchiveApiDeps {
  /** By address. */
  readonly records: RateLimiter;
  readonly people: People;
  readonly now: () => number;
}

/**
 * The archive: `POST /api/games` stores a game, which can then only be found by its id. `GET` returns a game or lists
 * the games of open tables.
 */
export function addArchiveApi(app: FastifyInstance, store: Store, deps: ArchiveApiDeps): void {
  const quota = new ArchiveQuota(DEFAULT_ALLOWANCES, deps.now);
  const replaying = new ReplayQueue(findGame);
  app.post('/api/games', { bodyLimit: MAX_RECORD }, async (request, reply) => {
    const retryMs = deps.records.take(request.ip);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const caller = await authenticate(request, reply, deps.people);
    if (caller === null) return reply;
    const client = clientOf(request, reply, caller.person.id);
    const record = await recordFrom(request.body, (body) => replaying.replay(client, body), reply);
    if (record === null) return reply;
    const bytes = Buffer.byteLength(JSON.stringify(record));
    const refusal = quota.take({ person: caller.person.id, address: request.ip, bytes });
    if (refusal?.name === 'too-many') return tooMany(reply, refusal.retryMs);
    if (refusal !== null) return refuse(reply, 507, refusal);
    const id = await store.keep(record);
    return reply.code(201).header('location', `/api/games/${id}`).send({ id });
  });

  app.get<{ Params: { id: string } }>('/api/games/:id', async (request, reply) => {
    const kept = await store.find(request.params.id);
    if (kept === undefined) return refuse(reply, 404, { name: 'not-found' });
    // The content of an id never changes. But an operator may remove it, and then caches must drop it too.
    return reply.header('cache-control', 'public, max-age=86400, immutable').send(kept.record);
  });

  app.get<{ Querystring: { limit?: unknown; before?: unknown } }>('/api/games', async (request, reply) => {
    const { before } = request.query;
    const limit = parseLimit(request.query.limit);
    if (limit === null) return refuse(reply, 400, BAD_LIMIT);
    if (before !== undefined && typeof before !== 'string') return refuse(reply, 400, { name: 'bad-request' });
    const games = await store.recent(limit, before);
    // A full page may have a successor: `?before=` with this id returns it.
    return { games, next: games.length === limit ? (games.at(-1)?.id ?? null) : null };
  });
}

/** The record in a body, checked move by move and reduced to the data that follows from the rules; `null` if it was refused. */
async function recordFrom(
  body: unknown,
  replay: (body: unknown) => ReturnType<ReplayQueue['replay']>,
  reply: FastifyReply,
): Promise<StoredRecord | null> {
  const checked = isDeeperThan(body, MAX_DEPTH) ? null : await replay(body);
  if (checked?.ok) return toStoredRecord(checked.value);
  const error = checked?.error ?? { name: 'bad-record', detail: 'nested too deeply' };
  refuse(reply, error.name === 'bad-record' ? 400 : 422, error);
  return null;
}
