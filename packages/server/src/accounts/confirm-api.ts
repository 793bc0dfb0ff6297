import type { Proof } from '@tablier/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../http/errors.ts';
import { type AccountServices, expectedFrom } from './account-services.ts';
import { askFor, claimOf, verifyKnown } from './passkeys.ts';
import { type Asking, askedBy } from './authenticate.ts';
import { fieldOf, tooMany, unavailable } from '../http/request.ts';
import { rememberDevice, spent } from './sign-in-api.ts';

/** Showing once more who one is, before an account is changed: `POST /api/me/confirm` and its `/options`. */
export function addConfirmApi(app: FastifyInstance, services: AccountServices): void {
  const { people, changes } = services;

  app.post('/api/me/confirm/options', async (request, reply) => {
    const asking = await askedBy(request, reply, people);
    if (asking === null) return reply;
    const expected = expectedFrom(request, reply, services, { purpose: 'confirm', holder: asking.session });
    if (expected === null) return reply;
    return askFor(asking.account.passkeys, expected.site, await services.challenges.issue(expected.scope));
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
  const { passwordHash, username: login } = asking.account;
  if (typeof password !== 'string' || password.length > 1000 || passwordHash === null || login === null) {
    return wrong(reply);
  }
  // A session has tries of its own: what strangers try elsewhere does not keep the owner out.
  const retryMs = services.accounts.take(`session ${asking.session}`);
  if (retryMs > 0) return tooMany(reply, retryMs);
  const isRight = await services.passwords.verify(passwordHash, password.normalize('NFKC'));
  if (isRight === null) return tooMany(reply, 1000);
  if (!isRight) return wrong(reply);
  await rememberDevice(request, reply, services, login);
  return confirmed(reply, services, asking, { kind: 'password', hash: passwordHash });
}

async function confirmByPasskey(
  request: FastifyRequest,
  reply: FastifyReply,
  services: AccountServices,
  asking: Asking,
): Promise<FastifyReply> {
  const data = fieldOf(request.body, 'passkey');
  const claimed = claimOf(data)?.passkey;
  const passkey = asking.account.passkeys.find(({ id }) => id === claimed);
  if (passkey === undefined) return wrong(reply);
  const expected = expectedFrom(request, reply, services, { purpose: 'confirm', holder: asking.session });
  if (expected === null) return reply;
  const verified = await verifyKnown(data, passkey, expected);
  if (!verified.ok) return wrong(reply);
  const { challenge, value: counter } = verified.value;
  const proof = { kind: 'passkey', id: passkey.id, counter, spent: spent(challenge, services.now()) } as const;
  return confirmed(reply, services, asking, proof);
}

async function confirmed(
  reply: FastifyReply,
  { repository, now }: AccountServices,
  { person, session }: Asking,
  proof: Proof,
): Promise<FastifyReply> {
  const done = await repository.confirm({ account: person.id, session }, proof, now());
  if (done.ok) return reply.code(204).send();
  return done.error === 'unavailable' ? unavailable(reply) : wrong(reply);
}
