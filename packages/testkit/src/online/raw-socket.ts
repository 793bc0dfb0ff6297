import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { SOCKET_PATH } from '@tablier/protocol';

export interface RawSocketOptions {
  /** Whether the connection stays open when the server ends its side. Default: true. */
  readonly allowHalfOpen?: boolean;
}

/** A TCP connection on which any bytes can be sent. */
export class RawSocket {
  readonly socket: Socket;
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<unknown>;
  readonly #received: Buffer[] = [];

  private constructor(socket: Socket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => {
      for (const event of ['end', 'close']) socket.once(event, resolve);
    });
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => this.#received.push(data));
  }

  static async open(url: string, { allowHalfOpen = true }: RawSocketOptions = {}): Promise<RawSocket> {
    const { hostname: host, port } = new URL(url);
    const client = new RawSocket(connect({ port: Number(port), host, allowHalfOpen }));
    await once(client.socket, 'connect');
    return client;
  }

  /** All bytes that were received. */
  get bytes(): Buffer {
    return Buffer.concat(this.#received);
  }

  /** The same as text. */
  get received(): string {
    return this.bytes.toString();
  }

  /** The status of the first answer; waits for it. 0 if the connection ends before. */
  async status(): Promise<number> {
    while (!this.received.includes('\r\n')) {
      if (this.socket.destroyed) return 0;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return Number(this.received.split(' ')[1]);
  }
}

/** A request that asks for a WebSocket. `headers` replace those of the handshake that have the same name. */
export function upgradeRequest(path: string = SOCKET_PATH, headers: Readonly<Record<string, string>> = {}): string {
  const handshake = {
    Host: 'localhost',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const lines = Object.entries({ ...handshake, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
