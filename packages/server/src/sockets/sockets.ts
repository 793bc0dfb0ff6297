import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CLOSE_CODES, MAX_MESSAGE_BYTES, SOCKET_PATH } from '@tablier/protocol';
import { WebSocketServer } from 'ws';
import type { Limiter } from '../limits.ts';
import { tokenOf } from '../people/cookie.ts';
import { isOwnOrigin } from '../people/origin.ts';
import type { Proxies } from '../proxies.ts';
import { Connection, type ConnectionParts, type Opened, PULSE } from './connection.ts';
import { Outgoing } from './outgoing.ts';

export interface SocketsParts extends Omit<ConnectionParts, 'outgoing'> {
  /** Lines opened from one address. */
  readonly lines: Limiter;
}

/** In so many groups, one after the other, so that ten thousand lines are no burst. */
const GROUPS = 25;
/** Until then lines have time to say goodbye when the server stops. */
const FAREWELL = 1000;

/** All lines of this server. */
export class Sockets {
  readonly #parts: SocketsParts & ConnectionParts;
  readonly #server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_MESSAGE_BYTES });
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

  /** Takes the upgrades of an HTTP server, from whom `proxies` say that they come. */
  listenTo(server: Server, proxies: Proxies): void {
    server.on('upgrade', (request, socket, head) => {
      proxies.clean(request);
      this.#upgrade(request, socket, head, proxies.clientOf(request)).catch((error: unknown) => {
        this.#parts.log.error({ error: String(error) }, 'a line could not be opened');
        turnAway(socket, 503);
      });
    });
  }

  /** Ends the lines of a session that was revoked. */
  endSession(session: string): void {
    for (const line of this.#lines) {
      if (line.known?.session === session) line.end(CLOSE_CODES.sessionEnded, 'session-ended');
    }
  }

  /** An account may have changed, on whatever node: lines of sessions that are closed end, others go by the new name. */
  async personChanged(id: string): Promise<void> {
    const lines = [...this.#lines].filter((line) => line.person === id);
    if (lines.length === 0) return;
    const account = await this.#parts.people.account(id);
    for (const line of lines) {
      if (account?.sessions.has(line.known?.session ?? '')) line.renamed(account.name);
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

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): Promise<void> {
    // Without a listener an error on a socket that nobody has taken yet would end the process.
    socket.on('error', () => socket.destroy());
    if (request.url?.split('?')[0] !== SOCKET_PATH) return turnAway(socket, 404);
    if (this.#isClosing) return turnAway(socket, 503);
    if (!isOwnOrigin(request.headers)) return turnAway(socket, 403);
    const wait = this.#parts.lines.take(address);
    if (wait > 0) return turnAway(socket, 429, wait);
    const token = tokenOf(request.headers);
    const known = token === null ? null : await this.#parts.people.find(token);
    const ownWait = known === null ? 0 : this.#parts.lines.take(known.person.id);
    if (ownWait > 0) return turnAway(socket, 429, ownWait);
    this.#server.handleUpgrade(request, socket, head, (ws) => this.#opened({ ws, socket, known }));
  }

  #opened({ ws, socket, known }: Opened): void {
    const number = ++this.#count;
    const line = new Connection({ ws, socket, known }, this.#parts);
    const openedAt = this.#parts.now();
    const group = this.#groups[number % GROUPS];
    this.#lines.add(line);
    group?.add(line);
    // The close that follows says all there is to say: a frame too large, a reset.
    ws.on('error', () => undefined);
    ws.on('close', (code) => {
      this.#lines.delete(line);
      group?.delete(line);
      line.closed(code);
      this.#parts.log.info({ code, ms: this.#parts.now() - openedAt }, 'line closed');
    });
    line.look();
    // The session may have been closed while the line was being opened.
    if (known !== null) this.#tend(this.personChanged(known.person.id));
  }

  #tend(work: Promise<void>): void {
    work.catch((error: unknown) => this.#parts.log.error({ error: String(error) }, 'a person could not be looked up'));
  }

  /** Looks after one group of lines. */
  #beat(): void {
    for (const line of this.#groups[this.#beats++ % GROUPS] ?? []) line.look();
  }
}

const WORDS: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

/** `retryMs`: after so long it may be tried again. */
function turnAway(socket: Duplex, status: number, retryMs = 0): void {
  const retry = retryMs > 0 ? `Retry-After: ${Math.ceil(retryMs / 1000)}\r\n` : '';
  socket.end(`HTTP/1.1 ${status} ${WORDS[status] ?? ''}\r\nConnection: close\r\n${retry}Content-Length: 0\r\n\r\n`);
}
