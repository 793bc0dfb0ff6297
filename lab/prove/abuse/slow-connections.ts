import type { Socket } from 'node:net';
import { RawSocket, upgradeRequest } from '@tablier/testkit/online';
import { settled } from '../lib/figures.ts';

/** A dead connection that is not found in this time never is. A busy machine takes a part of it. Milliseconds. */
const HANGS_MS = 120_000;

/** A limited number of connections that send nothing, or one byte a second. They are held as long as the server accepts them. */
export class SlowConnections {
  readonly #silent: Socket[] = [];
  readonly #slow: Socket[] = [];
  readonly #dead: Socket[] = [];
  #timer: NodeJS.Timeout | undefined;

  async start(url: string, each: number): Promise<void> {
    for (let made = 0; made < each; made++) {
      this.#silent.push(await dial(url));
      this.#slow.push(await dial(url));
      await this.#openDead(url);
    }
    const text = `GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ${'a'.repeat(1e4)}`;
    let at = 0;
    this.#timer = setInterval(() => {
      for (const socket of this.#slow) if (socket.writable) socket.write(text[at] ?? 'a');
      at++;
    }, 1000);
  }

  /** A WebSocket that was opened and then answers nothing, not even a ping. */
  async #openDead(url: string): Promise<void> {
    const socket = await dial(url);
    this.#dead.push(socket);
    socket.resume();
    socket.write(upgradeRequest());
  }

  /** How many dead connections the server does not find. */
  async stop(): Promise<{ readonly deadConnectionsKept: number; readonly slowRequestsEnded: number }> {
    const kept = (): number => this.#dead.filter((socket) => !socket.closed).length;
    await settled(() => kept() === 0, HANGS_MS);
    clearInterval(this.#timer);
    const figures = {
      deadConnectionsKept: kept(),
      slowRequestsEnded: this.#slow.filter((socket) => socket.destroyed).length,
    };
    for (const socket of [...this.#silent, ...this.#slow, ...this.#dead]) socket.destroy();
    return figures;
  }
}

const dial = async (url: string): Promise<Socket> => (await RawSocket.open(url, { allowHalfOpen: false })).socket;
