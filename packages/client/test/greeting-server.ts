import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { PROTOCOL_VERSION } from '@tablier/protocol';
import { expect } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';

/** A WebSocket server that greets every client and does nothing else. */
export class GreetingServer {
  readonly sockets: WebSocket[] = [];
  /** All that clients have sent. */
  readonly received: string[] = [];
  readonly #server: WebSocketServer;

  private constructor(server: WebSocketServer) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.sockets.push(socket);
      const welcome = { kind: 'welcome', version: PROTOCOL_VERSION, you: { name: 'Ada' }, now: Date.now() };
      socket.addEventListener('message', ({ data }) => typeof data === 'string' && this.received.push(data));
      socket.once('message', () => socket.send(JSON.stringify(welcome)));
    });
  }

  static async start(port = 0): Promise<GreetingServer> {
    const server = new WebSocketServer({ port, host: '127.0.0.1' });
    await once(server, 'listening');
    return new GreetingServer(server);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Polls until an expectation holds. The timeout only finds hangs. */
export const eventually = <T>(read: () => T) => expect.poll(read);
