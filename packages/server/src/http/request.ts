import { type OperationErrorName, statusOf } from '@tablier/protocol/operations';
import { TurnRefused, type Client } from '../lib/fair-queue.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProtocolError } from '@tablier/protocol';
import { StoreUnavailable } from '@tablier/store';
import { BoundedMap } from '../lib/caches.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

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

export const isCached = ({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === etag);

export const etagOf = (text: string): string => `"${createHash('sha256').update(text).digest('base64url')}"`;

/** Between the size and the time: 15 kB become 4 kB in less than a millisecond, in a thread of its own. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export const ENCODERS = {
  br: (text: string): Promise<Buffer> => promisify(brotliCompress)(text, BROTLI),
  gzip: (text: string): Promise<Buffer> => promisify(gzip)(text),
} as const;

type Encoding = keyof typeof ENCODERS;

export function encodingFor({ headers }: Pick<FastifyRequest, 'headers'>): Encoding | null {
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => !/;\s*q=0(?:\.0*)?$/.test(each))
    .map((each) => each.split(';')[0]);
  return (['br', 'gzip'] as const).find((each) => accepted.includes(each)) ?? null;
}

/** Shorter texts fit into one packet. Characters. */
const WORTH_COMPRESSING = 1000;

interface Shared {
  readonly text: string;
  readonly etag: string;
  /** Each made when it is first sent; absent for a text that is made for one request, which is not compressed. */
  readonly compressed?: Map<Encoding, Buffer | Promise<Buffer>>;
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

export type FileRequest = FastifyRequest<{ Params: { id: string } }>;

interface ServedText {
  readonly limiter: RateLimiter;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Serves a text that is made for each request; `textFor` returns `null` if there is none. */
export function serveText(
  app: FastifyInstance,
  path: string,
  { limiter, type, headers }: ServedText,
  textFor: (request: FileRequest) => Promise<string | null> | string | null,
): void {
  app.get(path, async (request: FileRequest, reply) => {
    checkLimit(limiter.take(request.ip));
    const text = await textFor(request);
    if (text === null) return refuse(reply, 404, { name: 'not-found' });
    return reply.headers(headers).type(`${type}; charset=utf-8`).send(text);
  });
}

/** A weak tag is the same however the answer is compressed. */
const sharedHeaders = ({ etag, compressed }: Shared, seconds: number) => ({
  'cache-control': `public, max-age=${seconds}, stale-while-revalidate=${seconds}`,
  etag: compressed === undefined ? etag : `W/${etag}`,
});

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** The answer to a request, and its headers. A compressed one is made when it is first wanted, and kept. */
function bodyFor(request: Pick<FastifyRequest, 'headers'>, { text, compressed }: Shared) {
  const encoding = compressed === undefined || text.length < WORTH_COMPRESSING ? null : encodingFor(request);
  if (compressed === undefined || encoding === null) return { body: text, headers: JSON_TYPE };
  const body = compressed.get(encoding) ?? ENCODERS[encoding](text);
  compressed.set(encoding, body);
  if (!Buffer.isBuffer(body)) body.then((bytes) => compressed.set(encoding, bytes)).catch(() => undefined);
  return { body, headers: { ...JSON_TYPE, 'content-encoding': encoding } };
}

async function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  shared: Shared,
  seconds: number,
): Promise<unknown> {
  reply.headers(sharedHeaders(shared, seconds));
  if (isCached(request, shared.etag)) return reply.code(304).send();
  const { body, headers } = bodyFor(request, shared);
  return reply.headers(headers).send(await body);
}

/** The most addresses whose answers are kept. */
const MAX_SNAPSHOTS = 500;
/** So many requests a second do not slow an answer down; twice as many make it fresh for twice as long. */
const UNHURRIED = 1250;
/** The longest that an answer is fresh. Seconds. */
const MAX_SECONDS = 60;

const UNCHANGED = { body: null, headers: {} };
const VARY = 'Cookie, Authorization, Accept-Encoding';

interface Snapshot {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly seconds: number;
  readonly made: Promise<Shared | null>;
  shared: Shared | null;
  asked: number;
}

interface SnapshotOptions {
  /** Of what `answerKnown` sends. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly unhurried?: number;
}

/**
 * Answers for all who only look. Each is made, written and compressed once in so many seconds, however many ask, and shared with caches in
 * between. Who asks again when it is no longer fresh asks less often when many do.
 */
export class Snapshots {
  readonly #seconds: number;
  readonly #now: () => number;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #unhurried: number;
  readonly #kept = new BoundedMap<string, Snapshot>(MAX_SNAPSHOTS);

  constructor(seconds: number, now: () => number, { headers = {}, unhurried = UNHURRIED }: SnapshotOptions = {}) {
    this.#seconds = seconds;
    this.#now = now;
    this.#headers = { ...headers, vary: VARY };
    this.#unhurried = unhurried;
  }

  /** Who is known gets an answer of their own: it may be about them, and shows what they have just changed. */
  async answer({ caller, request, reply }: SnapshotRequest, make: () => Promise<unknown>): Promise<unknown> {
    reply.header('vary', VARY);
    if (caller !== null) return make();
    const { made, seconds } = this.#fresh(request.url, make);
    const shared = await made;
    return shared && sendShared(request, reply, shared, seconds);
  }

  /**
   * Answers at once what is known, fresh and public, without the work that a request otherwise is. Returns the status; `null` if it must be
   * answered as any other.
   */
  answerKnown(request: IncomingMessage, response: ServerResponse): number | null {
    const known = request.method === 'GET' ? this.#freshAt(request.url ?? '') : null;
    const shared = known?.shared ?? null;
    if (known === null || shared === null) return null;
    const common = { ...this.#headers, ...sharedHeaders(shared, known.seconds) };
    const { body, headers } = isCached(request, shared.etag) ? UNCHANGED : bodyFor(request, shared);
    if (body instanceof Promise) return null;
    known.asked++;
    if (body === null) response.writeHead(304, common).end();
    else response.writeHead(200, { ...common, ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    return response.statusCode;
  }

  #freshAt(url: string): Snapshot | null {
    const [now, known] = [this.#now(), this.#kept.get(url)];
    return known !== undefined && now >= known.at && now < known.at + known.seconds * 1000 ? known : null;
  }

  #fresh(url: string, make: () => Promise<unknown>): Snapshot {
    const known = this.#freshAt(url);
    if (known !== null) {
      known.asked++;
      return known;
    }
    const made = make().then((body) => (body === null ? null : { ...sharedOf(body), compressed: new Map() }));
    const fresh: Snapshot = { at: this.#now(), seconds: this.#nextSeconds(url), made, shared: null, asked: 1 };
    this.#kept.set(url, fresh);
    made.then(
      (shared) => (fresh.shared = shared),
      () => this.#kept.get(url) === fresh && this.#kept.delete(url),
    );
    return fresh;
  }

  /** Each reader asks once in the time for which the last answer was fresh. */
  #nextSeconds(url: string): number {
    const last = this.#kept.get(url);
    const readers = last === undefined ? 0 : (last.asked * last.seconds * 1000) / Math.max(1, this.#now() - last.at);
    return Math.min(MAX_SECONDS, Math.max(this.#seconds, Math.ceil(readers / this.#unhurried)));
  }
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
