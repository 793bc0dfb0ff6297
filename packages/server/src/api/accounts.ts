import { checkLimit, agentOf, isSecure } from '../http/request.ts';
import { Readable } from 'node:stream';
import { success } from '@tablier/core';
import { parseName } from '@tablier/protocol';
import { ACCOUNTS, type OwnAccount, PERSONAL_DATA, SIGN_IN } from '@tablier/protocol/operations';
import type { Changed, Gone, ProofError, SpentChallenge } from '@tablier/store';
import { type AccountServices, mustConfirm, expectedFrom } from '../accounts/account-services.ts';
import { isIdle, passkeyName, isPersonId, MAX_SESSIONS } from '../accounts/people.ts';
import {
  type Caller,
  hasOldCookie,
  noSessionCookies,
  sessionCookies,
  tokensOf,
  challengeCookie,
  challengeHolderOf,
  deviceCookie,
  deviceOf,
} from '../accounts/authenticate.ts';
import { takeFromAll } from '../lib/rate-limits.ts';
import { exportOf } from '../privacy/export.ts';
import { implement, type Operation, type Asked } from './operation.ts';
import type { Services } from './services.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CHALLENGE_LIFETIME } from '../accounts/signatures.ts';
import { askFor, claimOf, verifyKnown } from '../accounts/passkeys.ts';
import { parseUsername } from '../accounts/passwords.ts';

export function accountOperations({ accounts }: Services): readonly Operation[] {
  const { repository, people, guests, moderators, reservedUsernames, changes, renames, now } = accounts;
  return implement(ACCOUNTS, {
    'POST /api/guests': async ({ caller, body, request, reply, refuse }) => {
      const name = parseName(body.name) ?? refuse({ name: 'bad-name' });
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
      const name = parseName(body.name) ?? refuse({ name: 'bad-name' });
      if (name === person.name) return { name };
      checkLimit(takeFromAll([changes, person.id], [renames, person.id]));
      if (await reservedUsernames.isRole(name)) return refuse({ name: 'bad-name' });
      const done = await repository.rename({ account: person.id, session }, name);
      return done.ok ? { name } : refuse({ name: 'no-session' });
    },
    'DELETE /api/sessions/{session}': async ({ caller: { person, session }, params, request, reply, refuse }) => {
      const { session: id } = params;
      const which = id === 'others' ? { except: session } : { only: id === 'current' ? session : id };
      const done = await repository.closeSessions(person.id, which);
      const closed = done.ok ? done.value : [];
      if (!done.ok || (closed.length === 0 && id !== 'others')) return refuse({ name: 'not-found' });
      for (const each of closed) accounts.onRevoked(each);
      if (closed.includes(session)) reply.header('set-cookie', noSessionCookies({ secure: isSecure(request) }));
    },
  });
}

export const personalDataOperations = ({ context: { store, now }, accounts, privacy }: Services) => {
  const { deletion, personalData } = privacy;
  return implement(PERSONAL_DATA, {
    'DELETE /api/me': async ({ caller, request, reply, refuse }) => {
      if (mustConfirm(caller, now())) return refuse({ name: 'confirm-first' });
      await deletion.delete(caller.person.id);
      reply.header('set-cookie', noSessionCookies({ secure: isSecure(request) }));
    },
    'GET /api/me/export': async ({ caller, reply, refuse }) => {
      if (mustConfirm(caller, now())) return refuse({ name: 'confirm-first' });
      reply
        .header('content-disposition', 'attachment; filename="tablier.json"')
        .type('application/json; charset=utf-8');
      const { account } = caller;
      const own = { account, tokens: await accounts.tokens.of(account.id), now: now() };
      return reply.send(Readable.from(exportOf({ store, personalData, ...own })));
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

/** The same answer for every fault, so that it does not reveal which usernames and passkeys exist. */
export const WRONG = { name: 'wrong-sign-in' } as const;

export function signInOperations({ accounts: services }: Services): readonly Operation[] {
  const { repository, people, accounts, attempts, devices, challenges, chance, now } = services;
  return implement(SIGN_IN, {
    'POST /api/sign-in/password': async ({ body: { login, password, along = false }, ...input }) => {
      const { request, reply, refuse } = input;
      const username = parseUsername(login);
      const device = username === null ? null : await devices.find(deviceOf(request.headers), username);
      checkLimit(
        device === null ? strangerMustWait(services, username, request.ip) : accounts.take(`device ${device}`),
      );
      if (username === null || password.length > 1000) return refuse(WRONG);
      const signedIn = await byPassword(services, { username, password }, refuse, async ({ account, hash }, typed) => {
        const rehash = await services.passwords.strengthened(hash, typed);
        const { token, session } = people.newSession(account, agentOf(request));
        const proof = { kind: 'password', hash, ...(rehash !== null && { rehash }) } as const;
        const done = await repository.signIn(account, session, proof, { at: now(), most: MAX_SESSIONS });
        return done.ok ? success({ token, account }) : done;
      });
      attempts.forget(username, request.ip);
      await rememberDevice(request, reply, services, username);
      return opened(input, services, { ...signedIn, along });
    },
    'POST /api/sign-in/passkey/options': async ({ request, reply, refuse }) => {
      const holder = challengeHolderOf(request.headers) ?? chance.id();
      const expected = expectedFrom(request, services, { purpose: 'sign-in', holder }, refuse);
      reply.header('set-cookie', challengeCookie(holder, { secure: isSecure(request) }));
      return askFor(null, expected.site, await challenges.issue(expected.scope));
    },
    'POST /api/sign-in/passkey': async ({ body: { passkey: data, along = false }, ...input }) => {
      const { request, refuse } = input;
      const claim = claimOf(data);
      const holder = challengeHolderOf(request.headers);
      const person = claim?.person ?? undefined;
      if (claim === null || holder === null || !isPersonId(person)) return refuse(WRONG);
      checkLimit(accounts.take(`person ${person}`));
      const passkey = (await repository.findPasskey(person, claim.passkey)) ?? refuse(WRONG);
      const expected = expectedFrom(request, services, { purpose: 'sign-in', holder }, refuse);
      const verified = await verifyKnown(data, passkey, expected);
      if (!verified.ok) return refuse(WRONG);
      const { challenge, value: counter } = verified.value;
      const { token, session } = people.newSession(person, agentOf(request));
      const proof = { kind: 'passkey', id: passkey.id, counter, spent: spent(challenge, now()) } as const;
      const done = await repository.signIn(person, session, proof, { at: now(), most: MAX_SESSIONS });
      return done.ok ? opened(input, services, { token, account: person, along }) : refuse(WRONG);
    },
  });
}

/** What `use` makes of the right password of a username; it refuses any other. The steps are the same for unknown usernames, so that the time reveals nothing. */
export async function byPassword<T>(
  { repository, passwords }: AccountServices,
  { username, password }: { readonly username: string; readonly password: string },
  refuse: Asked<'wrong-sign-in'>['refuse'],
  use: (found: { readonly account: string; readonly hash: string }, typed: string) => Changed<Gone | ProofError, T>,
): Promise<T> {
  const typed = password.normalize('NFKC');
  // Again once: a concurrent sign-in may have replaced the hash by a stronger one.
  for (let tries = 0; tries < 2; tries++) {
    const found = await repository.findPassword(username);
    const isRight = await passwords.verify(found?.hash ?? null, typed);
    if (isRight === null) return refuse({ name: 'too-many', retryMs: 1000 });
    if (!isRight || found === null) break;
    const done = await use(found, typed);
    if (done.ok) return done.value;
    if (done.error !== 'proof-changed') break;
  }
  return refuse(WRONG);
}

/** The wait of an unknown browser, in milliseconds; at 0 the attempt is counted. One address waits longer each time. */
function strangerMustWait(
  { signIns, accounts, attempts }: AccountServices,
  username: string | null,
  address: string,
): number {
  const retryMs = signIns.take(address);
  if (retryMs > 0 || username === null) return retryMs;
  const ownMs = attempts.wait(username, address);
  const sharedMs = ownMs > 0 ? ownMs : accounts.take(`login ${username}`);
  if (sharedMs === 0) attempts.count(username, address);
  return sharedMs;
}

export async function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  { devices }: AccountServices,
  username: string,
): Promise<void> {
  if ((await devices.find(deviceOf(request.headers), username)) !== null) return;
  reply.header('set-cookie', deviceCookie(await devices.issue(username), { secure: isSecure(request) }));
}

/** An answered challenge. It is remembered for longer than it is valid, because clocks differ. */
export const spent = (challenge: string, now: number): SpentChallenge => ({
  challenge,
  expiresAt: now + 2 * CHALLENGE_LIFETIME,
});

/** The previous session of this browser ends. With `along` the guest's games move to the account. */
async function opened(
  { caller: before, request, reply }: Asked<never, 'visitor'>,
  { people, mergeGuest, onRevoked }: AccountServices,
  { token, account, along }: { readonly token: string; readonly account: string; readonly along: boolean },
) {
  if (before !== null && before.person.id !== account && along) {
    await mergeGuest(before.person.id, account);
    onRevoked(before.session);
  }
  if (before !== null && (await people.revoke({ account: before.person.id, session: before.session })))
    onRevoked(before.session);
  reply.header('set-cookie', sessionCookies(token, { secure: isSecure(request) }));
  return { name: (await people.find(token))?.person.name ?? '' };
}
