import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { RunningServer } from '../../src/index.ts';

/** A bare TCP connection that can send anything. It stays half open when the server ends its side. */
export class RawClient {
  readonly socket: Socket;
  /** Resolves when the server has closed the connection. */
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

/** The head of an upgrade request. */
export const upgradeOf = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${headers}\r\n`;

/** A value of `GET /metrics`, with its labels if it has any; 0 if it is missing. */
export async function metricOf({ metricsPort }: RunningServer, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.split(' ')[1]);
}

/** Waits until a number is as expected; returns the last one seen otherwise. */
export async function settled(read: () => Promise<number>, wanted: number, timeoutMs = 10_000): Promise<number> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const seen = await read();
    if (seen === wanted || performance.now() > until) return seen;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
