import { SOCKET_PATH } from '@tablier/protocol';
import type { FastifyInstance } from 'fastify';
import type { People } from '../accounts/people.ts';
import { refuse } from '../http/errors.ts';
import { identityOf } from '../accounts/authenticate.ts';
import type { Sockets } from './connections.ts';

/**
 * `GET /api/socket` without an upgrade: whether a connection would be accepted now, or why not and when to try again. A
 * browser does not show a page the status of a refused upgrade, so the page requests it here.
 */
export function addSocketApi(app: FastifyInstance, { people, sockets }: { people: People; sockets: Sockets }): void {
  app.get(SOCKET_PATH, async (request, reply) => {
    const known = await identityOf(request, people);
    const refusal = sockets.refusalFor(request.ip, known?.person.id ?? null);
    return refusal === null ? reply.code(204).send() : refuse(reply, 429, refusal);
  });
}
