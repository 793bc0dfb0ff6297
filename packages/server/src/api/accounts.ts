import { checkLimit, agentOf, isSecure } from '../http/request.ts';
import { Readable } from 'node:stream';
import { parseName } from '@tablier/protocol';
import { ACCOUNTS, type OwnAccount, PERSONAL_DATA } from '@tablier/protocol/operations';
import type { Store } from '@tablier/store';
import { type Accounts, type AccountServices, mustConfirm } from '../accounts/account-services.ts';
import { isIdle, passkeyName } from '../accounts/people.ts';
import { type Caller, hasOldCookie, noSessionCookies, sessionCookies, tokensOf } from '../accounts/authenticate.ts';
import { takeFromAll } from '../lib/rate-limits.ts';
import type { Privacy } from '../privacy/deletion.ts';
import { exportOf } from '../privacy/export.ts';
import { implement, type Operation } from './operation.ts';

export function accountOperations(deps: AccountServices): readonly Operation[] {
  const { repository, people, guests, moderators, reservedUsernames, changes, renames, now } = deps;
  return implement(ACCOUNTS, {
    'POST /api/guests': async ({ caller, body, request, reply, refuse }) => {
      const name = parseName(body.name);
      if (name === null) return refuse({ name: 'bad-name' });
      // A page that lost its storage does not know that there is a session. Another one would take the games from their owner.
      if (caller !== null) return { name: caller.person.name };
      checkLimit(guests.take(request.ip));
      if (await reservedUsernames.isRole(name)) return refuse({ name: 'bad-name' });
      const { token } = await people.newGuest(name, agentOf(request));
      reply.code(201).header('set-cookie', sessionCookies(token, { secure: isSecure(request) }));
      return { name };
    },
    'GET /api/me': async ({ caller: known, query, request, reply, refuse }) => {
      const account = known === null ? null : await people.account(known.person.id);
      if (known === null && query.unsure !== undefined) return null;
      if (known === null || account === null) return refuse({ name: 'no-session' });
      const { person, session } = known;
      const token = tokensOf(request.headers).find((each) => each.startsWith(`${person.id}.${session}.`));
      if (token !== undefined && isSecure(request) && hasOldCookie(request.headers))
        reply.header('set-cookie', sessionCookies(token, { secure: true }));
      // Only an account with a username can be a moderator.
      const isModerator = account.username !== null && (await moderators.has(person.id));
      return { ...profileOf({ ...known, account }, now()), isModerator } satisfies OwnAccount;
    },
    'PATCH /api/me': async ({ caller: { person, session }, body, refuse }) => {
      const name = parseName(body.name);
      if (name === null) return refuse({ name: 'bad-name' });
      if (name === person.name) return { name };
      checkLimit(takeFromAll([changes, person.id], [renames, person.id]));
      if (await reservedUsernames.isRole(name)) return refuse({ name: 'bad-name' });
      const done = await repository.rename({ account: person.id, session }, name);
      if (done.ok) return { name };
      return refuse({ name: done.error === 'unavailable' ? 'unavailable' : 'no-session' });
    },
    'DELETE /api/sessions/{session}': async ({ caller: { person, session }, params, request, reply, refuse }) => {
      const { session: id } = params;
      const which = id === 'others' ? { except: session } : { only: id === 'current' ? session : id };
      const done = await repository.closeSessions(person.id, which);
      if (!done.ok && done.error === 'unavailable') return refuse({ name: 'unavailable' });
      const closed = done.ok ? done.value : [];
      if (!done.ok || (closed.length === 0 && id !== 'others')) return refuse({ name: 'not-found' });
      for (const each of closed) deps.onRevoked(each);
      if (closed.includes(session)) reply.header('set-cookie', noSessionCookies({ secure: isSecure(request) }));
    },
  });
}

interface PersonalDataDeps extends Accounts, Pick<Privacy, 'personalData' | 'deletion'> {
  readonly store: Store;
}

export const personalDataOperations = (deps: PersonalDataDeps): readonly Operation[] => {
  const { store, deletion, personalData, personalDataIndex, tokens, now } = deps;
  return implement(PERSONAL_DATA, {
    'DELETE /api/me': async ({ caller, request, reply, refuse }) => {
      if (mustConfirm(caller, now())) return refuse({ name: 'confirm-first' });
      if (!(await deletion.delete(caller.person.id))) return refuse({ name: 'unavailable' });
      reply.header('set-cookie', noSessionCookies({ secure: isSecure(request) }));
    },
    'GET /api/me/export': async ({ caller, reply, refuse }) => {
      if (mustConfirm(caller, now())) return refuse({ name: 'confirm-first' });
      reply
        .header('content-disposition', 'attachment; filename="tablier.json"')
        .type('application/json; charset=utf-8');
      const { account } = caller;
      const own = { account, tokens: await tokens.of(account.id), now: now() };
      return reply.send(Readable.from(exportOf({ store, personalData, personalDataIndex, ...own })));
    },
  });
};

function profileOf({ account, session }: Caller, now: number) {
  const { name, username: login, createdAt, sessions, passkeys, passwordHash } = account;
  return {
    name,
    createdAt,
    login,
    hasPassword: passwordHash !== null,
    passkeys: passkeys.map(({ id, agent, addedAt }) => ({ id: passkeyName(id), agent, addedAt })),
    sessions: sessions
      .filter((each) => !isIdle(each, now))
      .map(({ id, openedAt, agent, usedOn }) => ({ id, openedAt, usedOn, agent, current: id === session })),
  };
}
