import type { Socket } from 'node:net';
import { dial, requestOf } from './wire.ts';

/** A dead line must be found within this. Milliseconds. */
const DEAD_LINE = 12_000;

/** Connections that say nothing, or one byte a second: a bounded number, held as long as the server suffers them. */
export class Crawlers {
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

  /** A line that was opened and then answers nothing, not even a ping. */
  async #openDead(url: string): Promise<void> {
    const socket = await dial(url);
    const dead = { socket, since: Date.now(), endedAt: null as number | null };
    this.#dead.push(dead);
    socket.on('close', () => (dead.endedAt = Date.now()));
    socket.resume();
    socket.write(requestOf(url, {}));
  }

  /** How many dead lines the server did not find in time; the oldest must be older than that. */
  stop(): { readonly deadLinesKept: number; readonly slowRequestsEnded: number } {
    clearInterval(this.#timer);
    const now = Date.now();
    const kept = this.#dead.filter(({ since, endedAt }) => (endedAt ?? now) - since > DEAD_LINE + 2000).length;
    const ended = this.#slow.filter((socket) => socket.destroyed).length;
    for (const socket of [...this.#silent, ...this.#slow, ...this.#dead.map((one) => one.socket)]) socket.destroy();
    return { deadLinesKept: kept, slowRequestsEnded: ended };
  }
}
