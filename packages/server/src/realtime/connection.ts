import {
  type ClientMessage,
  CLOSE_CODES,
  formatServerMessage,
  isSpoken,
  parseClientMessage,
  parseRequest,
  type ProtocolError,
  rangeText,
  RESTING_PING_AFTER,
  type Request,
  type ServerMessage,
} from '@tablier/protocol';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Identity, Person } from '../accounts/people.ts';
import type { ServerContext } from '../lib/context.ts';
import { Bucket } from '../lib/rate-limits.ts';
import type { Outlet } from '../tables/watching/subscribers.ts';
import { ClientRequests, type RequestDeps } from './requests.ts';
import { StoreUnavailable } from '@tablier/store';

export interface ConnectionDeps extends RequestDeps, Pick<ServerContext, 'log' | 'limits'> {
  /** Bytes that may wait in the send buffer before views are skipped. */
  readonly maxBuffered: number;
  readonly outgoing: Outgoing;
}

export interface Opened {
  readonly ws: WebSocket;
  readonly socket: Duplex;
  readonly known: Identity | null;
  readonly address: string;
}

/** A connection with this many unreadable or too frequent messages is closed. */
const MAX_FAULTS = 30;
/** How often a connection is checked. Milliseconds. */
export const PULSE = 2500;
/** A connection is dead after this many checks without any data: 7.5 to 10 seconds. A server that was blocked reads first what has arrived. */
const DEAD_CHECKS = 3;
/** A connection that no one waits for is checked at every nth `PULSE` only. */
const RESTING = RESTING_PING_AFTER / PULSE;
/** Even an active connection is pinged at every nth check, to measure its round-trip time. */
const MEASURED_EVERY = 4;
/** Bytes that may wait for a client before views are skipped: several views of the longest games. */
export const MAX_BUFFERED = 64 * 1024;
/** Of `maxBuffered`. Only views wait for a free buffer; a client this far behind reads no answers either. */
export const MAX_BUFFERS = 8;

/** Close codes of a browser that leaves on purpose: normal closure, page left, no code. */
const DELIBERATE_CODES: readonly number[] = [1000, 1001, 1005];

export class Connection implements Outlet {
  /** Round-trip time in milliseconds: a moving average in which the latest measurement counts for a tenth. */
  lag = 0;
  known: Identity | null;
  isGreeted = false;
  readonly address: string;
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #messages: Bucket;
  readonly #deps: ConnectionDeps;
  readonly #requests: ClientRequests;
  #isActive = true;
  #checks = 0;
  #pulses = 0;
  #silentChecks = 0;
  #faults = 0;
  #pingedAt: number | null = null;
  #isDrainAwaited = false;

  constructor({ ws, socket, known, address }: Opened, deps: ConnectionDeps) {
    this.#ws = ws;
    this.#socket = socket;
    this.#messages = new Bucket(deps.limits.messages, deps.now);
    this.known = known;
    this.address = address;
    this.#deps = deps;
    this.#requests = new ClientRequests(this, deps);
    // `ws` delivers messages as `nodebuffer` by default.
    ws.on('message', (data: Buffer, isBinary) => this.#received(isBinary ? null : data.toString()));
    ws.on('pong', () => this.#measured());
  }

  get person(): string | null {
    return this.known?.person.id ?? null;
  }

  get isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }

  canSend(): boolean {
    if (this.#socket.writableLength <= this.#deps.maxBuffered) return true;
    this.#awaitDrain();
    return false;
  }

  send(text: string): void {
    if (!this.isOpen) return;
    if (this.#socket.writableLength > MAX_BUFFERS * this.#deps.maxBuffered)
      return this.end(CLOSE_CODES.tooSlow, 'too-slow');
    this.#deps.outgoing.send(this.#socket, text);
  }

  answer(message: ServerMessage): void {
    this.send(formatServerMessage(message));
  }

  /** Every `PULSE`, unless it may rest: closes a dead connection, pings a silent one, and any now and then to measure its lag. */
  check(): void {
    if (++this.#pulses < RESTING && !this.#requests.isAwaited) return;
    this.#pulses = 0;
    this.#silentChecks = this.#isActive ? 0 : this.#silentChecks + 1;
    this.#isActive = false;
    if (this.#silentChecks >= DEAD_CHECKS) return this.cut();
    if (this.#silentChecks > 0 || this.#checks % MEASURED_EVERY === 0) this.#ping();
    this.#checks++;
  }

  #ping(): void {
    if (!this.isOpen) return;
    this.#pingedAt ??= performance.now();
    this.#ws.ping();
  }

  end(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  cut(): void {
    this.#ws.terminate();
  }

  changed(person: Omit<Person, 'id'>): void {
    if (this.known !== null) this.known = { ...this.known, person: { ...this.known.person, ...person } };
  }

  closed(code: number): void {
    this.#requests.close(DELIBERATE_CODES.includes(code) ? 'left' : 'broken');
  }

  #measured(): void {
    this.#isActive = true;
    if (this.#pingedAt === null) return;
    const took = performance.now() - this.#pingedAt;
    this.#pingedAt = null;
    this.lag = this.lag === 0 ? took : this.lag * 0.9 + took * 0.1;
  }

  /** `drain` is not enough: a stream emits it only after Node's high-water mark, which may be above `maxBuffered`. */
  #awaitDrain(): void {
    if (this.#isDrainAwaited || !this.isOpen) return;
    this.#isDrainAwaited = true;
    this.#socket.write('', (error) => {
      this.#isDrainAwaited = false;
      if (!error) this.#requests.notifyAll();
    });
  }

  #received(text: string | null): void {
    // Messages that arrive after the connection was closed have no effect, because they could not be answered.
    if (!this.isOpen) return;
    this.#isActive = true;
    const retryMs = this.#messages.take();
    if (retryMs > 0) return this.#fault({ name: 'too-many', retryMs }, text === null ? null : parseRequest(text));
    if (text === null) return this.#fault({ name: 'bad-message', detail: 'binary' }, null);
    const parsed = parseClientMessage(text);
    if (!parsed.ok) return this.#fault(parsed.error, parseRequest(text));
    const request = requestOf(parsed.value);
    this.#handle(parsed.value).catch((error: unknown) => {
      this.logFailure(error, parsed.value.kind, request);
      this.refuse(request, { name: error instanceof StoreUnavailable ? 'unavailable' : 'internal' });
    });
  }

  logFailure(error: unknown, kind: ClientMessage['kind'], request: Request | null): void {
    const about = request === null ? {} : request.kind === 'do' ? { command: request.id } : { table: request.table };
    const text = error instanceof StoreUnavailable ? 'message not handled: unavailable' : 'message handler failed';
    this.#deps.log.error({ err: error, kind, ...about }, text);
  }

  #fault(error: ProtocolError, request: Request | null): void {
    this.refuse(request, error);
    if (!this.isGreeted) return this.end(CLOSE_CODES.badHello, error.name);
    if (++this.#faults < MAX_FAULTS) return;
    const tooFast = error.name === 'too-many';
    this.end(tooFast ? CLOSE_CODES.tooMany : CLOSE_CODES.tooManyErrors, tooFast ? 'too-many' : 'too-many-errors');
  }

  async #handle(message: ClientMessage): Promise<void> {
    if (message.kind === 'hello') return this.#greet(message.version);
    if (!this.isGreeted) return this.#fault({ name: 'hello-first' }, requestOf(message));
    if (message.kind === 'ping') return this.answer({ kind: 'pong', n: message.n, now: this.#deps.now() });
    return this.#requests.handle(message);
  }

  #greet(version: number): void {
    if (this.isGreeted) return this.#fault({ name: 'already-greeted' }, null);
    if (!isSpoken(version)) {
      this.answer({ kind: 'error', error: { name: 'other-version', detail: rangeText() } });
      return this.end(CLOSE_CODES.otherVersion, 'other-version');
    }
    this.isGreeted = true;
    const you = this.known === null ? null : { name: this.known.person.name };
    this.answer({ kind: 'welcome', version, you, now: this.#deps.now() });
  }

  refuse(request: Request | null, error: ProtocolError): void {
    if (request === null) this.answer({ kind: 'error', error });
    else if (request.kind === 'do') this.answer({ kind: 'refused', id: request.id, error });
    else this.answer({ kind: 'not-watching', table: request.table, error });
  }
}

const requestOf = (message: ClientMessage): Request | null =>
  message.kind === 'do' || message.kind === 'watch' ? message : null;

/** The frame of a text message: final, unmasked (RFC 6455, 5.2). */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = 0x81;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}

/**
 * Sends the messages of all connections: those to one connection in one turn of the event loop in one system call, a text for many framed
 * once. Without compression `ws` writes whole frames at once, so its own (ping, close) never mix with these.
 */
export class Outgoing {
  #text = '';
  #frame: Buffer = textFrame('');
  #corked: Duplex[] = [];

  send(socket: Duplex, text: string): void {
    if (text !== this.#text) {
      this.#frame = textFrame(text);
      this.#text = text;
    }
    if (socket.writableCorked === 0) this.#cork(socket);
    socket.write(this.#frame);
  }

  #cork(socket: Duplex): void {
    socket.cork();
    if (this.#corked.push(socket) === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    const corked = this.#corked;
    this.#corked = [];
    for (const socket of corked) socket.uncork();
  }
}
