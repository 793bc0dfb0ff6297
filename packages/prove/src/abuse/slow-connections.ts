import type { Socket } from 'node:net';
import { RawSocket, upgradeRequest } from '@tablier/testkit/online';

/** A dead connection must be found within this time. Milliseconds. */
const DEAD_CONNECTION_MS = 12_000;

/** A limited number of connections that send nothing, or one byte a second. They are held as long as the server accepts them. */
export class SlowConnections {
  readonly #silent: Socket[] = [];
  readonly #slow: Socket[] = [];
  readonly #dead: { readonly socket: Socket; readonly since: number; endedAt: number | null }[] = [];
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
    const dead = { socket, since: Date.now(), endedAt: null as number | null };
    this.#dead.push(dead);
    socket.on('close', () => (dead.endedAt = Date.now()));
    socket.resume();
    socket.write(upgradeRequest());
  }

  /** How many dead connections the server did not find in time. */
  stop(): { readonly deadConnectionsKept: number; readonly slowRequestsEnded: number } {
    clearInterval(this.#timer);
    const now = Date.now();
    const kept = this.#dead.filter(({ since, endedAt }) => (endedAt ?? now) - since > DEAD_CONNECTION_MS + 2000).length;
    const ended = this.#slow.filter((socket) => socket.destroyed).length;
    for (const socket of [...this.#silent, ...this.#slow, ...this.#dead.map((one) => one.socket)]) socket.destroy();
    return { deadConnectionsKept: kept, slowRequestsEnded: ended };
  }
}

const dial = async (url: string): Promise<Socket> => (await RawSocket.open(url, { allowHalfOpen: false })).socket;
