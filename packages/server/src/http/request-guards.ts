import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ApiError, answerUnavailable, checkLimit, refuse } from './request.ts';
import type { ServerContext } from '../lib/context.ts';
import { Held, type HeldLimits, type RateLimiter } from '../lib/rate-limits.ts';
import type { Proxies, Hosts } from './hosts.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../lib/metrics.ts';
import { ownTurn } from '../lib/tasks.ts';
import { hideIds } from '../lib/log.ts';
import type { NodeHealth } from '../cluster/node.ts';
import { games } from '@tablier/games';

/** Refused connections that may wait for their answer, per address and in total. Others are closed at once. */
const WAITING_PER_ADDRESS = 20;
const WAITING = 100;
/** How long such a connection has to send a request and read the refusal. Milliseconds. */
const REFUSED_MS = 2000;

export const TOO_MANY_CONNECTIONS = { name: 'too-many-connections', retryMs: 5000 } as const satisfies ApiError;

/** A connection beyond a limit is not dropped at once: its first request gets an answer that says why. */
export class OpenConnections {
  readonly #limits: HeldLimits;
  readonly #onRefused: (limit: string) => void;
  readonly #open = new Set<Socket>();
  readonly #refused = new Set<Socket>();
  readonly #byAddress: Held;
  readonly #waiting = new Held(WAITING_PER_ADDRESS);

  constructor(limits: HeldLimits, onRefused: (limit: string) => void) {
    this.#limits = limits;
    this.#onRefused = onRefused;
    this.#byAddress = new Held(limits.connectionsPerAddress);
  }

  get count(): number {
    return this.#open.size;
  }

  /** Counts the connections of a server, which must not listen yet. */
  listenTo(server: Server, proxies: Proxies): void {
    server.maxConnections = this.#limits.connections + WAITING;
    server.on('drop', () => this.#onRefused('connections'));
    server.on('connection', (socket: Socket) => this.#opened(socket, proxies));
  }

  isRefused(socket: Socket): boolean {
    return this.#refused.has(socket);
  }

  isFull(address: string): boolean {
    return this.#byAddress.isFull(address);
  }

  /** Counts a request that a proxy forwards for `client`. Returns its release; `null` if the client holds too many. */
  enter({ socket }: IncomingMessage, client: string, proxies: Proxies): (() => void) | null {
    if (!proxies.isTrusted(socket.remoteAddress ?? '')) return () => undefined;
    const release = this.#byAddress.take(client);
    if (release === null) this.#onRefused('connectionsPerAddress');
    return release;
  }

  destroyAll(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #opened(socket: Socket, proxies: Proxies): void {
    const address = socket.remoteAddress ?? '';
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    const release = proxies.isTrusted(address) ? () => undefined : this.#byAddress.take(address);
    if (release === null) return this.#refuse(socket, 'connectionsPerAddress');
    socket.once('close', release);
    if (this.#open.size > this.#limits.connections) this.#refuse(socket, 'connections');
  }

  #refuse(socket: Socket, limit: string): void {
    this.#onRefused(limit);
    const release = this.#waiting.take(socket.remoteAddress ?? '');
    if (release === null || this.#refused.size >= WAITING) {
      release?.();
      socket.destroy();
      return;
    }
    this.#refused.add(socket);
    const deadline = setTimeout(() => socket.destroy(), REFUSED_MS).unref();
    socket.once('close', () => {
      clearTimeout(deadline);
      this.#refused.delete(socket);
      release();
    });
  }
}

export function createConnections({ held, onRefused, metrics }: ServerContext): OpenConnections {
  const connections = new OpenConnections(held, onRefused);
  metrics.gauge('tablier_connections_open', 'Open TCP connections, HTTP and sockets.', () => connections.count);
  return connections;
}

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
    if (readiness.isClosing() && !request.url.startsWith(FILES))
      return answerUnavailable(reply.header('connection', 'close'));
    if (!hosts.isKnown(headers)) return refuse(reply, 421, { name: 'unknown-host', detail: hosts.hint });
    const isOpen = opensToSites(request, reply);
    if (isOpen && isPreflight(request)) return answerPreflight(reply);
    const changes = method !== 'GET' && method !== 'HEAD';
    if (changes && !isOpen && !hosts.isOwnPage(headers)) return refuse(reply, 403, { name: 'foreign-origin' });
    await ownTurn(request.ip);
  });
  app.addHook('onResponse', async (_request, reply) => metrics.requests.inc({ status: reply.statusCode }));
}

/** Requests that `answer` answers are nothing else's. It returns the status, or `null` for a request that is not. */
export function answerFirst(
  server: Server,
  { metrics, hosts }: Pick<RequestGuardDeps, 'metrics' | 'hosts'>,
  answer: (request: IncomingMessage, response: ServerResponse) => number | null,
): void {
  const others = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const status = hosts.isKnown(request.headers) ? answer(request, response) : null;
    if (status !== null) metrics.requests.inc({ status });
    else for (const other of others) other.call(server, request, response);
  });
}

const OPEN = /^\/(?:api\/v1\/|api\/oauth\/|api\/openapi\.json|api\/oembed\b|archives\/|\.well-known\/oauth-)/;

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

export function opensToSites({ url }: FastifyRequest, reply: FastifyReply): boolean {
  const isOpen = OPEN.test(url);
  if (isOpen) reply.headers(HEADERS);
  return isOpen;
}

export const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

export const answerPreflight = (reply: FastifyReply): FastifyReply => reply.headers(PREFLIGHT).code(204).send();

const API = '/api/';

/** The route counts too, because its path can be written in several ways, such as `/%61pi` or with the host in front. */
const isApi = ({ routeOptions, url }: FastifyRequest): boolean =>
  url.startsWith(API) || routeOptions.url?.startsWith(API) === true;

interface ApiRequestsDeps {
  readonly requests: RateLimiter;
  /** Resolves when what people have seen happen can be read. */
  readonly archived: () => Promise<void>;
}

/** Limit, log line and no cache. Who has seen the end of a match finds it in every answer. */
export function addApiRequests(app: FastifyInstance, { requests, archived }: ApiRequestsDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isApi(request)) return;
    reply.header('cache-control', 'no-store');
    checkLimit(requests.take(request.ip));
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

/** A database without a write for this long is not ready. The node writes its heartbeat every second. Milliseconds. */
const LATEST = 5000;

export function createReadiness(health: () => NodeHealth, now: () => number) {
  let isClosing = false;
  return {
    isClosing: (): boolean => isClosing,
    closing(): void {
      isClosing = true;
    },
    fault(): 'closing' | 'database' | null {
      if (isClosing) return 'closing';
      return now() - health().lastWriteAt < LATEST ? null : 'database';
    },
  };
}
type Readiness = ReturnType<typeof createReadiness>;

/** `GET /api/health`: the process answers. `GET /api/ready`: it can serve players, or why not (503). */
export function addHealthApi(app: FastifyInstance, readiness: Readiness): void {
  app.get('/api/health', () => ({ status: 'ok', games: games.map((game) => game.id) }));
  app.get('/api/ready', (_request, reply) => {
    const fault = readiness.fault();
    return fault === null ? { status: 'ready' } : refuse(reply, 503, { name: 'not-ready', detail: fault });
  });
}
