import type { RecordError } from '@tablier/core';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** An error as the API tells it: `{ "error": { "name": "illegal-move", "ply": 7, "detail": "00-02" } }`. */
export interface ApiError {
  readonly name: RecordError['name'] | RequestErrorName;
  readonly ply?: number;
  readonly detail?: string;
  /** With `too-many`: after so many milliseconds it may be tried again. */
  readonly retryMs?: number;
}

type RequestErrorName =
  | 'bad-request'
  | 'bad-limit'
  | 'bad-name'
  | 'no-session'
  | 'foreign-origin'
  | 'too-many'
  | 'wrong-sign-in'
  | 'confirm-first'
  | 'bad-login'
  | 'bad-password'
  | 'bad-passkey'
  | 'no-passkeys-here'
  | 'login-taken'
  | 'last-way-in'
  | 'too-many-passkeys'
  | 'unavailable'
  | 'not-found'
  | 'not-over'
  | 'too-large'
  | 'unsupported-media-type'
  | 'internal';

/** Ends a request with an error that the client made. */
export function refuse(reply: FastifyReply, status: number, error: ApiError): FastifyReply {
  return reply.code(status).send({ error });
}

/** What Fastify refuses before a handler sees it, by status. */
const BY_STATUS: Readonly<Record<number, ApiError>> = {
  400: { name: 'bad-request' },
  413: { name: 'too-large' },
  415: { name: 'unsupported-media-type', detail: 'send application/json' },
};

const BAD_JSON: ReadonlySet<string> = new Set(['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY']);

/** Client errors get a name; anything else is a bug: it is logged whole, and the client learns nothing of it. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (BAD_JSON.has(error.code) || error instanceof SyntaxError) return refuse(reply, 400, { name: 'bad-json' });
  const status = error.statusCode ?? 500;
  const known = status < 500 ? (BY_STATUS[status] ?? BY_STATUS[400]) : undefined;
  if (known !== undefined) return refuse(reply, status, known);
  request.log.error(error);
  return refuse(reply, 500, { name: 'internal' });
}

export function answerNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return refuse(reply, 404, { name: 'not-found' });
}
