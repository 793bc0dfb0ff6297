import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { RunningServer } from '../../src/index.ts';

/** A bare TCP connection, on which anything can be sent. It stays half open when the server ends its side. */
export class RawClient {
  readonly socket: Socket;
  /** Resolves when the server has ended the connection. */
  readonly closed: Promise<unknown>;
  #received = '';

  constructor(url: string, host = new URL(url).hostname) {
    this.socket = connect({ port: Number(new URL(url).port), host, allowHalfOpen: true });
    this.closed = new Promise((resolve) => {
      for (const event of ['end', 'close']) this.socket.once(event, resolve);
    });
    this.socket.on('error', () => undefined);
    this.socket.on('data', (data) => (this.#received += data.toString()));
  }

  static async open(url: string, host?: string): Promise<RawClient> {
    const client = new RawClient(url, host);
    await once(client.socket, 'connect');
    return client;
  }

  get received(): string {
    return this.#received;
  }

  /** The status of the first answer; waits for it. */
  async status(): Promise<number> {
    while (!this.#received.includes('\r\n')) {
      if (this.socket.destroyed) return 0;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return Number(this.#received.split(' ')[1]);
  }
}

/** The head of a request for a socket. */
export const upgradeOf = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${headers}\r\n`;

/** A number of `GET /metrics`, with its labels where it has some; 0 where it is not there. */
export async function metricOf({ metricsPort }: RunningServer, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.split(' ')[1]);
}

/** Waits until a number is what it should be; the last one seen where it never is. */
export async function settled(read: () => Promise<number>, wanted: number, patience = 10_000): Promise<number> {
  const until = performance.now() + patience;
  for (;;) {
    const seen = await read();
    if (seen === wanted || performance.now() > until) return seen;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
