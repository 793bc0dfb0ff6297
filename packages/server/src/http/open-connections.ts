import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiError } from './errors.ts';
import type { ServerContext } from '../lib/context.ts';
import { Held, type HeldLimits } from '../lib/rate-limits.ts';
import type { Proxies } from './proxies.ts';

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
