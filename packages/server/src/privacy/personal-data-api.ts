import { Readable } from 'node:stream';
import type { Store } from '@tablier/store';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../http/errors.ts';
import { noSessionCookies } from '../accounts/cookies.ts';
import { mustConfirm } from '../accounts/account-services.ts';
import type { Accounts } from '../accounts/create-accounts.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { Deletion } from './deletion.ts';
import type { PersonalData } from './personal-data.ts';
import { exportOf } from './export.ts';
import { authenticate } from '../accounts/authenticate.ts';
import { isSecure, tooMany, unavailable } from '../http/request.ts';

interface PersonalDataApiDeps extends Pick<Accounts, 'repository' | 'people' | 'tokens' | 'personalDataIndex' | 'now'> {
  readonly store: Pick<
    Store,
    | 'ratings'
    | 'studies'
    | 'relations'
    | 'reports'
    | 'tournaments'
    | 'notifications'
    | 'passwordResets'
    | 'moderators'
    | 'mutes'
  >;
  readonly personalData: PersonalData;
  readonly deletion: Deletion;
  /** Exports, by person. */
  readonly exports: RateLimiter;
}

/** A person's own data: `GET /api/me/export` returns it, `DELETE /api/me` deletes it. */
export function addPersonalDataApi(
  app: FastifyInstance,
  { store, repository, people, tokens, personalData, personalDataIndex, deletion, exports, now }: PersonalDataApiDeps,
): void {
  app.get('/api/me/export', { exposeHeadRoute: false }, async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    if (caller === null) return reply;
    const { person, account } = caller;
    if (mustConfirm(caller, now())) return refuse(reply, 403, { name: 'confirm-first' });
    const retryMs = exports.take(person.id);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const settings = await repository.settingsOf(person.id);
    const { ratings, studies, relations, reports, tournaments } = store;
    const notifications = await store.notifications.targetsOf(person.id);
    const known = {
      notifications,
      passwordReset: await store.passwordResets.find(person.id),
      isModerator: await store.moderators.has(person.id),
      mute: await store.mutes.of(person.id, now()),
    };
    const own = { ratings, studies, relations, reports, tournaments, ...known };
    reply.header('content-disposition', 'attachment; filename="tablier.json"').type('application/json; charset=utf-8');
    return reply.send(
      Readable.from(
        exportOf({
          personalData,
          personalDataIndex,
          ...own,
          tokens: await tokens.of(person.id),
          person: person.id,
          account,
          settings,
          now: now(),
        }),
      ),
    );
  });

  app.delete('/api/me', async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    if (caller === null) return reply;
    if (mustConfirm(caller, now())) return refuse(reply, 403, { name: 'confirm-first' });
    if (!(await deletion.delete(caller.person.id))) return unavailable(reply);
    return reply
      .header('set-cookie', noSessionCookies({ secure: isSecure(request) }))
      .code(204)
      .send();
  });
}
