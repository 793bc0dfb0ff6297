import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CLOSE_CODES, MAX_MESSAGE_BYTES, SOCKET_PATH } from '@tablier/protocol';
import { WebSocketServer } from 'ws';
import { type ApiError, refuse } from '../http/request.ts';
import type { Bans } from '../moderation/moderation.ts';
import type { Hosts, Proxies } from '../http/hosts.ts';
import { arrivalTurn, inBackground } from '../lib/tasks.ts';
import { Held } from '../lib/rate-limits.ts';
import { type OpenConnections, TOO_MANY_CONNECTIONS } from '../http/request-guards.ts';
import { ladderMarks, type People } from '../accounts/people.ts';
import type { PersonPresence, Matchmaking } from '../matchmaking/create-matchmaking.ts';
import { identityFrom, identityOf } from '../accounts/authenticate.ts';
import { afterCommand, type CommandAnswer, type CommandRequest, runCommand } from './run-command.ts';
import { Connection, type ConnectionDeps, MAX_BUFFERED, type Opened, Outgoing, PULSE } from './connection.ts';
import type { Accounts } from '../accounts/account-services.ts';
import type { ServerContext } from '../lib/context.ts';
import type { FastifyInstance } from 'fastify';

interface SocketsDeps extends Omit<ConnectionDeps, 'outgoing'>, Pick<ServerContext, 'held' | 'onRefused'> {
  readonly people: People;
  readonly personPresence: PersonPresence;
  readonly openConnections: OpenConnections;
  readonly bans: Bans;
}

interface AccessRules {
  readonly proxies: Proxies;
  readonly hosts: Hosts;
}

/** Connections are checked in this many groups, one after the other, so that ten thousand of them cause no burst. */
const GROUPS = 25;
/** How long connections may take to close when the server stops. Milliseconds. */
const CLOSE_TIMEOUT = 1000;
const SETTINGS = {
  noServer: true,
  perMessageDeflate: false,
  maxPayload: MAX_MESSAGE_BYTES,
  /** How long a client may take to answer a closing handshake. Milliseconds. */
  closeTimeout: 3000,
};
/** A refusal that was not sent after this time is abandoned. Milliseconds. */
const REFUSAL_TIMEOUT = 2000;

export class Sockets {
  readonly #deps: SocketsDeps & ConnectionDeps;
  readonly #server = new WebSocketServer(SETTINGS);
  readonly #connections = new Set<Connection>();
  readonly #groups: readonly Set<Connection>[] = Array.from({ length: GROUPS }, () => new Set());
  readonly #ofPerson: Held;
  readonly #pulse: NodeJS.Timeout;
  #count = 0;
  /** How many changes of accounts were noticed. */
  #changes = 0;
  #checks = 0;
  #isClosing = false;

  constructor(deps: SocketsDeps) {
    this.#deps = { ...deps, outgoing: new Outgoing() };
    this.#ofPerson = new Held(deps.held.socketsPerPerson);
    this.#pulse = setInterval(() => this.#checkGroup(), PULSE / GROUPS).unref();
  }

  listenTo(server: Server, rules: AccessRules): void {
    server.on('upgrade', (request, socket, head) => {
      // Without a listener, an error on a socket without a handler would end the process.
      socket.on('error', () => socket.destroy());
      this.#upgrade(request, socket, head, rules).catch((error: unknown) => {
        this.#deps.log.error({ err: error }, 'WebSocket upgrade failed');
        refuseUpgrade(socket, 503, { name: 'unavailable' });
      });
    });
  }

  get counts(): { readonly open: number; readonly unauthenticated: number } {
    const unauthenticated = [...this.#connections].filter((connection) => !connection.isGreeted).length;
    return { open: this.#connections.size, unauthenticated };
  }

  get people(): number {
    const people = new Set([...this.#connections].map(({ person }) => person));
    people.delete(null);
    return people.size;
  }

  /** Why another connection would be refused now, and for how long; `null` if it would be accepted. */
  refusalFor(address: string, person: string | null): (ApiError & { readonly retryMs: number }) | null {
    const opening = this.#deps.limiter('lines');
    const isFull = this.#deps.openConnections.isFull(address) || (person !== null && this.#ofPerson.isFull(person));
    if (isFull) return TOO_MANY_CONNECTIONS;
    const retryMs = Math.max(opening.wait(address), person === null ? 0 : opening.wait(person));
    return retryMs > 0 ? { name: 'too-many', retryMs } : null;
  }

  async run(request: CommandRequest): Promise<CommandAnswer> {
    const result = await runCommand(request, this.#deps);
    if (result.ok) inBackground(afterCommand(request, this.#deps), this.#deps.log, 'command follow-up failed');
    return result;
  }

  endSession(session: string): void {
    for (const connection of this.#connections) {
      if (connection.known?.session === session) connection.end(CLOSE_CODES.sessionEnded, 'session-ended');
    }
  }

  endBanned(person: string): void {
    for (const connection of this.#connections) if (connection.person === person) endAsBanned(connection);
  }

  /** Connections of closed sessions are closed; the others get the new name. */
  async personChanged(id: string): Promise<void> {
    this.#changes++;
    const ofPerson = [...this.#connections].filter((connection) => connection.person === id);
    if (ofPerson.length === 0) return;
    const account = await this.#deps.store.accounts.openSessions(id);
    for (const connection of ofPerson) {
      if (account?.sessions.includes(connection.known?.session ?? ''))
        connection.changed({ name: account.name, guest: account.isGuest, ...ladderMarks(account.isProgram) });
      else connection.end(CLOSE_CODES.sessionEnded, 'session-ended');
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#pulse);
    for (const connection of this.#connections) connection.end(CLOSE_CODES.restart, 'restart');
    const until = Date.now() + CLOSE_TIMEOUT;
    while (this.#connections.size > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
    for (const connection of this.#connections) connection.cut();
    this.#server.close();
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, { proxies, hosts }: AccessRules) {
    const { limiter, held, openConnections, people } = this.#deps;
    proxies.clean(request);
    const address = proxies.clientOf(request);
    // Before any answer, because refusals cost something too.
    const wait = limiter('lines').take(address);
    if (wait > 0) return refuseUpgrade(socket, 429, { name: 'too-many', retryMs: wait });
    const isOverLimit = socket instanceof Socket && openConnections.isRefused(socket);
    const release = isOverLimit ? null : openConnections.enter(request, address, proxies);
    if (release === null) return refuseUpgrade(socket, 429, TOO_MANY_CONNECTIONS);
    socket.once('close', release);
    const refusal = this.#refusalOf(request, hosts);
    if (refusal !== null) return refuseUpgrade(socket, ...refusal);
    // Until `hello` is accepted, including the time the database takes to find the session.
    const deadline = setTimeout(() => socket.destroy(), held.helloMs).unref();
    socket.once('close', () => clearTimeout(deadline));
    await arrivalTurn(address);
    const before = this.#changes;
    const known = await identityFrom(request.headers, people);
    const refused = known === null ? null : this.#takePerson(known.person.id, socket);
    if (refused !== null) return refuseUpgrade(socket, 429, refused);
    clearTimeout(deadline);
    // The answer and the first ping in one system call.
    socket.cork();
    this.#server.handleUpgrade(request, socket, head, (ws) => {
      this.#opened({ ws, socket, known, address });
      // The session may have been closed while the connection was being opened.
      if (known !== null && this.#changes !== before)
        inBackground(this.personChanged(known.person.id), this.#deps.log, 'account lookup failed');
    });
    socket.uncork();
  }

  #refusalOf({ url, headers }: IncomingMessage, hosts: Hosts): readonly [number, ApiError] | null {
    if (url?.split('?')[0] !== SOCKET_PATH) return [404, { name: 'not-found' }];
    if (this.#isClosing) return [503, { name: 'unavailable' }];
    if (!hosts.isKnown(headers)) return [421, { name: 'unknown-host', detail: hosts.hint }];
    return hosts.isOwnPage(headers) ? null : [403, { name: 'foreign-origin' }];
  }

  #takePerson(person: string, socket: Duplex): ApiError | null {
    const retryMs = this.#deps.limiter('lines').take(person);
    if (retryMs > 0) return { name: 'too-many', retryMs };
    if (socket.destroyed) return { name: 'unavailable' };
    const release = this.#ofPerson.take(person);
    if (release === null) {
      this.#deps.onRefused('socketsPerPerson');
      return TOO_MANY_CONNECTIONS;
    }
    socket.once('close', release);
    return null;
  }

  #opened(opened: Opened): void {
    const { ws, known } = opened;
    const number = ++this.#count;
    const connection = new Connection(opened, this.#deps);
    const openedAt = this.#deps.now();
    const member = known?.person.guest === false ? known.person.id : null;
    if (member !== null) this.#deps.personPresence.came(member);
    const group = this.#groups[number % GROUPS];
    this.#connections.add(connection);
    group?.add(connection);
    const deadline = setTimeout(() => {
      if (connection.isGreeted) return;
      this.#deps.onRefused('helloMs');
      connection.end(CLOSE_CODES.badHello, 'hello-late');
    }, this.#deps.held.helloMs).unref();
    // The close event that follows says why: a frame that is too large, or a reset.
    ws.on('error', () => undefined);
    const closed = async (code: number): Promise<void> => {
      clearTimeout(deadline);
      this.#connections.delete(connection);
      group?.delete(connection);
      if (known !== null) this.#deps.store.accounts.keepSession(known.session);
      await arrivalTurn(opened.address);
      if (member !== null) this.#deps.personPresence.went(member);
      connection.closed(code);
      this.#deps.log.info({ code, ms: this.#deps.now() - openedAt }, 'connection closed');
    };
    ws.on('close', (code) => inBackground(closed(code), this.#deps.log, 'connection not left'));
    // A page does not learn from its browser why an upgrade was refused. So the connection is opened and closed with the
    // reason.
    if (known !== null && this.#deps.bans.has(known.person.id)) return endAsBanned(connection);
    connection.check();
  }

  #checkGroup(): void {
    for (const connection of this.#groups[this.#checks++ % GROUPS] ?? []) connection.check();
  }
}

function endAsBanned(connection: Connection): void {
  connection.answer({ kind: 'error', error: { name: 'banned' } });
  connection.end(CLOSE_CODES.banned, 'banned');
}

const WORDS: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  404: 'Not Found',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

/** Nothing reads the socket any more, so it is destroyed once the answer is written, or after a time. */
function refuseUpgrade(socket: Duplex, status: number, error: ApiError): void {
  const body = JSON.stringify({ error });
  const deadline = setTimeout(() => socket.destroy(), REFUSAL_TIMEOUT).unref();
  socket.once('close', () => clearTimeout(deadline));
  socket.once('finish', () => socket.destroy());
  const head = [
    `HTTP/1.1 ${status} ${WORDS[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(error.retryMs === undefined ? [] : [`Retry-After: ${Math.ceil(error.retryMs / 1000)}`]),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

export interface RealtimeSettings {
  /** Default: `MAX_BUFFERED`. */
  readonly maxBuffered?: number;
}

interface RealtimeDeps extends Pick<SocketsDeps, 'bans' | 'rooms' | 'findTable' | 'contacts' | 'sofaKey'> {
  readonly accounts: Accounts;
  readonly matchmaking: Matchmaking;
  readonly connections: OpenConnections;
}

export function createRealtime(context: ServerContext, deps: RealtimeDeps, settings: RealtimeSettings): Sockets {
  const { metrics } = context;
  const { matchmaking, accounts, connections, ...others } = deps;
  const sockets = new Sockets({
    ...context,
    ...accounts,
    ...matchmaking,
    ...others,
    maxBuffered: settings.maxBuffered ?? MAX_BUFFERED,
    openConnections: connections,
  });
  metrics.gauge('tablier_sockets_open', 'Open sockets.', () => sockets.counts.open);
  metrics.gauge(
    'tablier_sockets_unauthenticated',
    'Open sockets that have not said hello.',
    () => sockets.counts.unauthenticated,
  );
  return sockets;
}

/** `GET /api/socket`: would a connection be accepted? A page cannot see the status of a refused upgrade. */
export function addSocketApi(app: FastifyInstance, { people, sockets }: { people: People; sockets: Sockets }): void {
  app.get(SOCKET_PATH, async (request, reply) => {
    const known = await identityOf(request, people);
    const refusal = sockets.refusalFor(request.ip, known?.person.id ?? null);
    return refusal === null ? reply.code(204).send() : refuse(reply, 429, refusal);
  });
}
