import { once } from 'node:events';
import { PING_AFTER, PROTOCOL_VERSION, SOCKET_PATH } from '@tablier/protocol';
import { WebSocket } from 'ws';

const ignore = (): void => undefined;

/** A line that costs next to nothing: texts come and go, and nobody checks them against a schema. */
export class LightLine {
  /** Takes every text that comes, once the line is open. */
  onText: (text: string) => void = ignore;
  /** The code that the line was closed with, by whomever but us; `null` while it is open. */
  droppedWith: number | null = null;
  /** Bytes of text that came, and how many texts. */
  bytes = 0;
  texts = 0;
  readonly #ws: WebSocket;
  #heardAt = 0;
  #isLeaving = false;

  private constructor(ws: WebSocket) {
    this.#ws = ws;
    ws.on('message', (data: Buffer) => {
      this.bytes += data.length;
      this.texts++;
      this.#heardAt = performance.now();
      this.onText(data.toString());
    });
    ws.on('error', ignore);
    ws.on('close', (code) => {
      if (!this.#isLeaving) this.droppedWith = code;
    });
  }

  /** Resolves with an open line; rejects where the server does not take it. */
  static async open(address: string, headers: Readonly<Record<string, string>> = {}): Promise<LightLine> {
    const ws = new WebSocket(address, { headers, perMessageDeflate: false, skipUTF8Validation: true });
    const line = new LightLine(ws);
    const failed = once(ws, 'close').then(() => 'closed');
    if ((await Promise.race([once(ws, 'open'), failed])) === 'closed') throw new Error('a line could not be opened');
    return line;
  }

  /** An open line to Tablier, greeted. */
  static async greeted(url: string, cookie = ''): Promise<LightLine> {
    const line = await LightLine.open(`${url.replace('http', 'ws')}${SOCKET_PATH}`, cookie === '' ? {} : { cookie });
    const welcomed = new Promise<void>((resolve, reject) => {
      line.onText = (text) => (text.startsWith('{"kind":"welcome"') ? resolve() : reject(new Error(text)));
    });
    line.send(`{"kind":"hello","version":${PROTOCOL_VERSION}}`);
    await welcomed;
    line.onText = ignore;
    return line;
  }

  send(text: string): void {
    this.#ws.send(text);
  }

  /** Asks for a sign of life where none came for long, as every client does. */
  ping(now: number): void {
    if (now - this.#heardAt >= PING_AFTER) this.send('{"kind":"ping","n":1}');
  }

  leave(): void {
    this.#isLeaving = true;
    this.#ws.terminate();
  }
}
