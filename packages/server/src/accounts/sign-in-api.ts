import type { Changed, Gone, ProofError, SpentChallenge } from '@tablier/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../http/errors.ts';
import { CHALLENGE_LIFETIME } from './challenges.ts';
import { challengeCookie, challengeHolderOf, deviceCookie, deviceOf, sessionCookies } from './cookies.ts';
import { type AccountServices, expectedFrom } from './account-services.ts';
import { parseUsername } from './usernames.ts';
import { askFor, claimOf, verifyKnown } from './passkeys.ts';
import { isPersonId, MAX_SESSIONS } from './people.ts';
import { identityOf } from './authenticate.ts';
import { agentOf, fieldOf, isSecure, tooMany, unavailable } from '../http/request.ts';

/** The same answer for every fault, so that it does not reveal which usernames and passkeys exist. */
const wrong = (reply: FastifyReply): FastifyReply => refuse(reply, 403, { name: 'wrong-sign-in' });

/** Sign-in: `POST /api/sign-in/password`, `POST /api/sign-in/passkey` and its `/options`. */
export function addSignInApi(app: FastifyInstance, services: AccountServices): void {
  const { signIns } = services;

  app.post('/api/sign-in/password', (request, reply) => signInByPassword(request, reply, services));

  app.post('/api/sign-in/passkey/options', async (request, reply) => {
    const retryMs = signIns.take(request.ip);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const holder = challengeHolderOf(request.headers) ?? services.chance.id();
    const expected = expectedFrom(request, reply, services, { purpose: 'sign-in', holder });
    if (expected === null) return reply;
    reply.header('set-cookie', challengeCookie(holder, { secure: isSecure(request) }));
    return askFor(null, expected.site, await services.challenges.issue(expected.scope));
  });

  app.post('/api/sign-in/passkey', async (request, reply) => {
    const retryMs = signIns.take(request.ip);
    return retryMs > 0 ? tooMany(reply, retryMs) : signInByPasskey(request, reply, services);
  });
}

async function signInByPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  services: AccountServices,
): Promise<FastifyReply> {
  const username = parseUsername(fieldOf(request.body, 'login'));
  const password = fieldOf(request.body, 'password');
  const device = username === null ? null : await services.devices.find(deviceOf(request.headers), username);
  const retryMs =
    device === null ? strangerMustWait(services, username, request.ip) : services.accounts.take(`device ${device}`);
  if (retryMs > 0) return tooMany(reply, retryMs);
  if (username === null || typeof password !== 'string' || password.length > 1000) return wrong(reply);
  const typed = { username, password: password.normalize('NFKC'), agent: agentOf(request) };
  let signedIn = await signIn(services, typed);
  // A concurrent sign-in replaced the hash by a stronger one, or the password was changed.
  if (signedIn === 'changed') signedIn = await signIn(services, typed);
  if (signedIn === 'busy') return tooMany(reply, 1000);
  if (typeof signedIn === 'string') return wrong(reply);
  services.attempts.forget(username, request.ip);
  await rememberDevice(request, reply, services, username);
  return opened(request, reply, services, signedIn);
}

interface Typed {
  readonly username: string;
  readonly password: string;
  readonly agent: string;
}

/** Opens a session for a username and a password. Returns its outcome, or the name of the error. */
async function signIn(
  { repository, people, passwords, now }: AccountServices,
  { username, password, agent }: Typed,
): Promise<Opened | 'wrong' | 'busy' | 'changed'> {
  // The same steps for known and unknown usernames, so that the time reveals nothing.
  const found = await repository.findPassword(username);
  const isRight = await passwords.verify(found?.hash ?? null, password);
  if (isRight === null) return 'busy';
  if (!isRight || found === null) return 'wrong';
  const { account, hash } = found;
  const stronger = await passwords.strengthened(hash, password);
  const { token, session } = people.newSession(account, agent);
  const proof = { kind: 'password', hash, ...(stronger !== null && { rehash: stronger }) } as const;
  const done = await repository.signIn(account, session, proof, { at: now(), most: MAX_SESSIONS });
  return !done.ok && done.error === 'proof-changed' ? 'changed' : { token, account, done };
}

/**
 * The time that an unknown browser must wait before an attempt, in milliseconds. At 0 the attempt is counted. One address waits longer after
 * each attempt, so that it uses little of the limit that all unknown browsers share.
 */
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

/** Gives a browser in which the password was correct a device cookie. */
export async function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  { devices }: AccountServices,
  username: string,
): Promise<void> {
  if ((await devices.find(deviceOf(request.headers), username)) !== null) return;
  reply.header('set-cookie', deviceCookie(await devices.issue(username), { secure: isSecure(request) }));
}

async function signInByPasskey(
  request: FastifyRequest,
  reply: FastifyReply,
  services: AccountServices,
): Promise<FastifyReply> {
  const { repository, people, accounts } = services;
  const data = fieldOf(request.body, 'passkey');
  const claim = claimOf(data);
  const holder = challengeHolderOf(request.headers);
  if (claim === null || holder === null) return wrong(reply);
  const person = claim.person ?? undefined;
  if (!isPersonId(person)) return wrong(reply);
  const retryMs = accounts.take(`person ${person}`);
  if (retryMs > 0) return tooMany(reply, retryMs);
  const passkey = await repository.findPasskey(person, claim.passkey);
  if (passkey === null) return wrong(reply);
  const expected = expectedFrom(request, reply, services, { purpose: 'sign-in', holder });
  if (expected === null) return reply;
  const verified = await verifyKnown(data, passkey, expected);
  if (!verified.ok) return wrong(reply);
  const { challenge, value: counter } = verified.value;
  const { token, session } = people.newSession(person, agentOf(request));
  const proof = { kind: 'passkey', id: passkey.id, counter, spent: spent(challenge, services.now()) } as const;
  const done = repository.signIn(person, session, proof, { at: services.now(), most: MAX_SESSIONS });
  return opened(request, reply, services, { token, account: person, done: await done });
}

/** An answered challenge. It is remembered for longer than it is valid, because clocks differ. */
export const spent = (challenge: string, now: number): SpentChallenge => ({
  challenge,
  expiresAt: now + 2 * CHALLENGE_LIFETIME,
});

interface Opened {
  readonly token: string;
  readonly account: string;
  readonly done: Awaited<Changed<Gone | ProofError>>;
}

/**
 * Completes a sign-in. The previous session of this browser, for example of a guest, ends. With `along` in the request the guest's games move
 * to the account.
 */
async function opened(
  request: FastifyRequest,
  reply: FastifyReply,
  { people, mergeGuest, onRevoked }: AccountServices,
  { token, account, done }: Opened,
): Promise<FastifyReply> {
  if (!done.ok) return done.error === 'unavailable' ? unavailable(reply) : wrong(reply);
  const before = await identityOf(request, people);
  if (before !== null && before.person.id !== account && fieldOf(request.body, 'along') === true) {
    if (!(await mergeGuest(before.person.id, account))) return unavailable(reply);
    onRevoked(before.session);
  }
  if (before !== null && (await people.revoke({ account: before.person.id, session: before.session })))
    onRevoked(before.session);
  reply.header('set-cookie', sessionCookies(token, { secure: isSecure(request) }));
  return reply.send({ name: (await people.find(token))?.person.name ?? '' });
}
