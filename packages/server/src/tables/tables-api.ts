import { ownTablesQuery, pastQuery } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import type { FastifyInstance } from 'fastify';
import { authenticate } from '../accounts/authenticate.ts';
import type { People } from '../accounts/people.ts';
import { refuse } from '../http/errors.ts';
import { BAD_LIMIT, parseLimit, tooMany } from '../http/request.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { Rooms } from './rooms.ts';
import { listOwnTables } from './own-tables.ts';
import { recordAtTable } from './table-records.ts';
import { seatOf } from './table-state.ts';
import { pastViewsOf } from './table-view.ts';

interface TableApiDeps {
  readonly rooms: Rooms;
  readonly people: People;
  /** Limits lists of a person's own tables and games of tables by address, because each is read from a log. */
  readonly lookups: RateLimiter;
}

/** `GET /api/me/tables`: the tables of the signed-in person, newest first, in pages (`ownTablesQuery`, `ownTables` in `protocol`). */
export function addMyTablesApi(
  app: FastifyInstance,
  { people, rooms, lookups, store }: TableApiDeps & { readonly store: Store },
): void {
  app.get<{ Querystring: { limit?: string } }>('/api/me/tables', async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    if (caller === null) return reply;
    const limit = parseLimit(request.query.limit);
    if (limit === null) return refuse(reply, 400, BAD_LIMIT);
    const query = ownTablesQuery.safeParse(request.query);
    if (!query.success)
      return refuse(reply, 400, { name: 'bad-request', detail: query.error.issues[0]?.path.join('.') ?? '' });
    const { id } = caller.person;
    const retryMs = lookups.take(id);
    if (retryMs > 0) return tooMany(reply, retryMs);
    return listOwnTables({ rooms, store }, id, { ...query.data, limit });
  });
}

/**
 * `GET /api/tables/:id`: the record of a finished game, with the hash of its deal and the nonce. Before the end of a
 * match it returns nothing.
 */
export function addTableApi(app: FastifyInstance, { rooms, lookups }: TableApiDeps): void {
  app.get<{ Params: { id: string } }>('/api/tables/:id', async (request, reply) => {
    const retryMs = lookups.take(request.ip);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const found = await recordAtTable(rooms, request.params.id);
    if (found.ok) return reply.send(found.value);
    return refuse(reply, found.error.name === 'not-found' ? 404 : 409, found.error);
  });
}

/** `GET /api/tables/:id/prepared`: the lines that the signed-in person has prepared in a match (`preparedLines` in `protocol`). */
export function addPreparedApi(app: FastifyInstance, { rooms, people, lookups }: TableApiDeps): void {
  app.get<{ Params: { id: string } }>('/api/tables/:id/prepared', async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    if (caller === null) return reply;
    const retryMs = lookups.take(caller.person.id);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const room = await rooms.find(request.params.id);
    const seat = room === null ? -1 : seatOf(room.state, caller.person.id);
    return room === null || seat < 0 ? refuse(reply, 404, { name: 'not-found' }) : room.prepared.of(seat);
  });
}

/**
 * `GET /api/tables/:id/past`: positions that a match has left behind, as the caller saw them from their seat or as a spectator (`pastQuery`,
 * `pastViews` in `protocol`). A table that shows the last move only has none.
 */
export function addPastApi(app: FastifyInstance, { rooms, people, lookups }: TableApiDeps): void {
  app.get<{ Params: { id: string } }>('/api/tables/:id/past', async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    if (caller === null) return reply;
    const query = pastQuery.safeParse(request.query);
    if (!query.success) return refuse(reply, 400, { name: 'bad-request', detail: 'until' });
    const retryMs = lookups.take(caller.person.id);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const room = await rooms.find(request.params.id);
    const seat = room === null ? -1 : seatOf(room.shown, caller.person.id);
    const past = room === null ? null : pastViewsOf(room.shown, seat < 0 ? null : seat, query.data.until);
    return past ?? refuse(reply, 404, { name: 'not-found' });
  });
}
