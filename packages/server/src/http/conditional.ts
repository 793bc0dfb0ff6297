import type { FastifyRequest } from 'fastify';

/** Whether the client has what this tag stands for. Proxies that compress an answer make its tag a weak one. */
export const isCached = ({ headers }: FastifyRequest, etag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
