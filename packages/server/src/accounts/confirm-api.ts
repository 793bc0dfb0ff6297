import type { Changed, Gone, ProofError } from '@tablier/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../http/errors.ts';
import { type AccountServices, expectedFrom } from './account-services.ts';
import { askFor, claimOf, verifyKnown } from './passkeys.ts';
import { type Caller, authenticate } from './authenticate.ts';
import { fieldOf, tooMany, unavailable } from '../http/request.ts';
import { rememberDevice, spent } from './sign-in-api.ts';

/** Confirmation of the user's identity before credentials change: `POST /api/me/confirm` and its `/options`. */
export function addConfirmApi(app: FastifyInstance, services: AccountServices): void {
  const { people, changes } = services;

  app.post('/api/me/confirm/options', async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    if (caller === null) return reply;
    const expected = expectedFrom(request, reply, services, { purpose: 'confirm', holder: caller.session });
    if (expected === null) return reply;
    return askFor(caller.account.passkeys, expected.site, await services.challenges.issue(expected.scope));
  });

  app.post('/api/me/confirm', async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    if (caller === null) return reply;
    const retryMs = changes.take(caller.person.id);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const data = fieldOf(request.body, 'passkey');
    return data === undefined
      ? confirmByPassword(request, reply, services, caller)
      : confirmByPasskey(request, reply, services, caller);
  });
}

const wrong = (reply: FastifyReply): FastifyReply => refuse(reply, 403, { name: 'wrong-sign-in' });

async function confirmByPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  services: AccountServices,
  caller: Caller,
): Promise<FastifyReply> {
  const password = fieldOf(request.body, 'password');
  const { passwordHash, username } = caller.account;
  if (typeof password !== 'string' || password.length > 1000 || passwordHash === null || username === null) {
    return wrong(reply);
  }
  // A session has its own limit, so that attempts of strangers do not lock the owner out.
  const retryMs = services.accounts.take(`session ${caller.session}`);
  if (retryMs > 0) return tooMany(reply, retryMs);
  const typed = password.normalize('NFKC');
  let done = await confirmTyped(services, caller, passwordHash, typed);
  // A sign-in in another browser may have replaced the hash by a stronger one.
  if (done === 'changed') {
    const account = await services.people.account(caller.person.id);
    done = await confirmTyped(services, caller, account?.passwordHash ?? null, typed);
  }
  if (done === 'busy') return tooMany(reply, 1000);
  if (typeof done === 'string') return wrong(reply);
  if (done.ok) await rememberDevice(request, reply, services, username);
  return answered(reply, done);
}

async function confirmTyped(
  { repository, passwords, now }: AccountServices,
  { person, session }: Caller,
  hash: string | null,
  typed: string,
): Promise<Confirmed | 'wrong' | 'busy' | 'changed'> {
  const isRight = await passwords.verify(hash, typed);
  if (isRight === null) return 'busy';
  if (!isRight || hash === null) return 'wrong';
  const done = await repository.confirm({ account: person.id, session }, { kind: 'password', hash }, now());
  return !done.ok && done.error === 'proof-changed' ? 'changed' : done;
}

async function confirmByPasskey(
  request: FastifyRequest,
  reply: FastifyReply,
  services: AccountServices,
  caller: Caller,
): Promise<FastifyReply> {
  const data = fieldOf(request.body, 'passkey');
  const claimed = claimOf(data)?.passkey;
  const passkey = caller.account.passkeys.find(({ id }) => id === claimed);
  if (passkey === undefined) return wrong(reply);
  const expected = expectedFrom(request, reply, services, { purpose: 'confirm', holder: caller.session });
  if (expected === null) return reply;
  const verified = await verifyKnown(data, passkey, expected);
  if (!verified.ok) return wrong(reply);
  const { challenge, value: counter } = verified.value;
  const proof = { kind: 'passkey', id: passkey.id, counter, spent: spent(challenge, services.now()) } as const;
  const by = { account: caller.person.id, session: caller.session };
  return answered(reply, await services.repository.confirm(by, proof, services.now()));
}

type Confirmed = Awaited<Changed<Gone | ProofError>>;

function answered(reply: FastifyReply, done: Confirmed): FastifyReply {
  if (done.ok) return reply.code(204).send();
  return done.error === 'unavailable' ? unavailable(reply) : wrong(reply);
}
