import type { FastifyInstance } from 'fastify';
import { answerUnavailable, refuse } from './errors.ts';
import type { Hosts } from './hosts.ts';
import type { Metrics } from '../lib/metrics.ts';
import { type OpenConnections, TOO_MANY_CONNECTIONS } from './open-connections.ts';
import { answerPreflight, isPreflight, opensToSites } from './open-to-sites.ts';
import type { Proxies } from './proxies.ts';
import type { Readiness } from './readiness.ts';

interface RequestGuardDeps {
  readonly connections: OpenConnections;
  readonly hosts: Hosts;
  readonly proxies: Proxies;
  readonly readiness: Readiness;
  readonly metrics: Metrics;
}

/** Health checks are answered under any host name, because they reveal nothing. */
const PROBES: ReadonlySet<string> = new Set(['/api/health', '/api/ready']);
/** Files of the page. They need no data, and a page that is open loads them as long as there is a server. */
const FILES = '/assets/';

/** Checks that run before everything else: limits of held connections, the host name, the shutdown. */
export function addRequestGuards(
  app: FastifyInstance,
  { connections, hosts, proxies, readiness, metrics }: RequestGuardDeps,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw, headers, method, id } = request;
    reply.header('x-request-id', id);
    const release = connections.isRefused(raw.socket) ? null : connections.enter(raw, request.ip, proxies);
    if (release === null) return refuse(reply.header('connection', 'close'), 429, TOO_MANY_CONNECTIONS);
    reply.raw.once('close', release);
    if (PROBES.has(request.url)) return;
    if (readiness.isClosing && !request.url.startsWith(FILES))
      return answerUnavailable(reply.header('connection', 'close'));
    if (!hosts.isKnown(headers)) return refuse(reply, 421, { name: 'unknown-host', detail: hosts.hint });
    const isOpen = opensToSites(request, reply);
    if (isOpen && isPreflight(request)) return answerPreflight(reply);
    const changes = method !== 'GET' && method !== 'HEAD';
    if (changes && !isOpen && !hosts.isOwnPage(headers)) return refuse(reply, 403, { name: 'foreign-origin' });
  });
  app.addHook('onResponse', async (_request, reply) => metrics.requests.inc({ status: reply.statusCode }));
}
