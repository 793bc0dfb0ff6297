import type { FastifyInstance } from 'fastify';
import { refuse } from '../http/errors.ts';
import { noSessionCookies } from './cookies.ts';
import type { AccountServices } from './account-services.ts';
import { authenticate } from './authenticate.ts';
import { isSecure, unavailable } from '../http/request.ts';

/** Sign-out: `DELETE /api/sessions/:id`, where the id may be `current` or `others`. */
export function addSessionsApi(app: FastifyInstance, { repository, people, onRevoked }: AccountServices): void {
  app.delete<{ Params: { id: string } }>('/api/sessions/:id', async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    if (caller === null) return reply;
    const { person, session } = caller;
    const { id } = request.params;
    const which = id === 'others' ? { except: session } : { only: id === 'current' ? session : id };
    const done = await repository.closeSessions(person.id, which);
    if (!done.ok && done.error === 'unavailable') return unavailable(reply);
    const closed = done.ok ? done.value : [];
    if (!done.ok || (closed.length === 0 && id !== 'others')) return refuse(reply, 404, { name: 'not-found' });
    for (const each of closed) onRevoked(each);
    if (closed.includes(session)) reply.header('set-cookie', noSessionCookies({ secure: isSecure(request) }));
    return reply.code(204).send();
  });
}
