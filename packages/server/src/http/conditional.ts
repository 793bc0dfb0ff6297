import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether the client has the content with this tag. Proxies that compress an answer make its tag a weak one. */
export const isCached = ({ headers }: FastifyRequest, etag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === etag);

/** A tag for some text. */
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
