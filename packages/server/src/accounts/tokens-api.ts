import { MAX_TOKENS, newToken, parseLine } from '@tablier/protocol';
import type { TokenRepository } from '@tablier/store';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuse } from '../http/errors.ts';
import { tooMany, unavailable } from '../http/request.ts';
import { type AccountServices, mustConfirm } from './account-services.ts';
import { authenticate } from './authenticate.ts';
import type { Tokens } from './tokens.ts';

/** The longest label of a token, in characters. */
const MAX_LABEL = 40;
const MAX_BODY = 1024;

interface TokensApiDeps extends Pick<AccountServices, 'people' | 'changes' | 'now'> {
  readonly tokens: Tokens;
  readonly repository: TokenRepository;
}

/** The tokens of the signed-in person: `GET` and `POST /api/me/tokens`, `DELETE /api/me/tokens/:id`. A token itself may not use them. */
export function addTokensApi(app: FastifyInstance, { people, changes, now, tokens, repository }: TokensApiDeps): void {
  app.get('/api/me/tokens', async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    return caller === null ? reply : { tokens: await tokens.of(caller.person.id) };
  });

  app.post('/api/me/tokens', { bodyLimit: MAX_BODY }, async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    if (caller === null) return reply;
    const wanted = newToken.safeParse(request.body);
    const label = wanted.success ? parseLine(wanted.data.label, MAX_LABEL) : null;
    if (!wanted.success || label === null) {
      const detail = wanted.error?.issues[0]?.path.join('.') ?? 'label';
      return refuse(reply, 422, { name: 'bad-token-terms', detail });
    }
    const retryMs = changes.take(caller.person.id);
    if (retryMs > 0) return tooMany(reply, retryMs);
    if (mustConfirm(caller, now())) return refuse(reply, 403, { name: 'confirm-first' });
    const by = { account: caller.person.id, session: caller.session };
    const created = await tokens.create(by, { ...wanted.data, label }, MAX_TOKENS);
    return created.ok ? reply.code(201).send(created.value) : refuseCreation(reply, created.error);
  });

  app.delete<{ Params: { id: string } }>('/api/me/tokens/:id', async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    if (caller === null) return reply;
    const revoked = await repository.revoke(caller.person.id, request.params.id);
    if (revoked.ok) return reply.code(204).send();
    return revoked.error === 'unavailable' ? unavailable(reply) : refuse(reply, 404, { name: 'not-found' });
  });
}

function refuseCreation(
  reply: FastifyReply,
  error: 'gone' | 'guest' | 'too-many-tokens' | 'unavailable',
): FastifyReply {
  if (error === 'unavailable') return unavailable(reply);
  if (error === 'guest') return refuse(reply, 403, { name: 'no-account' });
  return error === 'gone' ? refuse(reply, 401, { name: 'no-session' }) : refuse(reply, 409, { name: error });
}
