import type { Duplex } from 'node:stream';

/** The frame of a text message: final, unmasked (RFC 6455, 5.2). */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = 0x81;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}

/**
 * Sends the messages of all connections. Messages to one connection in one turn of the event loop share one system
 * call, and a text for many connections is framed once. Without compression `ws` also writes whole frames at once, so
 * its own frames (ping, close) never mix with these.
 */
export class Outgoing {
  #text = '';
  #frame: Buffer = textFrame('');
  #corked: Duplex[] = [];

  /** Sends a text as a message, after all earlier data on this socket. */
  send(socket: Duplex, text: string): void {
    if (text !== this.#text) {
      this.#frame = textFrame(text);
      this.#text = text;
    }
    if (socket.writableCorked === 0) this.#cork(socket);
    socket.write(this.#frame);
  }

  #cork(socket: Duplex): void {
    socket.cork();
    if (this.#corked.push(socket) === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    const corked = this.#corked;
    this.#corked = [];
    for (const socket of corked) socket.uncork();
  }
}
