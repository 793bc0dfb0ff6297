import { request } from 'node:http';

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The address of this machine that the connection comes from. Default: any. */
  readonly from?: string;
  /** Gives up after this time without a byte. Milliseconds. Default: 20 s. */
  readonly timeout?: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

const TIMEOUT_MS = 20_000;

/**
 * Sends one request on its own connection, with any path and header as they are; `null` if no answer came. A body that is too long may be
 * answered before all of it was sent: the connection may break then.
 */
export function httpRequest(url: string, sent: HttpRequest): Promise<HttpAnswer | null> {
  const { hostname, port } = new URL(url);
  const { method, path, headers = {}, body = '', from: localAddress, timeout = TIMEOUT_MS } = sent;
  const options = { hostname, port, path, method, headers, localAddress, agent: false, timeout } as const;
  return new Promise((resolve) => {
    const outgoing = request(options, (response) => {
      const chunks: Buffer[] = [];
      const whole = (): void =>
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          headers: response.headers,
        });
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', whole).on('error', whole);
    });
    outgoing.on('error', () => resolve(null)).on('timeout', () => outgoing.destroy());
    outgoing.end(body);
  });
}
