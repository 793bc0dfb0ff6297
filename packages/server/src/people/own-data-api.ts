import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../errors.ts';
import { noSessionCookies } from './cookie.ts';
import { type Desk, mustConfirm } from './desk.ts';
import { exportOf } from './export.ts';
import { askedBy, isSecure, tooMany, unavailable } from './request.ts';

/** What is kept of oneself: `GET /api/me/export` gives it, `DELETE /api/me` deletes it. */
export function addOwnDataApi(
  app: FastifyInstance,
  { people, footprints, traces, deletion, exports, now }: Desk,
): void {
  app.get('/api/me/export', async (request, reply) => {
    const asking = await askedBy(request, reply, people);
    if (asking === null) return reply;
    const { person, account } = asking;
    const retryMs = exports.take(person.id);
    if (retryMs > 0) return tooMany(reply, retryMs);
    reply.header('content-disposition', 'attachment; filename="tablier.json"').type('application/json; charset=utf-8');
    return reply.send(Readable.from(exportOf({ footprints, traces, person: person.id, account, now: now() })));
  });

  app.delete('/api/me', async (request, reply) => {
    const asking = await askedBy(request, reply, people);
    if (asking === null) return reply;
    if (mustConfirm(asking, now())) return refuse(reply, 403, { name: 'confirm-first' });
    if (!(await deletion.delete(asking.person.id))) return unavailable(reply);
    return reply
      .header('set-cookie', noSessionCookies({ secure: isSecure(request) }))
      .code(204)
      .send();
  });
}
