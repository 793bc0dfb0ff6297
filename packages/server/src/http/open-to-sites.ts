import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * What pages of every site may request. These addresses know a caller by a token and never by a cookie, so another site's page can do
 * no more in a browser than any program can.
 */
const OPEN = /^\/(?:api\/v1\/|api\/openapi\.json|api\/oembed\b|archives\/)/;

const HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'etag, ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id',
  'cross-origin-resource-policy': 'cross-origin',
};

/** What a page asks before a request with a token or JSON. Browsers keep the answer for at most this long. Seconds. */
const PREFLIGHT: Readonly<Record<string, string | number>> = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, if-none-match, last-event-id',
  'access-control-max-age': 7200,
};

/** Whether pages of every site may make this request (CORS). Adds the headers that say so. */
export function opensToSites({ url }: FastifyRequest, reply: FastifyReply): boolean {
  const isOpen = OPEN.test(url);
  if (isOpen) reply.headers(HEADERS);
  return isOpen;
}

/** Whether a browser asks if it may make a request. */
export const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

export const answerPreflight = (reply: FastifyReply): FastifyReply => reply.headers(PREFLIGHT).code(204).send();
