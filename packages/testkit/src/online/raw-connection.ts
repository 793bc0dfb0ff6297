import { reconnectDelay } from '@tablier/client';
import { PING_AFTER, PROTOCOL_VERSION, type ServerMessage, SOCKET_PATH } from '@tablier/protocol';
import { type ClientOptions, WebSocket } from 'ws';

/** How a connection ended. */
export interface Closed {
  readonly code: number;
  readonly reason: string;
}

export interface RawConnectionOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** The address of this machine that the connection comes from. Default: any. */
  readonly localAddress?: string;
  /** The path of the socket. Default: that of the protocol. */
  readonly path?: string;
}

/** A WebSocket on which anything can be sent. Nothing is checked, and nothing is sent again. */
export class RawConnection {
  readonly ws: WebSocket;
  readonly #url: string;
  readonly #options: RawConnectionOptions;
  readonly closed: Promise<Closed>;
  /** Receives the text of each message, from the next one on. Default: the messages are kept for `next`. */
  onText: (text: string) => void = (text) => this.#keep(text);
  /** The bytes and the number of all messages. */
  bytes = 0;
  messages = 0;
  readonly #kept: ServerMessage[] = [];
  #wake: () => void = () => undefined;
  #receivedAt = 0;
  #isLeaving = false;
  #isClosed = false;
  #closedWith: number | null = null;

  constructor(url: string, options: RawConnectionOptions = {}) {
    const { headers = {}, localAddress, path = SOCKET_PATH } = options;
    this.#url = url;
    this.#options = options;
    // Compression and the check of UTF-8 cost the client more than the rest.
    const ofSocket: ClientOptions = { headers, perMessageDeflate: false, skipUTF8Validation: true };
    if (localAddress !== undefined) ofSocket.localAddress = localAddress;
    this.ws = new WebSocket(url.replace(/^http/, 'ws') + path, ofSocket);
    // Every error is followed by `close`.
    this.ws.on('error', () => undefined);
    this.ws.on('message', (data: Buffer) => {
      this.bytes += data.length;
      this.messages++;
      this.#receivedAt = performance.now();
      this.onText(data.toString());
    });
    this.closed = new Promise((resolve) => {
      this.ws.on('close', (code, reason) => {
        if (!this.#isLeaving) this.#closedWith = code;
        this.#isClosed = true;
        this.#wake();
        resolve({ code, reason: reason.toString() });
      });
    });
  }

  /** An open connection, greeted unless `silent`. Rejects with the answer of a server that refuses it. */
  static async open(
    url: string,
    headers: Readonly<Record<string, string>> = {},
    greet: 'greeted' | 'silent' = 'greeted',
  ): Promise<RawConnection> {
    const connection = new RawConnection(url, { headers });
    await connection.opened();
    if (greet === 'greeted') await connection.greet();
    return connection;
  }

  /** Another one of the same client, greeted. Waits before each attempt as a page does. `random`: as in `ClientOptions`. */
  async again(random: () => number): Promise<RawConnection> {
    for (let attempts = 0; ; attempts++) {
      await new Promise((resolve) => setTimeout(resolve, reconnectDelay(attempts, random())));
      const connection = new RawConnection(this.#url, this.#options);
      const greeting = connection.opened().then(() => connection.greet());
      if (await greeting.then(() => true).catch(() => false)) return connection;
    }
  }

  /** Resolves when the connection is open. Rejects with the answer of a server that refuses it. */
  opened(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.ws.once('open', resolve).once('error', reject);
    });
  }

  /** Says hello; resolves when the server has answered. Use it before `onText` is set. */
  async greet(): Promise<void> {
    this.send({ kind: 'hello', version: PROTOCOL_VERSION });
    await this.next('welcome');
  }

  get isOpen(): boolean {
    return this.ws.readyState === WebSocket.OPEN;
  }

  /** The close code, if the connection was closed by anything but `leave`; `null` otherwise. */
  get closedWith(): number | null {
    return this.#closedWith;
  }

  /** Sends a text as it is, anything else as JSON. */
  send(message: unknown): void {
    this.ws.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Sends a ping if nothing was received for long, as every client does. `now`: of `performance`. `after`: that of one who plays or not. */
  keepAlive(now: number, after = PING_AFTER): void {
    if (now - this.#receivedAt >= after) this.send('{"kind":"ping","n":1}');
  }

  /** Ends the connection without a closing handshake. */
  leave(): void {
    this.#isLeaving = true;
    this.ws.terminate();
  }

  /** The next message of one of these kinds. Earlier ones of other kinds are dropped. Rejects if the connection was closed before. */
  async next<K extends ServerMessage['kind']>(...kinds: readonly K[]): Promise<ServerMessage & { readonly kind: K }> {
    const isWanted = (message: ServerMessage): message is ServerMessage & { readonly kind: K } =>
      kinds.some((kind) => kind === message.kind);
    for (;;) {
      const message = this.#kept.shift();
      if (message !== undefined && isWanted(message)) return message;
      if (message !== undefined) continue;
      if (this.#isClosed) throw new Error(`closed before ${kinds.join(' or ')}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** The name of the next error. */
  async error(): Promise<string> {
    return (await this.next('error')).error.name;
  }

  #keep(text: string): void {
    this.#kept.push(JSON.parse(text) as ServerMessage);
    this.#wake();
  }
}
