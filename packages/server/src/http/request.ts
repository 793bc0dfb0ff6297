import type { FastifyReply, FastifyRequest } from 'fastify';
import { FreshCache } from '../lib/caches.ts';
import type { Client } from '../lib/fair-queue.ts';
import { createHash } from 'node:crypto';

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
export class Snapshots {
  readonly #seconds: number;
  readonly #made: FreshCache<Shared | null>;

  constructor(seconds: number, now: () => number) {
    this.#seconds = seconds;
    this.#made = new FreshCache({ freshMs: seconds * 1000, most: MAX_SNAPSHOTS, now });
  }

  /** Who is known gets an answer of their own: it may be about them, and shows what they have just changed. */
  async answer({ caller, request, reply }: SnapshotRequest, make: () => Promise<unknown>): Promise<unknown> {
    reply.header('vary', 'Cookie, Authorization');
    if (caller !== null) return make();
    const made = await this.#made.get(request.url, async () => {
      const body = await make();
      return body === null ? null : sharedOf(body);
    });
    return made && sendShared(request, reply, made, this.#seconds);
  }
}

interface SnapshotRequest {
  readonly caller: object | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
