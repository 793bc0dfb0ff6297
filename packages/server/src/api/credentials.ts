import { checkLimit, agentOf, isSecure } from '../http/request.ts';
import { CONFIRMATIONS, CREDENTIALS, RESETS } from '@tablier/protocol/operations';
import type { Account } from '@tablier/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AccountServices, expectedFrom, mustConfirm } from '../accounts/account-services.ts';
import { cutAgent, passkeyName } from '../accounts/people.ts';
import { sessionCookies } from '../accounts/authenticate.ts';
import {
  isEasyToGuess,
  MIN_PASSWORD_LENGTH,
  parseNewUsername,
  parsePassword,
  parseReset,
} from '../accounts/passwords.ts';
import { askFor, askForNew, claimOf, verifyKnown, verifyNew } from '../accounts/passkeys.ts';
import { type Asked, implement, type Operation } from './operation.ts';
import type { Services } from './services.ts';
import { byPassword, rememberDevice, spent, WRONG } from './accounts.ts';
import { sha256 } from '../lib/context.ts';
import { isMailAddress } from '../notifications/mailer.ts';

const MAX_PASSKEYS = 20;

export function credentialOperations({ accounts: services }: Services): readonly Operation[] {
  const { repository, people, challenges, now } = services;
  return implement(CREDENTIALS, {
    'POST /api/me/password': ({ body, ...input }) => setPassword(input, services, body),
    'POST /api/me/passkeys/options': async ({ caller, request, refuse }) => {
      if (mustConfirm(caller, now())) return refuse({ name: 'confirm-first' });
      const { person, session, account } = caller;
      const expected = expectedFrom(request, services, { purpose: 'add-passkey', holder: session }, refuse);
      return askForNew(person, account, expected.site, await challenges.issue(expected.scope));
    },
    'POST /api/me/passkeys': async ({ caller, body, request, reply, refuse }) => {
      if (mustConfirm(caller, now())) return refuse({ name: 'confirm-first' });
      const { person, session, secretHash: replaces } = caller;
      const expected = expectedFrom(request, services, { purpose: 'add-passkey', holder: session }, refuse);
      const verified = await verifyNew(body.passkey, expected);
      if (!verified.ok) return refuse({ name: 'bad-passkey' });
      const { challenge, value } = verified.value;
      const at = now();
      const passkey = { ...value, agent: cutAgent(agentOf(request)), addedAt: at };
      const by = { account: person.id, session };
      const { token, secretHash } = people.newSecret(by);
      const extras = { renewal: { secretHash, replaces, at }, spent: spent(challenge, at), most: MAX_PASSKEYS };
      const done = await repository.addPasskey(by, passkey, extras);
      if (!done.ok) return refuse({ name: REFUSALS[done.error] });
      carry(request, reply, token);
    },
    'DELETE /api/me/passkeys/{passkey}': async ({ caller, params, query, refuse }) => {
      if (mustConfirm(caller, now())) return refuse({ name: 'confirm-first' });
      const named = caller.account.passkeys.find(({ id }) => passkeyName(id) === params.passkey);
      const { id } = named ?? refuse({ name: 'not-found' });
      const done = await repository.removePasskey(caller.person.id, id, { evenLast: query.last === 'yes' });
      return done.ok ? null : refuse({ name: REFUSALS[done.error] });
    },
  });
}

export const confirmationOperations = ({ accounts: services }: Services): readonly Operation[] =>
  implement(CONFIRMATIONS, {
    'POST /api/me/confirm/options': async ({ caller, request, refuse }) => {
      const expected = expectedFrom(request, services, { purpose: 'confirm', holder: caller.session }, refuse);
      return askFor(caller.account.passkeys, expected.site, await services.challenges.issue(expected.scope));
    },
    'POST /api/me/confirm': async ({ body: { password, passkey }, ...input }) =>
      passkey === undefined ? confirmByPassword(input, services, password) : confirmByPasskey(input, services, passkey),
  });

const TOO_SHORT = { name: 'bad-password', detail: `at least ${MIN_PASSWORD_LENGTH} characters` } as const;
const EASY = { name: 'bad-password', detail: 'easy to guess' } as const;

const REFUSALS = {
  'username-taken': 'login-taken',
  'challenge-spent': 'bad-passkey',
  'known-passkey': 'bad-passkey',
  'too-many-passkeys': 'too-many-passkeys',
  'unknown-passkey': 'not-found',
  'last-credential': 'last-way-in',
  gone: 'no-session',
} as const;

/** Checks and hashes a password, and the username of an account that has none yet. `onClaim`: called before it is looked up. */
async function newPassword(
  { reservedUsernames, passwords }: AccountServices,
  { username: known, name }: Pick<Account, 'username' | 'name'>,
  given: { readonly login?: string | undefined; readonly password: string },
  { refuse, onClaim }: Pick<Asked<'bad-login' | 'bad-password' | 'login-taken'>, 'refuse'> & { onClaim?: () => void },
): Promise<{ readonly username: string; readonly hash: string }> {
  const username = known ?? parseNewUsername(given.login) ?? refuse({ name: 'bad-login' });
  const password = parsePassword(given.password) ?? refuse(TOO_SHORT);
  if (await isEasyToGuess(password, [username, name])) return refuse(EASY);
  if (known === null) onClaim?.();
  if (known === null && (await reservedUsernames.has(username))) return refuse({ name: 'login-taken' });
  const hash = await passwords.hash(password);
  return hash === null ? refuse({ name: 'too-many', retryMs: 1000 }) : { username, hash };
}

/** Sets a first password with a username, or changes the password, which signs other browsers out. */
async function setPassword(
  { caller, request, reply, refuse }: Asked<'confirm-first' | 'bad-login' | 'bad-password' | 'login-taken', 'session'>,
  services: AccountServices,
  given: { readonly login?: string | undefined; readonly password: string },
) {
  const { repository, people, signIns, now } = services;
  if (mustConfirm(caller, now())) return refuse({ name: 'confirm-first' });
  const { account, person, session, secretHash: replaces } = caller;
  // Claiming a username reveals whether it is taken, so it counts as an attempt to sign in, by address: more guests get no more attempts.
  const onClaim = (): void => checkLimit(signIns.take(request.ip));
  const { username, hash } = await newPassword(services, account, given, { refuse, onClaim });
  const { token, secretHash } = people.newSecret({ account: person.id, session });
  const renewal = { secretHash, replaces, at: now() };
  const done = await repository.setPassword({ account: person.id, session }, { username, hash }, renewal);
  if (!done.ok) return refuse({ name: REFUSALS[done.error] });
  carry(request, reply, token);
  await rememberDevice(request, reply, services, username);
  return null;
}

/** Replaces the session cookie, so that an earlier copy of it becomes useless. */
function carry(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.header('set-cookie', sessionCookies(token, { secure: isSecure(request) }));
}

type Confirming = Asked<'wrong-sign-in' | 'no-passkeys-here', 'session'>;

async function confirmByPassword(
  { caller, request, reply, refuse }: Confirming,
  services: AccountServices,
  password: string | undefined,
) {
  const { passwordHash, username } = caller.account;
  if (password === undefined || password.length > 1000 || passwordHash === null || username === null)
    return refuse(WRONG);
  // A session has its own limit, so that attempts of strangers do not lock the owner out.
  checkLimit(services.accounts.take(`session ${caller.session}`));
  const by = { account: caller.person.id, session: caller.session };
  await byPassword(services, { username, password }, refuse, ({ hash }) =>
    services.repository.confirm(by, { kind: 'password', hash }, services.now()),
  );
  await rememberDevice(request, reply, services, username);
  return null;
}

async function confirmByPasskey({ caller, request, refuse }: Confirming, services: AccountServices, data: unknown) {
  const claimed = claimOf(data)?.passkey;
  const passkey = caller.account.passkeys.find(({ id }) => id === claimed) ?? refuse(WRONG);
  const expected = expectedFrom(request, services, { purpose: 'confirm', holder: caller.session }, refuse);
  const verified = await verifyKnown(data, passkey, expected);
  if (!verified.ok) return refuse(WRONG);
  const { challenge, value: counter } = verified.value;
  const proof = { kind: 'passkey', id: passkey.id, counter, spent: spent(challenge, services.now()) } as const;
  const by = { account: caller.person.id, session: caller.session };
  const done = await services.repository.confirm(by, proof, services.now());
  return done.ok ? null : refuse(WRONG);
}

const BAD_LINK = { name: 'bad-link' } as const;

export function resetOperations({ context, accounts, notifications }: Services): readonly Operation[] {
  const { passwordResets: resets } = context.store;
  const mail = notifications.resetMail;
  const byAddress = context.limiter('passwordResets');
  const accountOf = async (token: string) => {
    const secret = parseReset(token);
    if (secret === null) return null;
    const tokenHash = sha256(secret);
    const account = await resets.accountOf(tokenHash);
    const found = account === null ? null : await resets.find(account);
    if (account === null || found?.tokenHash !== tokenHash || found.expiresAt <= accounts.now()) return null;
    return { account, tokenHash, name: found.name, username: found.username };
  };
  return implement(RESETS, {
    'GET /api/password-resets': async () => ({ hasMail: mail !== null }),
    // The answer is the same for every address, and comes before anything is looked up.
    'POST /api/password-resets': async ({ body: { address, language = 'en' }, refuse }) => {
      if (mail === null) return refuse({ name: 'no-mail' });
      if (!isMailAddress(address)) return refuse({ name: 'bad-address' });
      checkLimit(byAddress.take(`to ${address.toLowerCase()}`));
      await mail.request(address, language.slice(0, 20));
    },
    'POST /api/password-resets/token': async ({ body, refuse }) => {
      const { username } = (await accountOf(body.token)) ?? refuse(BAD_LINK);
      return { username };
    },
    'POST /api/password-resets/password': async ({ body, request, reply, refuse }) => {
      const found = (await accountOf(body.token)) ?? refuse(BAD_LINK);
      const { username, hash } = await newPassword(accounts, found, body, { refuse });
      const done = await resets.finish(found.account, found.tokenHash, { username, hash, at: accounts.now() });
      if (!done.ok) return refuse(done.error === 'username-taken' ? { name: 'login-taken' } : BAD_LINK);
      // Attempts to guess the old password must not keep the owner from signing in with the new one.
      await rememberDevice(request, reply, accounts, username);
      return { username };
    },
  });
}
