import { failure, type Result, success } from '@tablier/core';
import type { AppendExtras } from '@tablier/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../http/errors.ts';
import type { Account, AccountEvent } from './account.ts';
import { type AccountServices, expectedFrom } from './account-services.ts';
import { askFor, claimOf, verifyKnown } from './passkeys.ts';
import type { ChangeError, People } from './people.ts';
import { type Asking, askedBy } from './authenticate.ts';
import { fieldOf, tooMany, unavailable } from '../http/request.ts';
import { onceFor, rememberDevice, used } from './sign-in-api.ts';

/** Showing once more who one is, before an account is changed: `POST /api/me/confirm` and its `/options`. */
export function addConfirmApi(app: FastifyInstance, services: AccountServices): void {
  const { people, changes } = services;

  app.post('/api/me/confirm/options', async (request, reply) => {
    const asking = await askedBy(request, reply, people);
    if (asking === null) return reply;
    const expected = expectedFrom(request, reply, services, { purpose: 'confirm', holder: asking.session });
    if (expected === null) return reply;
    const passkeys = [...asking.account.passkeys.values()];
    return askFor(passkeys, expected.site, await services.challenges.issue(expected.scope));
  });

  app.post('/api/me/confirm', async (request, reply) => {
    const asking = await askedBy(request, reply, people);
    if (asking === null) return reply;
    const retryMs = changes.take(asking.person.id);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const data = fieldOf(request.body, 'passkey');
    return data === undefined
      ? confirmByPassword(request, reply, services, asking)
      : confirmByPasskey(request, reply, services, asking);
  });
}

const wrong = (reply: FastifyReply): FastifyReply => refuse(reply, 403, { name: 'wrong-sign-in' });

async function confirmByPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  services: AccountServices,
  asking: Asking,
): Promise<FastifyReply> {
  const password = fieldOf(request.body, 'password');
  const { passwordHash, login } = asking.account;
  if (typeof password !== 'string' || password.length > 1000 || passwordHash === null || login === null) {
    return wrong(reply);
  }
  // A session has tries of its own: what strangers try elsewhere does not keep the owner out.
  const retryMs = services.accounts.take(`session ${asking.session}`);
  if (retryMs > 0) return tooMany(reply, retryMs);
  const typed = password.normalize('NFKC');
  let done = await confirmTyped(services, asking, passwordHash, typed);
  // A sign-in elsewhere may have put a stronger hash in its place.
  if (done === 'changed') {
    const account = await services.people.account(asking.person.id);
    done = await confirmTyped(services, asking, account?.passwordHash ?? null, typed);
  }
  if (done === 'busy') return tooMany(reply, 1000);
  if (typeof done === 'string') return wrong(reply);
  if (done.ok) await rememberDevice(request, reply, services, login);
  return answered(reply, done);
}

async function confirmTyped(
  { people, passwords }: AccountServices,
  asking: Asking,
  passwordHash: string | null,
  typed: string,
): Promise<Confirmed | 'wrong' | 'busy' | 'changed'> {
  const isRight = await passwords.verify(passwordHash, typed);
  if (isRight === null) return 'busy';
  if (!isRight) return 'wrong';
  const done = await confirm(people, asking, (now) => now.passwordHash === passwordHash && []);
  if (done.ok || done.error !== 'wrong-sign-in') return done;
  const now = await people.account(asking.person.id);
  return now !== null && now.passwordHash !== passwordHash ? 'changed' : done;
}

async function confirmByPasskey(
  request: FastifyRequest,
  reply: FastifyReply,
  services: AccountServices,
  asking: Asking,
): Promise<FastifyReply> {
  const data = fieldOf(request.body, 'passkey');
  const passkey = asking.account.passkeys.get(claimOf(data)?.passkey ?? '');
  if (passkey === undefined) return wrong(reply);
  const expected = expectedFrom(request, reply, services, { purpose: 'confirm', holder: asking.session });
  if (expected === null) return reply;
  const verified = await verifyKnown(data, passkey, expected);
  if (!verified.ok) return wrong(reply);
  const { challenge, value: counter } = verified.value;
  const also = ({ passkeys }: Account) => passkeys.has(passkey.id) && used(passkey, counter);
  return answered(reply, await confirm(services.people, asking, also, onceFor(challenge)));
}

type Confirmed = Result<Account, 'wrong-sign-in' | ChangeError>;

/** `also` gives what is noted beside the confirmation, `false` where it does not hold any more. */
function confirm(
  people: People,
  { person, session }: Asking,
  also: (account: Account) => readonly AccountEvent[] | false,
  once?: AppendExtras,
): Promise<Confirmed> {
  const change = (account: Account): Result<readonly AccountEvent[], 'wrong-sign-in'> => {
    const events = also(account);
    if (events === false || !account.sessions.has(session)) return failure('wrong-sign-in');
    return success([...events, { kind: 'session-confirmed', id: session }]);
  };
  return people.change(person.id, change, once);
}

function answered(reply: FastifyReply, done: Confirmed): FastifyReply {
  if (done.ok) return reply.code(204).send();
  return done.error === 'unavailable' ? unavailable(reply) : wrong(reply);
}
