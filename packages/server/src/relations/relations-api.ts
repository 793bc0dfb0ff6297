import { contactSettings, newRelation, newReport } from '@tablier/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from '../accounts/authenticate.ts';
import type { People, Person } from '../accounts/people.ts';
import { refuse } from '../http/errors.ts';
import { tooMany, unavailable } from '../http/request.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { type RelationError, relationError, type Relations } from './relations.ts';

const MAX_BODY = 4096;

interface RelationsApiDeps {
  readonly people: People;
  readonly relations: Relations;
  /** Lists, by person. */
  readonly lookups: RateLimiter;
  /** Changes, by person. */
  readonly writes: RateLimiter;
  /** Reports, by address. */
  readonly reports: RateLimiter;
}

/** The HTTP status of each error. */
export const RELATION_STATUSES: Readonly<Record<RelationError, number>> = {
  'no-account': 403,
  'unknown-person': 404,
  yourself: 409,
  'relations-full': 409,
  'reports-full': 429,
  'bad-report': 422,
  unavailable: 503,
};

/**
 * `GET` and `POST /api/me/relations`, `DELETE /api/me/relations/:id`: the people whom the caller follows, blocks and mutes. `PUT
 * /api/me/contact`: who may challenge them. `POST /api/reports`: a report to the operator. `DELETE /api/me/warnings`: the caller has read
 * the warnings of the operator.
 */
export function addRelationsApi(app: FastifyInstance, deps: RelationsApiDeps): void {
  const { relations, lookups, writes, reports } = deps;
  const change = (request: FastifyRequest, reply: FastifyReply) => caller(request, reply, deps, writes);

  app.get('/api/me/relations', async (request, reply): Promise<unknown> => {
    const person = await caller(request, reply, deps, lookups);
    return person === null ? reply : relations.own(person.id);
  });

  app.post('/api/me/relations', { bodyLimit: MAX_BODY }, async (request, reply): Promise<unknown> => {
    const person = await change(request, reply);
    if (person === null) return reply;
    const wanted = newRelation.safeParse(request.body);
    if (!wanted.success) return refuse(reply, 400, { name: 'bad-request' });
    const added = await relations.add(person, wanted.data.kind, wanted.data.person);
    return added.ok ? reply.code(201).send({ id: added.value }) : refuseRelation(reply, added.error);
  });

  app.delete<{ Params: { id: string } }>('/api/me/relations/:id', async (request, reply): Promise<unknown> => {
    const person = await change(request, reply);
    if (person === null) return reply;
    return answerDone(reply, await relations.remove(person.id, (request.params as { readonly id: string }).id));
  });

  app.put('/api/me/contact', { bodyLimit: MAX_BODY }, async (request, reply): Promise<unknown> => {
    const person = await change(request, reply);
    if (person === null) return reply;
    const wanted = contactSettings.safeParse(request.body);
    if (!wanted.success) return refuse(reply, 422, { name: 'bad-settings' });
    return answerDone(reply, await relations.saveContact(person.id, wanted.data));
  });

  app.delete('/api/me/warnings', async (request, reply): Promise<unknown> => {
    const person = await change(request, reply);
    return person === null ? reply : answerDone(reply, await relations.readWarnings(person.id));
  });

  app.post('/api/reports', { bodyLimit: MAX_BODY }, async (request, reply): Promise<unknown> => {
    const person = await change(request, reply);
    if (person === null) return reply;
    const wanted = newReport.safeParse(request.body);
    if (!wanted.success) return refuse(reply, 422, { name: 'bad-report' });
    const retryMs = reports.take(request.ip);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const done = await relations.report(person.id, wanted.data);
    return done.ok ? reply.code(201).send({}) : refuseRelation(reply, done.error);
  });
}

/** The caller, within a rate limit; `null` if the request has been refused. */
async function caller(
  request: FastifyRequest,
  reply: FastifyReply,
  { people }: RelationsApiDeps,
  limiter: RateLimiter,
): Promise<Person | null> {
  const found = await authenticate(request, reply, people);
  if (found === null) return null;
  const retryMs = limiter.take(found.person.id);
  if (retryMs > 0) tooMany(reply, retryMs);
  return retryMs > 0 ? null : found.person;
}

const refuseRelation = (reply: FastifyReply, name: RelationError): FastifyReply =>
  refuse(reply, RELATION_STATUSES[name], relationError(name));

const answerDone = (reply: FastifyReply, isDone: boolean): FastifyReply =>
  isDone ? reply.code(204).send() : unavailable(reply);
