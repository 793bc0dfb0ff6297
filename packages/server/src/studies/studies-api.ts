import { findGame } from '@tablier/games';
import { isStudyId } from '@tablier/protocol/routes';
import type { Store } from '@tablier/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, identityOf } from '../accounts/authenticate.ts';
import type { People } from '../accounts/people.ts';
import { ArchiveQuota, type DailyAllowances } from '../archive/archive-quota.ts';
import { ReplayQueue } from '../archive/replay-queue.ts';
import { refuse } from '../http/errors.ts';
import { clientOf, tooMany, unavailable } from '../http/request.ts';
import { type RateLimiter, takeFromAll } from '../lib/rate-limits.ts';
import { checkStudy } from './check-study.ts';

/** The most bytes of a study in a request. */
const MAX_STUDY = 128 * 1024;
/** The most studies of an account. */
const MAX_STUDIES = 100;

/** What may be written per day. A study is saved again after each change, so this is far more than is stored. */
const DEFAULT_STUDY_ALLOWANCES: DailyAllowances = {
  person: { items: 5000, bytes: 100_000_000 },
  address: { items: 20_000, bytes: 300_000_000 },
  all: { items: 1_000_000, bytes: 3_000_000_000 },
};

interface StudiesApiDeps {
  readonly store: Pick<Store, 'studies'>;
  readonly people: People;
  readonly now: () => number;
  /** By address. */
  readonly lookups: RateLimiter;
  /** By person, and by address. Every move is checked. */
  readonly writes: RateLimiter;
  readonly addressWrites: RateLimiter;
  readonly allowances?: DailyAllowances;
}

type StudyRequest = FastifyRequest<{ Params: { id: string } }>;

/**
 * Studies of members: `GET /api/me/studies` lists them, `PUT` and `DELETE /api/studies/:id` change one, and `GET` returns it to anyone who
 * knows its address. A `PUT` names the revision that it is based on (`base`, 0 for a new study), so no change is lost.
 */
export function addStudiesApi(app: FastifyInstance, deps: StudiesApiDeps): void {
  const { store, people, lookups } = deps;
  addWrites(app, deps);

  app.get('/api/me/studies', async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    return caller === null ? reply : { studies: await store.studies.of(caller.person.id), most: MAX_STUDIES };
  });

  app.get<{ Params: { id: string } }>('/api/studies/:id', async (request, reply): Promise<unknown> => {
    const retryMs = lookups.take(request.ip);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const { id } = request.params;
    const study = isStudyId(id) ? await store.studies.findRemovedToo(id) : null;
    if (study === null) return refuse(reply, 404, { name: 'not-found' });
    if (study.isRemoved) return refuse(reply, 410, { name: 'study-removed' });
    const known = await identityOf(request, people);
    const { account, author, revision, updatedAt, content } = study;
    return { id, author, isOwn: known?.person.id === account, revision, updatedAt, ...(content as object) };
  });
}

function addWrites(
  app: FastifyInstance,
  { store, people, now, writes, addressWrites, allowances = DEFAULT_STUDY_ALLOWANCES }: StudiesApiDeps,
): void {
  const replaying = new ReplayQueue(findGame);
  const quota = new ArchiveQuota(allowances, now);

  app.put<{ Params: { id: string } }>('/api/studies/:id', { bodyLimit: MAX_STUDY }, async (request, reply) => {
    const person = await member(request, reply, people);
    if (person === null) return reply;
    const retryMs = takeFromAll([writes, person], [addressWrites, request.ip]);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const { id } = request.params;
    if (!isStudyId(id)) return refuse(reply, 404, { name: 'not-found' });
    // What is refused afterwards counts too: it has been checked.
    const bytes = Buffer.byteLength(JSON.stringify(request.body));
    const refusal = quota.take({ person, address: request.ip, bytes });
    if (refusal !== null) return tooMany(reply, refusal.retryMs);
    const client = clientOf(request, reply, person);
    const checked = await checkStudy(request.body, (chapter) => replaying.chapter(client, chapter));
    if (!checked.ok) return refuse(reply, 422, checked.error);
    const saved = await store.studies.save(person, { id, at: now(), ...checked.value }, MAX_STUDIES);
    if (saved === 'saved') return { revision: checked.value.base + 1 };
    if (saved === 'unavailable') return unavailable(reply);
    if (saved === 'removed') return refuse(reply, 410, { name: 'study-removed' });
    if (saved === 'guest') return refuse(reply, 403, { name: 'no-account' });
    if (saved === 'full') return refuse(reply, 409, { name: 'studies-full', detail: String(MAX_STUDIES) });
    const isOwn = (await store.studies.findRemovedToo(id))?.account === person;
    return isOwn ? refuse(reply, 409, { name: 'study-changed' }) : refuse(reply, 404, { name: 'not-found' });
  });

  app.delete<{ Params: { id: string } }>('/api/studies/:id', async (request, reply) => {
    const person = await member(request, reply, people);
    if (person === null) return reply;
    return (await store.studies.remove(person, request.params.id)) ? reply.code(204).send() : unavailable(reply);
  });
}

/** The id of the caller, if it is a member; `null` if the request has been refused. */
async function member(request: StudyRequest, reply: FastifyReply, people: People): Promise<string | null> {
  const caller = await authenticate(request, reply, people);
  if (caller === null) return null;
  if (caller.person.guest === false) return caller.person.id;
  refuse(reply, 403, { name: 'no-account' });
  return null;
}
