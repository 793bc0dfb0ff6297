import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CLOSE_CODES, MAX_MESSAGE_BYTES, SOCKET_PATH } from '@tablier/protocol';
import type { AccountRepository } from '@tablier/store';
import { WebSocketServer } from 'ws';
import type { ApiError } from '../http/errors.ts';
import type { Bans } from '../moderation/bans.ts';
import type { Hosts } from '../http/hosts.ts';
import type { Held, RateLimiter } from '../lib/rate-limits.ts';
import { type OpenConnections, TOO_MANY_CONNECTIONS } from '../http/open-connections.ts';
import type { People } from '../accounts/people.ts';
import { knownFrom } from '../accounts/authenticate.ts';
import type { Proxies } from '../http/proxies.ts';
import { Connection, type ConnectionParts, type Opened, PULSE } from './connection.ts';
import { Outgoing } from './outgoing.ts';

export interface SocketsParts extends Omit<ConnectionParts, 'outgoing'> {
  readonly repository: AccountRepository;
  readonly people: People;
  /** Lines opened from one address. */
  readonly lines: RateLimiter;
  readonly connections: OpenConnections;
  readonly bans: Bans;
  /** Open sockets of one person. */
  readonly ofPerson: Held;
  /** How long a socket may stay open without a greeting. Milliseconds. */
  readonly helloMs: number;
  readonly onRefused: (limit: string) => void;
}

/** Who may open a socket, and under which name of the server. */
export interface Entrance {
  readonly proxies: Proxies;
  readonly hosts: Hosts;
}

/** In so many groups, one after the other, so that ten thousand lines are no burst. */
const GROUPS = 25;
/** Until then lines have time to say goodbye when the server stops. */
const FAREWELL = 1000;
const SETTINGS = {
  noServer: true,
  perMessageDeflate: false,
  maxPayload: MAX_MESSAGE_BYTES,
  /** A client has so long to answer when the server ends a socket. Milliseconds. */
  closeTimeout: 3000,
};
/** A refusal that was not sent after so long is given up. Milliseconds. */
const REFUSAL_TIMEOUT = 2000;

/** All lines of this server. */
export class Sockets {
  readonly #parts: SocketsParts & ConnectionParts;
  readonly #server = new WebSocketServer(SETTINGS);
  readonly #lines = new Set<Connection>();
  readonly #groups: readonly Set<Connection>[] = Array.from({ length: GROUPS }, () => new Set());
  readonly #pulse: NodeJS.Timeout;
  #count = 0;
  #beats = 0;
  #isClosing = false;

  constructor(parts: SocketsParts) {
    this.#parts = { ...parts, outgoing: new Outgoing() };
    this.#pulse = setInterval(() => this.#beat(), PULSE / GROUPS).unref();
  }

  /** Takes the upgrades of an HTTP server. */
  listenTo(server: Server, entrance: Entrance): void {
    server.on('upgrade', (request, socket, head) => {
      // Without a listener an error on a socket that nobody has taken yet would end the process.
      socket.on('error', () => socket.destroy());
      this.#upgrade(request, socket, head, entrance).catch((error: unknown) => {
        this.#parts.log.error({ err: error }, 'a socket could not be opened');
        turnAway(socket, 503, { name: 'unavailable' });
      });
    });
  }

  /** Open sockets, and those of them that have not said `hello`. */
  get counts(): { readonly open: number; readonly unauthenticated: number } {
    const unauthenticated = [...this.#lines].filter((line) => !line.isGreeted).length;
    return { open: this.#lines.size, unauthenticated };
  }

  /** Why another socket would be refused to somebody now, and for how long; `null` where it would not. */
  refusalFor(address: string, person: string | null): (ApiError & { readonly retryMs: number }) | null {
    const { lines, connections, ofPerson } = this.#parts;
    const isFull = connections.isFull(address) || (person !== null && ofPerson.isFull(person));
    if (isFull) return TOO_MANY_CONNECTIONS;
    const retryMs = Math.max(lines.wait(address), person === null ? 0 : lines.wait(person));
    return retryMs > 0 ? { name: 'too-many', retryMs } : null;
  }

  /** Ends the lines of a session that was revoked. */
  endSession(session: string): void {
    for (const line of this.#lines) {
      if (line.known?.session === session) line.end(CLOSE_CODES.sessionEnded, 'session-ended');
    }
  }

  /** Ends the lines of a person who was banned. */
  endBanned(person: string): void {
    for (const line of this.#lines) if (line.person === person) endAsBanned(line);
  }

  /** An account may have changed, on whatever node: lines of sessions that are closed end, others go by the new name. */
  async personChanged(id: string): Promise<void> {
    const lines = [...this.#lines].filter((line) => line.person === id);
    if (lines.length === 0) return;
    const account = await this.#parts.repository.openSessions(id);
    for (const line of lines) {
      if (account?.sessions.includes(line.known?.session ?? '')) line.renamed(account.name, account.isGuest);
      else line.end(CLOSE_CODES.sessionEnded, 'session-ended');
    }
  }

  /** Tells every line that the server restarts, and lets go of those that do not answer. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#pulse);
    for (const line of this.#lines) line.end(CLOSE_CODES.restart, 'restart');
    const until = Date.now() + FAREWELL;
    while (this.#lines.size > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
    for (const line of this.#lines) line.cut();
    this.#server.close();
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, { proxies, hosts }: Entrance): Promise<void> {
    const { lines, connections, people } = this.#parts;
    proxies.clean(request);
    const address = proxies.clientOf(request);
    // Before any answer: refusals cost something too.
    const wait = lines.take(address);
    if (wait > 0) return turnAway(socket, 429, { name: 'too-many', retryMs: wait });
    const isBeyond = socket instanceof Socket && connections.isRefused(socket);
    const release = isBeyond ? null : connections.enter(request, address, proxies);
    if (release === null) return turnAway(socket, 429, TOO_MANY_CONNECTIONS);
    socket.once('close', release);
    const refusal = this.#refusalOf(request, hosts);
    if (refusal !== null) return turnAway(socket, ...refusal);
    // Until it has said who it is, and also where the database takes its time to know it.
    const deadline = setTimeout(() => socket.destroy(), this.#parts.helloMs).unref();
    socket.once('close', () => clearTimeout(deadline));
    const known = await knownFrom(request.headers, people);
    const refused = known === null ? null : this.#takePerson(known.person.id, socket);
    if (refused !== null) return turnAway(socket, 429, refused);
    clearTimeout(deadline);
    this.#server.handleUpgrade(request, socket, head, (ws) => this.#opened({ ws, socket, known, address }));
  }

  #refusalOf({ url, headers }: IncomingMessage, hosts: Hosts): readonly [number, ApiError] | null {
    if (url?.split('?')[0] !== SOCKET_PATH) return [404, { name: 'not-found' }];
    if (this.#isClosing) return [503, { name: 'unavailable' }];
    if (!hosts.isKnown(headers)) return [421, { name: 'unknown-host', detail: hosts.hint }];
    return hosts.isOwnPage(headers) ? null : [403, { name: 'foreign-origin' }];
  }

  /** Holds a socket of a person until it closes; the error where that is one too many. */
  #takePerson(person: string, socket: Duplex): ApiError | null {
    const retryMs = this.#parts.lines.take(person);
    if (retryMs > 0) return { name: 'too-many', retryMs };
    if (socket.destroyed) return { name: 'unavailable' };
    const release = this.#parts.ofPerson.take(person);
    if (release === null) {
      this.#parts.onRefused('socketsPerPerson');
      return TOO_MANY_CONNECTIONS;
    }
    socket.once('close', release);
    return null;
  }

  #opened(opened: Opened): void {
    const { ws, known } = opened;
    const number = ++this.#count;
    const line = new Connection(opened, this.#parts);
    const openedAt = this.#parts.now();
    const group = this.#groups[number % GROUPS];
    this.#lines.add(line);
    group?.add(line);
    const deadline = setTimeout(() => {
      if (line.isGreeted) return;
      this.#parts.onRefused('helloMs');
      line.end(CLOSE_CODES.badHello, 'hello-late');
    }, this.#parts.helloMs).unref();
    // The close that follows says all there is to say: a frame too large, a reset.
    ws.on('error', () => undefined);
    ws.on('close', (code) => {
      clearTimeout(deadline);
      this.#lines.delete(line);
      group?.delete(line);
      line.closed(code);
      this.#parts.log.info({ code, ms: this.#parts.now() - openedAt }, 'line closed');
    });
    // A browser does not tell a page why an upgrade was refused: the line is opened, and ended with the reason.
    if (known !== null && this.#parts.bans.has(known.person.id)) return endAsBanned(line);
    line.look();
    // The session may have been closed while the line was being opened.
    if (known !== null) this.#tend(this.personChanged(known.person.id));
  }

  #tend(work: Promise<void>): void {
    work.catch((error: unknown) => this.#parts.log.error({ err: error }, 'a person could not be looked up'));
  }

  /** Looks after one group of lines. */
  #beat(): void {
    for (const line of this.#groups[this.#beats++ % GROUPS] ?? []) line.look();
  }
}

function endAsBanned(line: Connection): void {
  line.answer({ kind: 'error', error: { name: 'banned' } });
  line.end(CLOSE_CODES.banned, 'banned');
}

const WORDS: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  404: 'Not Found',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

/**
 * Refuses an upgrade and lets go of its socket. Nothing reads the socket any more, so the end that the client sends would never be seen:
 * it is destroyed when the answer is written, or after a while where it cannot be.
 */
function turnAway(socket: Duplex, status: number, error: ApiError): void {
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
