import type { Changed, Gone, ProofError, SpentChallenge } from '@tablier/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../http/errors.ts';
import { CHALLENGE_LIFE } from './challenges.ts';
import { challengeCookie, challengeHolderOf, deviceCookie, deviceOf, sessionCookies } from './cookies.ts';
import { type AccountServices, expectedFrom } from './account-services.ts';
import { parseLogin } from './usernames.ts';
import { askFor, claimOf, verifyKnown } from './passkeys.ts';
import { isPersonId, MOST_SESSIONS } from './people.ts';
import { knownBy } from './authenticate.ts';
import { agentOf, fieldOf, isSecure, tooMany, unavailable } from '../http/request.ts';

/** One answer for whatever was wrong: it tells nobody which names and passkeys there are. */
const wrong = (reply: FastifyReply): FastifyReply => refuse(reply, 403, { name: 'wrong-sign-in' });

/** Coming back on this or another device: `POST /api/sign-in/password`, `POST /api/sign-in/passkey` and its `/options`. */
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
  const login = parseLogin(fieldOf(request.body, 'login'));
  const password = fieldOf(request.body, 'password');
  const device = login === null ? null : await services.devices.find(deviceOf(request.headers), login);
  const retryMs =
    device === null ? strangerMustWait(services, login, request.ip) : services.accounts.take(`device ${device}`);
  if (retryMs > 0) return tooMany(reply, retryMs);
  if (login === null || typeof password !== 'string' || password.length > 1000) return wrong(reply);
  const typed = { login, password: password.normalize('NFKC'), agent: agentOf(request) };
  let signedIn = await signIn(services, typed);
  // Another browser has just signed in, and the hash is a stronger one since; or the password is another.
  if (signedIn === 'changed') signedIn = await signIn(services, typed);
  if (signedIn === 'busy') return tooMany(reply, 1000);
  if (typeof signedIn === 'string') return wrong(reply);
  services.tries.forget(login, request.ip);
  await rememberDevice(request, reply, services, login);
  return opened(request, reply, services, signedIn);
}

interface Typed {
  readonly login: string;
  readonly password: string;
  readonly agent: string;
}

/** A session for whom name and password belong to, and what became of it; or by name why there is none. */
async function signIn(
  { repository, people, passwords, now }: AccountServices,
  { login, password, agent }: Typed,
): Promise<Opened | 'wrong' | 'busy' | 'changed'> {
  // For a name that nobody has the same is done as for one that somebody has.
  const found = await repository.findPassword(login);
  const isRight = await passwords.verify(found?.hash ?? null, password);
  if (isRight === null) return 'busy';
  if (!isRight || found === null) return 'wrong';
  const { account, hash } = found;
  const stronger = await passwords.strengthened(hash, password);
  const { token, session } = people.newSession(account, agent);
  const proof = { kind: 'password', hash, ...(stronger !== null && { rehash: stronger }) } as const;
  const done = await repository.signIn(account, session, proof, { at: now(), most: MOST_SESSIONS });
  return !done.ok && done.error === 'proof-changed' ? 'changed' : { token, account, done };
}

/**
 * How long a browser that is not known has to wait before it may try a password, 0 for not at all: a try is counted then. One address
 * waits longer after each try, so that it uses up little of what all strangers share.
 */
function strangerMustWait(
  { signIns, accounts, tries }: AccountServices,
  login: string | null,
  address: string,
): number {
  const retryMs = signIns.take(address);
  if (retryMs > 0 || login === null) return retryMs;
  const ownMs = tries.wait(login, address);
  const sharedMs = ownMs > 0 ? ownMs : accounts.take(`login ${login}`);
  if (sharedMs === 0) tries.count(login, address);
  return sharedMs;
}

/** Gives the browser in which the password was right a cookie by which it is known when it signs in again. */
export async function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  { devices }: AccountServices,
  login: string,
): Promise<void> {
  if ((await devices.find(deviceOf(request.headers), login)) !== null) return;
  reply.header('set-cookie', deviceCookie(await devices.issue(login), { secure: isSecure(request) }));
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
  const done = repository.signIn(person, session, proof, { at: services.now(), most: MOST_SESSIONS });
  return opened(request, reply, services, { token, account: person, done: await done });
}

/** A challenge that was answered now: it is remembered for longer than it may be answered, as clocks differ. */
export const spent = (challenge: string, now: number): SpentChallenge => ({
  challenge,
  expiresAt: now + 2 * CHALLENGE_LIFE,
});

interface Opened {
  readonly token: string;
  readonly account: string;
  readonly done: Awaited<Changed<Gone | ProofError>>;
}

/**
 * Lets somebody in; the session that this browser had before, a guest's for instance, ends. `along` asks for the guest's games: they are
 * the account's from then on.
 */
async function opened(
  request: FastifyRequest,
  reply: FastifyReply,
  { people, mergeGuest, onRevoked }: AccountServices,
  { token, account, done }: Opened,
): Promise<FastifyReply> {
  if (!done.ok) return done.error === 'unavailable' ? unavailable(reply) : wrong(reply);
  const before = await knownBy(request, people);
  if (before !== null && before.person.id !== account && fieldOf(request.body, 'along') === true) {
    if (!(await mergeGuest(before.person.id, account))) return unavailable(reply);
    onRevoked(before.session);
  }
  if (before !== null && (await people.revoke({ account: before.person.id, session: before.session })))
    onRevoked(before.session);
  reply.header('set-cookie', sessionCookies(token, { secure: isSecure(request) }));
  return reply.send({ name: (await people.find(token))?.person.name ?? '' });
}
