import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** The path of the added script. */
const ADDED = '/added-by-the-test.js';
/** Ends of a page are no failure: the browser itself has left it. */
const FAILED = 400;

/** The head of a request, as it came. */
const headOf = ({ method, url, rawHeaders }: IncomingMessage): string => {
  const fields = rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  return `${method} ${url} HTTP/1.1\r\n${fields.join('')}\r\n`;
};

async function textOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of message.setEncoding('utf8')) text += String(part);
  return text;
}

/**
 * A server in front of the one that is tested, for a browser whose driver reports neither the console nor the network: it puts a script
 * before all others of each page, and keeps the requests that failed.
 */
export class Front {
  readonly failed: string[] = [];
  readonly #server: Server;
  readonly #base: URL;

  constructor(base: string, script: string) {
    this.#base = new URL(base);
    this.#server = createServer((incoming, answer) => {
      if (incoming.url === ADDED) return void answer.setHeader('content-type', 'text/javascript').end(script);
      const { hostname, port } = this.#base;
      const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
      const asked = request({ hostname, port, path: incoming.url, method: incoming.method, headers });
      asked.once('error', () => answer.destroy());
      asked.once('response', (response) => {
        const { statusCode = 0 } = response;
        if (statusCode >= FAILED) this.failed.push(`${incoming.url}: ${statusCode}`);
        if (!response.headers['content-type']?.startsWith('text/html')) {
          response.pipe(answer.writeHead(statusCode, response.headers));
          return;
        }
        void textOf(response).then((text) => {
          const { 'content-length': _, ...others } = response.headers;
          answer.writeHead(statusCode, others).end(text.replace('<head>', `<head><script src="${ADDED}"></script>`));
        });
      });
      incoming.pipe(asked);
    });
    this.#server.on('upgrade', (incoming, socket) => {
      const other = connect(Number(this.#base.port), this.#base.hostname, () => other.write(headOf(incoming)));
      for (const end of [socket, other]) end.on('error', () => [socket, other].forEach((each) => each.destroy()));
      socket.pipe(other).pipe(socket);
    });
  }

  /** Starts to listen; returns the address of the same page through this server. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, this.#base.hostname, resolve));
    return `http://${this.#base.hostname}:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
