import { TOKEN_SCOPES } from '@tablier/protocol';
import { answerTo, siteOf } from '@tablier/protocol/authorization';
import { AUTHORIZATIONS } from '@tablier/protocol/operations';
import { formatRoute } from '@tablier/protocol/routes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mustConfirm } from '../accounts/account-services.ts';
import { implement, type Operation } from './operation.ts';
import type { Services } from './services.ts';

export const authorizationOperations = ({ accounts: { authorizations, now }, hosts }: Services): readonly Operation[] =>
  implement(AUTHORIZATIONS, {
    'POST /api/me/authorizations': async ({ caller, body, request, refuse }) => {
      if (siteOf(body.redirect_uri) === null) return refuse({ name: 'bad-address' });
      if (mustConfirm(caller, now())) return refuse({ name: 'confirm-first' });
      const answer = await authorizations.allow({ account: caller.person.id, session: caller.session }, body);
      return { location: answerTo(body, hosts.originOf(request.headers) ?? '', answer) };
    },
  });

const TOKEN = '/api/oauth/token';
const REVOKE = '/api/oauth/revoke';
/** The names in a code and its answer are short; a code carries the address of its answer. Bytes. */
const MAX_FORM = 4096;

/** The scopes of tokens are those of OAuth, too. */
export const OAUTH_FLOW = {
  authorizationUrl: formatRoute({ page: 'authorize' }),
  tokenUrl: TOKEN,
  scopes: { read: 'Your own tables and views.', play: 'Commands in your name.', bot: 'The same, as a program.' },
};

type Form = FastifyRequest<{ Body: Readonly<Record<string, string>> }>;

/** What programs need for OAuth: where it is (RFC 8414), a token for a code (RFC 6749), and its end (RFC 7009). */
export function addOAuthApi(app: FastifyInstance, { context, accounts, hosts }: Services): void {
  const { authorizations, tokens } = accounts;
  app.get('/.well-known/oauth-authorization-server', (request) => {
    const issuer = hosts.originOf(request.headers) ?? '';
    return {
      issuer,
      authorization_endpoint: `${issuer}${OAUTH_FLOW.authorizationUrl}`,
      token_endpoint: `${issuer}${TOKEN}`,
      revocation_endpoint: `${issuer}${REVOKE}`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      scopes_supported: TOKEN_SCOPES,
      authorization_response_iss_parameter_supported: true,
    };
  });
  app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    );
    forms.post(TOKEN, async ({ body }: Form, reply) => {
      const { status, body: answer } = await authorizations.exchange(body);
      return reply.code(status).send(answer);
    });
    forms.post(REVOKE, async ({ body }: Form, reply) => {
      const found = await tokens.find(body['token'] ?? '');
      if (found !== null) await context.store.tokens.revoke(found.person.id, found.token);
      return reply.send({});
    });
  });
}
