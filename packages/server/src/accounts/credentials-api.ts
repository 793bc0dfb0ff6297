import { failure, type Result, success } from '@tablier/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../http/errors.ts';
import { type Account, type AccountEvent, passkeyName, waysIn } from './account.ts';
import { type AccountServices, expectedFrom, mustConfirm } from './account-services.ts';
import { isEasyToGuess } from './common-passwords.ts';
import { parseNewLogin, parsePassword, SHORTEST_PASSWORD } from './usernames.ts';
import { askForNew, verifyNew } from './passkeys.ts';
import { type ChangeError, cutAgent } from './people.ts';
import { sessionCookies } from './cookies.ts';
import { type Asking, askedBy } from './authenticate.ts';
import { agentOf, fieldOf, isSecure, tooMany, unavailable } from '../http/request.ts';
import { onceFor, rememberDevice } from './sign-in-api.ts';

/** Passkeys of one person. */
const MOST_PASSKEYS = 20;
/** Where a person has asked for too many names. Milliseconds. */
const FULL_RETRY = 86_400_000;

/** How an account is kept: `POST /api/me/password`, `POST /api/me/passkeys` and its `/options`, `DELETE /api/me/passkeys/:id`. */
export function addCredentialsApi(app: FastifyInstance, services: AccountServices): void {
  /** Who may change how he is known now; `null` for who may not, and has been told why. */
  const owner = async (request: FastifyRequest, reply: FastifyReply): Promise<Asking | null> => {
    const asking = await askedBy(request, reply, services.people);
    if (asking === null) return null;
    const retryMs = services.changes.take(asking.person.id);
    if (retryMs > 0) tooMany(reply, retryMs);
    else if (mustConfirm(asking, services.now())) refuse(reply, 403, { name: 'confirm-first' });
    else return asking;
    return null;
  };

  app.post('/api/me/password', async (request, reply) => {
    const asking = await owner(request, reply);
    return asking === null ? reply : setPassword(request, reply, services, asking);
  });

  app.post('/api/me/passkeys/options', async (request, reply) => {
    const asking = await owner(request, reply);
    if (asking === null) return reply;
    const { person, session, account } = asking;
    const expected = expectedFrom(request, reply, services, { purpose: 'add-passkey', holder: session });
    if (expected === null) return reply;
    return askForNew(person, account, expected.site, await services.challenges.issue(expected.scope));
  });

  app.post('/api/me/passkeys', async (request, reply) => {
    const asking = await owner(request, reply);
    return asking === null ? reply : addPasskey(request, reply, services, asking);
  });

  app.delete<{ Params: { id: string }; Querystring: { last?: string } }>(
    '/api/me/passkeys/:id',
    async (request, reply) => {
      const asking = await owner(request, reply);
      if (asking === null) return reply;
      const { id } = request.params;
      const isMeant = request.query.last === 'yes';
      const remove = (account: Account): Result<readonly AccountEvent[], 'not-found' | 'last-way-in'> => {
        const key = [...account.passkeys.keys()].find((each) => passkeyName(each) === id);
        if (key === undefined) return failure('not-found');
        if (waysIn(account) === 1 && !isMeant) return failure('last-way-in');
        return success([{ kind: 'passkey-removed', id: key }]);
      };
      return answered(reply, await services.people.change(asking.person.id, remove));
    },
  );
}

type WayInError = 'login-taken' | 'bad-passkey' | 'not-found' | 'last-way-in' | 'too-many-passkeys';

const STATUS: Readonly<Record<WayInError, number>> = {
  'login-taken': 409,
  'last-way-in': 409,
  'too-many-passkeys': 409,
  'bad-passkey': 422,
  'not-found': 404,
};

function answered(reply: FastifyReply, done: Result<Account, WayInError | ChangeError>): FastifyReply {
  if (done.ok) return reply.code(204).send();
  const { error } = done;
  if (error === 'unavailable') return unavailable(reply);
  if (error === 'gone') return refuse(reply, 401, { name: 'no-session' });
  const name = error === 'done-before' ? 'bad-passkey' : error;
  return refuse(reply, STATUS[name], { name });
}

/** Sets a first password, under a name to sign in with, or another one: other browsers are signed out then. */
async function setPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  services: AccountServices,
  { account, person, session }: Asking,
): Promise<FastifyReply> {
  const { people, logins, passwords, signIns, traces } = services;
  const login = account.login ?? parseNewLogin(fieldOf(request.body, 'login'));
  if (login === null) return refuse(reply, 422, { name: 'bad-login' });
  const password = parsePassword(fieldOf(request.body, 'password'));
  if (password === null) {
    return refuse(reply, 422, { name: 'bad-password', detail: `at least ${SHORTEST_PASSWORD} characters` });
  }
  if (await isEasyToGuess(password, [login, account.name])) {
    return refuse(reply, 422, { name: 'bad-password', detail: 'easy to guess' });
  }
  // Whoever asks for a name is told whether somebody has it: that is as much as a try to sign in tells, and more guests do not get more of it.
  const retryMs = account.login === null ? signIns.take(request.ip) : 0;
  if (retryMs > 0) return tooMany(reply, retryMs);
  // Before the name is taken: nobody else could have it if this came to nothing.
  const hash = await passwords.hash(password);
  if (hash === null) return tooMany(reply, 1000);
  // Before it is claimed, so that deletion finds it whatever happens in between.
  const noted = account.login === null ? await traces.note(person.id, { kind: 'claimed', login }) : 'noted';
  if (noted === 'full') return tooMany(reply, FULL_RETRY);
  const claimed = await logins.claim(login, person.id);
  if (claimed === 'unavailable') return unavailable(reply);
  if (claimed === 'taken') return answered(reply, failure('login-taken'));
  const set = (now: Account): Result<readonly AccountEvent[], WayInError | 'gone'> => {
    if (!now.sessions.has(session)) return failure('gone');
    if (now.login !== null && now.login !== login) return failure('login-taken');
    const others = now.passwordHash === null ? [] : [...now.sessions.keys()].filter((id) => id !== session);
    return success([
      { kind: 'password-set', login, hash },
      { kind: 'session-confirmed', id: session },
      renewed.event,
      ...others.map((id) => ({ kind: 'session-closed', id }) as const),
    ]);
  };
  const renewed = people.renewed(person.id, session);
  const done = await people.change(person.id, set);
  // The account has another name, and always will: this one is nobody's again.
  if (!done.ok && done.error === 'login-taken') await logins.release(login, person.id);
  if (done.ok) {
    carry(request, reply, renewed.token);
    await rememberDevice(request, reply, services, login);
  }
  return answered(reply, done);
}

/** Whoever copied the cookie before has no part in what was gained now. */
function carry(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.header('set-cookie', sessionCookies(token, { secure: isSecure(request) }));
}

async function addPasskey(
  request: FastifyRequest,
  reply: FastifyReply,
  services: AccountServices,
  { person, session }: Asking,
): Promise<FastifyReply> {
  const expected = expectedFrom(request, reply, services, { purpose: 'add-passkey', holder: session });
  if (expected === null) return reply;
  const verified = await verifyNew(fieldOf(request.body, 'passkey'), expected);
  if (!verified.ok) return answered(reply, verified);
  const { challenge, value } = verified.value;
  const passkey = { ...value, agent: cutAgent(agentOf(request)) };
  const add = ({ passkeys, sessions }: Account): Result<readonly AccountEvent[], WayInError | 'gone'> => {
    if (!sessions.has(session)) return failure('gone');
    if (passkeys.has(passkey.id)) return failure('bad-passkey');
    if (passkeys.size >= MOST_PASSKEYS) return failure('too-many-passkeys');
    return success([{ kind: 'passkey-added', passkey }, { kind: 'session-confirmed', id: session }, renewed.event]);
  };
  const renewed = services.people.renewed(person.id, session);
  const done = await services.people.change(person.id, add, onceFor(challenge));
  if (done.ok) carry(request, reply, renewed.token);
  return answered(reply, done);
}
