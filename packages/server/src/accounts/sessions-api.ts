import { success } from '@tablier/core';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../http/errors.ts';
import type { Account } from './account.ts';
import { noSessionCookies } from './cookies.ts';
import type { AccountServices } from './account-services.ts';
import { askedBy } from './authenticate.ts';
import { isSecure, unavailable } from '../http/request.ts';

/** Browsers that one is known in: `DELETE /api/sessions/:id`, where the id may be `current` or `others`. */
export function addSessionsApi(app: FastifyInstance, { people, onRevoked }: AccountServices): void {
  app.delete<{ Params: { id: string } }>('/api/sessions/:id', async (request, reply) => {
    const asking = await askedBy(request, reply, people);
    if (asking === null) return reply;
    const { person, session } = asking;
    const { id } = request.params;
    const isMeant = (each: string): boolean => (id === 'others' ? each !== session : each === wanted);
    const wanted = id === 'current' ? session : id;
    let closed: string[] = [];
    const close = ({ sessions }: Account) => {
      closed = [...sessions.keys()].filter(isMeant);
      return success(closed.map((each) => ({ kind: 'session-closed', id: each }) as const));
    };
    const done = await people.change(person.id, close);
    if (!done.ok && done.error === 'unavailable') return unavailable(reply);
    if (!done.ok || (closed.length === 0 && id !== 'others')) return refuse(reply, 404, { name: 'not-found' });
    for (const each of closed) onRevoked(each);
    if (closed.includes(session)) reply.header('set-cookie', noSessionCookies({ secure: isSecure(request) }));
    return reply.code(204).send();
  });
}
