import { tableRecord } from '@tablier/protocol';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../errors.ts';
import type { Limiter } from '../limits.ts';
import type { Rooms } from './rooms.ts';
import { tableView } from './table-view.ts';

export interface TableApiParts {
  readonly rooms: Rooms;
  readonly lookups: Limiter;
}

/** `GET /api/tables/:id`: the record of a game that is over, with the hash of its deal and the nonce. Of a table before its end nothing is told here. */
export function addTableApi(app: FastifyInstance, { rooms, lookups }: TableApiParts): void {
  app.get<{ Params: { id: string } }>('/api/tables/:id', async (request, reply) => {
    const retryMs = lookups.take(request.ip);
    if (retryMs > 0)
      return refuse(reply.header('retry-after', Math.ceil(retryMs / 1000)), 429, { name: 'too-many', retryMs });
    const { id } = request.params;
    // A log may be long: that of a match which is not over is not read for this.
    const status = await rooms.statusOf(id);
    if (status === null) return refuse(reply, 404, { name: 'not-found' });
    const room = status === 'over' ? await rooms.find(id) : null;
    if (room === null) return refuse(reply, 409, rooms.knownFault(id) ?? { name: 'not-over' });
    const record = tableRecord(tableView(room.state, null));
    return record === null ? refuse(reply, 409, { name: 'not-over' }) : reply.send(record);
  });
}
