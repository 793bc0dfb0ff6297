import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hideIds } from '../lib/log.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { tooMany } from './request.ts';

const API = '/api/';

/** The route counts too, because its path can be written in several ways, such as `/%61pi` or with the host in front. */
const isApi = ({ routeOptions, url }: FastifyRequest): boolean =>
  url.startsWith(API) || routeOptions.url?.startsWith(API) === true;

interface ApiRequestsDeps {
  readonly requests: RateLimiter;
  /** Resolves when what people have seen happen can be read. */
  readonly archived: () => Promise<void>;
}

/**
 * What all requests below `/api` have in common: the limit of their address, a line in the log, and no cache unless the answer says so. Who
 * has seen the end of a match finds it in every answer.
 */
export function addApiRequests(app: FastifyInstance, { requests, archived }: ApiRequestsDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isApi(request)) return;
    reply.header('cache-control', 'no-store');
    const retryMs = requests.take(request.ip);
    if (retryMs > 0) return tooMany(reply, retryMs);
    if (request.method === 'GET') await archived();
  });
  app.addHook('onResponse', async (request, reply) => {
    if (!isApi(request)) return;
    const { method, url, routeOptions } = request;
    // Query strings may contain secrets, and so may table ids.
    const path = url.startsWith(API) ? hideIds(url.split('?')[0] ?? '') : routeOptions.url;
    request.log.info({ method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
  });
}
