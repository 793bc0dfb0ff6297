import { createdToken, newToken, ownTokens } from '@tablier/protocol';
import type * as z from 'zod/mini';
import type { OperationErrorName } from './errors.ts';
import { jsonSchemaOf, refusalsOf } from './openapi.ts';
import { OF_CHANGES } from './operation.ts';

/** The name of the security scheme. */
export const SESSION = 'session';

export const SESSION_SCHEME = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-tablier',
  description: 'The session of a browser; without HTTPS the cookie is `tablier_session`.',
} as const;

interface SessionOperation {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly body?: z.ZodMiniType;
  readonly done: { readonly status: number; readonly answer?: z.ZodMiniType };
  readonly errors: readonly OperationErrorName[];
  /** The parameter of the path, if it has one. */
  readonly parameter?: string;
}

/** What these requests may answer with, as all requests of the page. */
const EVERY = [
  'no-session',
  'banned',
  'unknown-host',
  'too-many',
  'too-many-connections',
  'unavailable',
  'internal',
] as const;

const TOKENS: Readonly<Record<string, Readonly<Record<string, SessionOperation>>>> = {
  '/api/me/tokens': {
    get: {
      id: 'listTokens',
      summary: 'The tokens of the account, without their secrets',
      done: { status: 200, answer: ownTokens },
      errors: EVERY,
    },
    post: {
      id: 'createToken',
      summary: 'A new token. Its secret is only in this answer',
      description:
        'The owner must have signed in or confirmed within five minutes (`confirm-first`). Guests have no tokens (`no-account`).',
      body: newToken,
      done: { status: 201, answer: createdToken },
      errors: [
        ...EVERY,
        ...OF_CHANGES,
        'foreign-origin',
        'bad-request',
        'confirm-first',
        'no-account',
        'too-many-tokens',
        'bad-token-terms',
      ],
    },
  },
  '/api/me/tokens/{token}': {
    delete: {
      id: 'revokeToken',
      summary: 'Revokes a token, and ends its event streams',
      parameter: 'token',
      done: { status: 204 },
      errors: [...EVERY, ...OF_CHANGES, 'foreign-origin', 'not-found'],
    },
  },
};

const json = (schema: object) => ({ 'application/json': { schema } });

/**
 * What the document says about the operations on tokens. They need the session of a browser and accept no token: so no token can create
 * another one with more scopes or a longer life, and a stolen token can neither list nor revoke the others. Their routes are in
 * `tokens-api.ts`.
 */
export const SESSION_PATHS = Object.fromEntries(
  Object.entries(TOKENS).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, declared]) => [method, documented(declared)])),
  ]),
);

function documented({ id, summary, description, body, done, errors, parameter }: SessionOperation) {
  const { status, answer } = done;
  const good = { description: 'Done.', ...(answer !== undefined && { content: json(jsonSchemaOf(answer)) }) };
  return {
    operationId: id,
    tags: ['own'],
    summary,
    ...(description !== undefined && { description }),
    security: [{ [SESSION]: [] }],
    ...(parameter !== undefined && {
      parameters: [{ name: parameter, in: 'path', required: true, schema: { type: 'string' } }],
    }),
    ...(body !== undefined && { requestBody: { required: true, content: json(jsonSchemaOf(body)) } }),
    responses: { [status]: good, ...refusalsOf(errors) },
  };
}
