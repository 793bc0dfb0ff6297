import { type OperationErrorName, statusOf } from '@tablier/protocol/operations';
import { TurnRefused, type Client } from '../lib/fair-queue.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ProtocolError } from '@tablier/protocol';
import { StoreUnavailable } from '@tablier/store';
import { FreshCache } from '../lib/caches.ts';
import { createHash } from 'node:crypto';

/** An error of a request: `{ "error": { "name": "illegal-move", "ply": 7, "detail": "00-02" } }`. */
export interface ApiError {
  readonly name: OperationErrorName | 'not-ready';
  readonly ply?: number;
  readonly detail?: string;
  /** With `unavailable` and every error of status 429: how long to wait before trying again. Milliseconds. */
  readonly retryMs?: number;
}

export function refuse(reply: FastifyReply, status: number, error: ApiError): FastifyReply {
  if (error.retryMs !== undefined) reply.header('retry-after', Math.ceil(error.retryMs / 1000));
  return reply.code(status).send({ error });
}

const BY_STATUS: Readonly<Record<number, ApiError>> = {
  400: { name: 'bad-request' },
  413: { name: 'too-large' },
  415: { name: 'unsupported-media-type', detail: 'send application/json' },
};

const BAD_JSON: ReadonlySet<string> = new Set(['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY']);

/** When a client may retry after too much of its work was waiting. Milliseconds. */
const TURN_RETRY_MS = 1000;
/** When a client may retry after `unavailable`. Milliseconds. */
const RETRY_MS = 5000;

export const answerUnavailable = (reply: FastifyReply): FastifyReply =>
  refuse(reply, 503, { name: 'unavailable', retryMs: RETRY_MS });

/** A bug is logged once with its stack and the request id, and the client gets no details. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) return refused(reply, error.error);
  if (error instanceof StoreUnavailable) {
    request.log.warn({ err: error }, 'request failed: database unavailable');
    return answerUnavailable(reply);
  }
  if (error instanceof TurnRefused) return refuse(reply, 429, { name: 'too-many', retryMs: TURN_RETRY_MS });
  // The plugin of static files refuses paths that no file can have.
  if (error.statusCode === 403 || error.statusCode === 414) return refuse(reply, 404, { name: 'not-found' });
  const status = error.statusCode ?? 500;
  // A SyntaxError without a status was thrown by our own code.
  if (BAD_JSON.has(error.code) || (error instanceof SyntaxError && status === 400))
    return refuse(reply, 400, { name: 'bad-json' });
  const known = status < 500 ? (BY_STATUS[status] ?? BY_STATUS[400]) : undefined;
  if (known !== undefined) return refuse(reply, status, known);
  request.log.error({ err: error }, 'request failed: bug');
  return refuse(reply, 500, { name: 'internal' });
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = request.server.knownRoutes?.methodsAt(request.url.split('?')[0] ?? '') ?? [];
  // With the right method a part of the path was too long.
  if (methods.length === 0 || methods.includes(request.method)) return refuse(reply, 404, { name: 'not-found' });
  const allowed = [...new Set(methods)].toSorted().join(', ');
  return refuse(reply.header('allow', allowed), 405, { name: 'wrong-method', detail: allowed });
}

export type OperationError = ApiError | ProtocolError;

export function refused(reply: FastifyReply, error: OperationError): FastifyReply {
  return refuse(reply, statusOf(error.name), error as ApiError);
}

/** Why a request is not done. Thrown anywhere on its way; the client gets it with the status of its name. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly error: OperationError;

  constructor(error: OperationError) {
    super(error.name);
    this.error = error;
  }
}

/** Refuses a request that must wait. `retryMs`: what a rate limiter returned, 0 for no wait. Milliseconds. */
export function checkLimit(retryMs: number): void {
  if (retryMs > 0) throw new Refusal({ name: 'too-many', retryMs });
}

/** The client of a request, for work that ends when it leaves. `person`: an id, or the address. */
export function clientOf({ ip }: FastifyRequest, { raw }: FastifyReply, person: string): Client {
  const leaving = new AbortController();
  if (raw.destroyed) leaving.abort();
  raw.once('close', () => leaving.abort());
  return { address: ip, person, left: leaving.signal };
}

/** Whether the client used HTTPS. Headers of untrusted proxies were removed before. */
export const isSecure = ({ headers }: FastifyRequest): boolean => headers['x-forwarded-proto'] === 'https';

export const agentOf = ({ headers }: FastifyRequest): string => headers['user-agent'] ?? '';

export const isCached = ({ headers }: FastifyRequest, etag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === etag);

export const etagOf = (text: string): string => `"${createHash('sha256').update(text).digest('base64url')}"`;

interface Shared {
  readonly text: string;
  readonly etag: string;
}

function sharedOf(body: unknown): Shared {
  const text = JSON.stringify(body);
  return { text, etag: etagOf(text) };
}

/**
 * Answers with JSON that is the same for everyone, so that caches in between may keep it. `seconds`: how long it is fresh. A cache may
 * serve the old answer for the same time again while it requests a newer one. The answer to a token says what is left of its limit, so it
 * is not for others: then this is `body`.
 */
export const answerShared = (request: FastifyRequest, reply: FastifyReply, body: unknown, seconds: number): unknown =>
  request.headers.authorization === undefined ? sendShared(request, reply, sharedOf(body), seconds) : body;

function sendShared(request: FastifyRequest, reply: FastifyReply, { text, etag }: Shared, seconds: number): unknown {
  reply.headers({ 'cache-control': `public, max-age=${seconds}, stale-while-revalidate=${seconds}`, etag });
  if (isCached(request, etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}

/** The most addresses whose answers are kept. */
const MAX_SNAPSHOTS = 500;

/** Answers for all who only look. Each is made and written once in so many seconds, however many ask, and shared with caches in between. */
export function createSnapshots(seconds: number, now: () => number) {
  const all = new FreshCache<Shared | null>({ freshMs: seconds * 1000, most: MAX_SNAPSHOTS, now });
  /** Who is known gets an answer of their own: it may be about them, and shows what they have just changed. */
  return async ({ caller, request, reply }: SnapshotRequest, make: () => Promise<unknown>): Promise<unknown> => {
    reply.header('vary', 'Cookie, Authorization');
    if (caller !== null) return make();
    const made = await all.get(request.url, async () => {
      const body = await make();
      return body === null ? null : sharedOf(body);
    });
    return made && sendShared(request, reply, made, seconds);
  };
}

interface SnapshotRequest {
  readonly caller: object | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** More than `limit` levels of objects and arrays? Goes level by level, so deep data uses no stack. */
export function isDeeperThan(data: unknown, limit: number): boolean {
  let level = [data];
  for (let depth = 0; depth <= limit; depth++) {
    level = level.flatMap(valuesOf);
    if (level.length === 0) return false;
  }
  return true;
}

const valuesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value as Readonly<Record<string, unknown>>) : [];
