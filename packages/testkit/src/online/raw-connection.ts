import { once } from 'node:events';
import { PROTOCOL_VERSION, type ServerMessage, SOCKET_PATH } from '@tablier/protocol';
import { WebSocket } from 'ws';

/** A line on which anything can be sent. */
export class RawLine {
  readonly ws: WebSocket;
  readonly #queue: ServerMessage[] = [];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  #wake: () => void = () => undefined;

  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.ws = new WebSocket(`${url.replace('http', 'ws')}${SOCKET_PATH}`, { headers });
    this.ws.on('error', () => undefined);
    this.ws.on('message', (data: Buffer) => {
      this.#queue.push(JSON.parse(data.toString()) as ServerMessage);
      this.#wake();
    });
    this.closed = new Promise((resolve) => {
      this.ws.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
  }

  /** An open line; greeted unless told otherwise. */
  static async open(url: string, headers: Readonly<Record<string, string>> = {}, greet = 'greeted'): Promise<RawLine> {
    const line = new RawLine(url, headers);
    await once(line.ws, 'open');
    if (greet === 'greeted') {
      line.send({ kind: 'hello', version: PROTOCOL_VERSION });
      await line.next('welcome');
    }
    return line;
  }

  send(message: unknown): void {
    this.ws.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The next message of one of these kinds; earlier ones of other kinds are passed over. */
  async next<K extends ServerMessage['kind']>(...kinds: readonly K[]): Promise<ServerMessage & { readonly kind: K }> {
    const isWanted = (message: ServerMessage): message is ServerMessage & { readonly kind: K } =>
      kinds.some((kind) => kind === message.kind);
    for (;;) {
      const message = this.#queue.shift();
      if (message !== undefined && isWanted(message)) return message;
      if (message === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** The name of the next error. */
  async error(): Promise<string> {
    return (await this.next('error')).error.name;
  }
}
