import type { FastifyReply, FastifyRequest } from 'fastify';
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

/**
 * Answers with JSON that is the same for everyone, so that caches in between may keep it. `seconds`: how long it is fresh. A cache may
 * serve the old answer for the same time again while it requests a newer one. The answer to a token says what is left of its limit, so it
 * is not for others: then this is `body`.
 */
export function answerShared(request: FastifyRequest, reply: FastifyReply, body: unknown, seconds: number): unknown {
  if (request.headers.authorization !== undefined) return body;
  const text = JSON.stringify(body);
  const etag = etagOf(text);
  reply.headers({ 'cache-control': `public, max-age=${seconds}, stale-while-revalidate=${seconds}`, etag });
  if (isCached(request, etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}
