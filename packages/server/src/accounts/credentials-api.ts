import type { Changed } from '@tablier/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../http/errors.ts';
import { passkeyName } from './account.ts';
import { type AccountServices, expectedFrom, mustConfirm } from './account-services.ts';
import { isEasyToGuess } from './common-passwords.ts';
import { parseNewUsername, parsePassword, MIN_PASSWORD_LENGTH } from './usernames.ts';
import { askForNew, verifyNew } from './passkeys.ts';
import { cutAgent } from './people.ts';
import { sessionCookies } from './cookies.ts';
import { type Caller, authenticate } from './authenticate.ts';
import { agentOf, fieldOf, isSecure, tooMany, unavailable } from '../http/request.ts';
import { rememberDevice, spent } from './sign-in-api.ts';

/** The maximum number of passkeys per account. */
const MAX_PASSKEYS = 20;

/** Credentials: `POST /api/me/password`, `POST /api/me/passkeys` and its `/options`, `DELETE /api/me/passkeys/:id`. */
export function addCredentialsApi(app: FastifyInstance, services: AccountServices): void {
  /** The user, if they may change credentials now. `null` otherwise; the request has then been refused. */
  const owner = async (request: FastifyRequest, reply: FastifyReply): Promise<Caller | null> => {
    const caller = await authenticate(request, reply, services.people);
    if (caller === null) return null;
    const retryMs = services.changes.take(caller.person.id);
    if (retryMs > 0) tooMany(reply, retryMs);
    else if (mustConfirm(caller, services.now())) refuse(reply, 403, { name: 'confirm-first' });
    else return caller;
    return null;
  };

  app.post('/api/me/password', async (request, reply) => {
    const caller = await owner(request, reply);
    return caller === null ? reply : setPassword(request, reply, services, caller);
  });

  app.post('/api/me/passkeys/options', async (request, reply) => {
    const caller = await owner(request, reply);
    if (caller === null) return reply;
    const { person, session, account } = caller;
    const expected = expectedFrom(request, reply, services, { purpose: 'add-passkey', holder: session });
    if (expected === null) return reply;
    return askForNew(person, account, expected.site, await services.challenges.issue(expected.scope));
  });

  app.post('/api/me/passkeys', async (request, reply) => {
    const caller = await owner(request, reply);
    return caller === null ? reply : addPasskey(request, reply, services, caller);
  });

  app.delete<{ Params: { id: string }; Querystring: { last?: string } }>(
    '/api/me/passkeys/:id',
    async (request, reply) => {
      const caller = await owner(request, reply);
      if (caller === null) return reply;
      const { id } = request.params;
      const passkey = caller.account.passkeys.find((each) => passkeyName(each.id) === id);
      if (passkey === undefined) return refuse(reply, 404, { name: 'not-found' });
      const evenLast = request.query.last === 'yes';
      return answered(reply, await services.repository.removePasskey(caller.person.id, passkey.id, { evenLast }));
    },
  );
}

type CredentialError =
  | 'username-taken'
  | 'challenge-spent'
  | 'known-passkey'
  | 'too-many-passkeys'
  | 'unknown-passkey'
  | 'last-credential';

const REFUSALS = {
  'username-taken': [409, 'login-taken'],
  'challenge-spent': [422, 'bad-passkey'],
  'known-passkey': [422, 'bad-passkey'],
  'too-many-passkeys': [409, 'too-many-passkeys'],
  'unknown-passkey': [404, 'not-found'],
  'last-credential': [409, 'last-way-in'],
  gone: [401, 'no-session'],
} as const;

function answered(reply: FastifyReply, done: Awaited<Changed<CredentialError | 'gone'>>): FastifyReply {
  if (done.ok) return reply.code(204).send();
  if (done.error === 'unavailable') return unavailable(reply);
  const [status, name] = REFUSALS[done.error];
  return refuse(reply, status, { name });
}

/** Sets a first password with a username, or changes the password, which signs other browsers out. */
async function setPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  services: AccountServices,
  { account, person, session, secretHash: replaces }: Caller,
): Promise<FastifyReply> {
  const { repository, people, passwords, signIns, reservedUsernames } = services;
  const username = account.username ?? parseNewUsername(fieldOf(request.body, 'login'));
  if (username === null) return refuse(reply, 422, { name: 'bad-login' });
  const password = parsePassword(fieldOf(request.body, 'password'));
  if (password === null) {
    return refuse(reply, 422, { name: 'bad-password', detail: `at least ${MIN_PASSWORD_LENGTH} characters` });
  }
  if (await isEasyToGuess(password, [username, account.name])) {
    return refuse(reply, 422, { name: 'bad-password', detail: 'easy to guess' });
  }
  // Claiming a username reveals whether it is taken, so it counts as an attempt to sign in, by address: more guests get no more attempts.
  const retryMs = account.username === null ? signIns.take(request.ip) : 0;
  if (retryMs > 0) return tooMany(reply, retryMs);
  const isReserved = account.username === null && (await reservedUsernames.has(username));
  if (isReserved) return refuse(reply, 409, { name: 'login-taken' });
  const hash = await passwords.hash(password);
  if (hash === null) return tooMany(reply, 1000);
  const { token, secretHash } = people.newSecret({ account: person.id, session });
  const renewal = { secretHash, replaces, at: services.now() };
  const done = await repository.setPassword({ account: person.id, session }, { username, hash }, renewal);
  if (done.ok) {
    carry(request, reply, token);
    await rememberDevice(request, reply, services, username);
  }
  return answered(reply, done);
}

/** Replaces the session cookie, so that an earlier copy of it becomes useless. */
function carry(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.header('set-cookie', sessionCookies(token, { secure: isSecure(request) }));
}

async function addPasskey(
  request: FastifyRequest,
  reply: FastifyReply,
  services: AccountServices,
  { person, session, secretHash: replaces }: Caller,
): Promise<FastifyReply> {
  const expected = expectedFrom(request, reply, services, { purpose: 'add-passkey', holder: session });
  if (expected === null) return reply;
  const verified = await verifyNew(fieldOf(request.body, 'passkey'), expected);
  if (!verified.ok) return refuse(reply, 422, { name: 'bad-passkey' });
  const { challenge, value } = verified.value;
  const at = services.now();
  const passkey = { ...value, agent: cutAgent(agentOf(request)), addedAt: at };
  const by = { account: person.id, session };
  const { token, secretHash } = services.people.newSecret(by);
  const extras = { renewal: { secretHash, replaces, at }, spent: spent(challenge, at), most: MAX_PASSKEYS };
  const done = await services.repository.addPasskey(by, passkey, extras);
  if (done.ok) carry(request, reply, token);
  return answered(reply, done);
}
