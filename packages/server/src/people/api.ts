import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../errors.ts';
import type { Limiter } from '../limits.ts';
import { NO_COOKIE, sessionCookie, tokenOf } from './cookie.ts';
import { parseName } from './names.ts';
import { isOwnOrigin } from './origin.ts';
import { BAD_LIMIT, parseLimit } from '../paging.ts';
import type { Rooms } from '../tables/rooms.ts';
import { ownTableOf } from '../tables/table-view.ts';
import type { Known, People } from './people.ts';

export interface PeopleApiParts {
  readonly people: People;
  readonly rooms: Rooms;
  readonly guests: Limiter;
  readonly lookups: Limiter;
  /** Is told when a session was revoked: its lines end. */
  readonly onRevoked: (session: string) => void;
}

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>)[name] : undefined;

const isSecure = ({ headers }: FastifyRequest): boolean => headers['x-forwarded-proto'] === 'https';

/** Guests, their tables and sessions: `POST /api/guests`, `GET /api/me`, `GET /api/me/tables`, `DELETE /api/sessions/:id`. */
export function addPeopleApi(
  app: FastifyInstance,
  { people, rooms, guests, lookups, onRevoked }: PeopleApiParts,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const changes = request.method !== 'GET' && request.method !== 'HEAD';
    if (changes && !isOwnOrigin(request.headers)) return refuse(reply, 403, { name: 'foreign-origin' });
  });

  app.post('/api/guests', async (request, reply) => {
    const name = parseName(fieldOf(request.body, 'name'));
    if (name === null) return refuse(reply, 422, { name: 'bad-name' });
    const retryMs = guests.take(request.ip);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const { token } = await people.newGuest(name, request.headers['user-agent'] ?? '');
    return reply
      .code(201)
      .header('set-cookie', sessionCookie(token, { secure: isSecure(request) }))
      .send({ name });
  });

  app.get('/api/me', async (request, reply) => {
    const known = await knownBy(request, people);
    if (known === null) return refuse(reply, 401, { name: 'no-session' });
    const sessions = await people.sessions(known.person.id);
    const listed = sessions.map((session) => ({ ...session, current: session.id === known.session }));
    return { name: known.person.name, sessions: listed };
  });

  app.get<{ Querystring: { limit?: string } }>('/api/me/tables', async (request, reply) => {
    const known = await knownBy(request, people);
    if (known === null) return refuse(reply, 401, { name: 'no-session' });
    const limit = parseLimit(request.query.limit);
    if (limit === null) return refuse(reply, 400, BAD_LIMIT);
    const { id } = known.person;
    const retryMs = lookups.take(id);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const tables = (await rooms.tablesOf(id, limit)).map((state) => ownTableOf(state, id));
    return { tables: tables.filter((table) => table !== null) };
  });

  app.delete<{ Params: { id: string } }>('/api/sessions/:id', async (request, reply) => {
    const known = await knownBy(request, people);
    if (known === null) return refuse(reply, 401, { name: 'no-session' });
    const id = request.params.id === 'current' ? known.session : request.params.id;
    if (!(await people.revoke(known.person.id, id))) return refuse(reply, 404, { name: 'not-found' });
    onRevoked(id);
    if (id === known.session) reply.header('set-cookie', NO_COOKIE);
    return reply.code(204).send();
  });
}

async function knownBy(request: FastifyRequest, people: People): Promise<Known | null> {
  const token = tokenOf(request.headers);
  return token === null ? null : people.find(token);
}

const tooMany = (reply: FastifyReply, retryMs: number): FastifyReply =>
  refuse(reply.header('retry-after', Math.ceil(retryMs / 1000)), 429, { name: 'too-many', retryMs });
