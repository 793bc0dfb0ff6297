import { SOCKET_PATH } from '@tablier/protocol';
import type { FastifyInstance } from 'fastify';
import type { People } from '../people/people.ts';
import { knownBy, tooMany } from '../people/request.ts';
import type { Sockets } from './sockets.ts';

/**
 * `GET /api/socket` that asks for no upgrade: whether a line would be opened now, or after how long. A browser does not tell a page
 * with what status its line was refused, so the page asks here.
 */
export function addSocketApi(app: FastifyInstance, { people, sockets }: { people: People; sockets: Sockets }): void {
  app.get(SOCKET_PATH, async (request, reply) => {
    const known = await knownBy(request, people);
    const retryMs = sockets.waitFor(request.ip, known?.person.id ?? null);
    return retryMs > 0 ? tooMany(reply, retryMs) : reply.code(204).send();
  });
}
