import { randomUUID } from 'node:crypto';
import { type ServerMessage, SOCKET_PATH } from '@tablier/protocol';
import { WebSocket } from 'ws';
import { ClientCore } from './client-core.ts';

export interface NodeConnectionOptions {
  /** Further headers of the request that opens a connection, such as `cookie`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** As in `ClientOptions`. Default: a random UUID. */
  readonly newId?: () => string;
  /** As in `ClientOptions`. Default: `Math.random`. */
  readonly random?: () => number;
  /** The longest wait before a reconnect, in milliseconds. Default: as long as the core asks. */
  readonly maxReconnectMs?: number;
  /** How often the core looks for a dead connection and for messages to send again, in milliseconds; 0 for never. Default: 1000. */
  readonly tickMs?: number;
  /** Called with the text of each message before the core applies it. */
  readonly onMessage?: (text: string) => void;
  /** As in `ClientOptions`. */
  readonly onChange?: (change: ServerMessage | { readonly kind: 'offline' }) => void;
}

const TICK_MS = 1000;

/** A `ClientCore` on WebSockets of Node. It reconnects until it is closed or the server refuses it for good. */
export class NodeConnection {
  readonly core: ClientCore;
  readonly #options: NodeConnectionOptions;
  #url: string | (() => string);
  #socket: WebSocket | null = null;
  #isWanted = false;
  #closedWith: number | null = null;
  #ticking: ReturnType<typeof setInterval> | undefined;
  #reconnecting: ReturnType<typeof setTimeout> | undefined;

  /** `url`: the origin of the server (`http://localhost:3000`). A function is called for each connection. */
  constructor(url: string | (() => string), options: NodeConnectionOptions = {}) {
    this.#url = url;
    this.#options = options;
    const { newId = randomUUID, random = Math.random, onChange = () => undefined } = options;
    this.core = new ClientCore({ now: () => performance.now(), newId, random, onChange });
  }

  /** The close code of the last connection that had been open; `null` before. */
  get closedWith(): number | null {
    return this.#closedWith;
  }

  open(url = this.#url): void {
    const { tickMs = TICK_MS } = this.#options;
    this.#url = url;
    this.#isWanted = true;
    clearInterval(this.#ticking);
    if (tickMs > 0) this.#ticking = setInterval(() => this.core.tick(), tickMs);
    this.#connect();
  }

  /** Breaks the connection without a closing handshake. Unless closed, the client reconnects. */
  drop(): void {
    this.#socket?.terminate();
  }

  /** Ends the connection without a closing handshake and does not reconnect. */
  async close(): Promise<void> {
    this.#isWanted = false;
    clearInterval(this.#ticking);
    clearTimeout(this.#reconnecting);
    const socket = this.#socket;
    if (socket === null || socket.readyState === socket.CLOSED) return;
    // `once` of node:events would reject: a socket ended while it opens emits an error first.
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.terminate();
    await closed;
  }

  #connect(): void {
    const { headers = {}, onMessage } = this.#options;
    const url = typeof this.#url === 'string' ? this.#url : this.#url();
    const socket = new WebSocket(`${url.replace('http', 'ws')}${SOCKET_PATH}`, { headers });
    this.#socket = socket;
    let wasOpen = false;
    socket.on('open', () => {
      wasOpen = true;
      this.core.connectionOpened(socket, () => socket.terminate());
    });
    // Before the listener of the core.
    if (onMessage !== undefined) socket.on('message', (data: Buffer) => onMessage(data.toString()));
    // Every error is followed by `close`.
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      if (this.#socket !== socket) return;
      // A failed attempt says nothing about the previous connection.
      if (wasOpen) this.#closedWith = code;
      this.#closed(code);
    });
  }

  #closed(code: number): void {
    const { maxReconnectMs = Number.POSITIVE_INFINITY } = this.#options;
    const next = this.core.connectionClosed(code);
    if (next.kind !== 'reconnect' || !this.#isWanted) return;
    this.#reconnecting = setTimeout(() => this.#connect(), Math.min(next.afterMs, maxReconnectMs));
  }
}
