import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent, createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { connect, type ConnectionOptions } from 'node:tls';
import type { PushMessage } from '@tablier/protocol';

const HOST = 'push.example.com';
const PEM = readFileSync(join(import.meta.dirname, `${HOST}.pem`), 'utf8');

/** A browser that was sent something, as its push service sees it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A push service on this machine, under a name of its own. */
export class PushService {
  readonly received: Received[] = [];
  /** The status of the next answers; 0 breaks the connection instead. */
  status = 201;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer({ key: PEM, cert: PEM }, (request, response) => this.#receive(request, response));
  }

  static async start(): Promise<PushService> {
    const service = new PushService();
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  /** Connects to this service whenever its name is asked for, and checks its certificate. */
  get agent(): Agent {
    const { port } = this.#server.address() as AddressInfo;
    const agent = new Agent();
    agent.createConnection = (options: ConnectionOptions): Socket =>
      connect({ ...options, host: '127.0.0.1', port, servername: options.host ?? '', ca: PEM });
    return agent;
  }

  endpoint(path: string): string {
    return `https://${HOST}/${path}`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      this.received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      if (this.status === 0) request.socket.destroy();
      else response.writeHead(this.status).end();
    });
  }
}

const hmac = (key: Buffer, ...parts: readonly (Buffer | string)[]): Buffer => {
  const made = createHmac('sha256', key);
  for (const part of parts) made.update(part);
  return made.digest();
};

/** The keys of a browser. It decrypts by RFC 8291, written from the standard, not with the library of the server. */
export class PushReceiver {
  readonly #keys: ECDH = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  constructor() {
    this.#keys.generateKeys();
  }

  get keys(): { readonly p256dh: string; readonly auth: string } {
    return { p256dh: this.#keys.getPublicKey().toString('base64url'), auth: this.#auth.toString('base64url') };
  }

  read({ body, headers }: Received): PushMessage {
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted as RFC 8291 says');
    const salt = body.subarray(0, 16);
    const length = body.readUInt8(20);
    const sender = body.subarray(21, 21 + length);
    const sealed = body.subarray(21 + length);
    const shared = this.#keys.computeSecret(sender);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), sender, Buffer.from([1])]);
    const input = hmac(hmac(this.#auth, shared), info);
    const pseudoRandom = hmac(salt, input);
    const key = hmac(pseudoRandom, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16);
    const nonce = hmac(pseudoRandom, 'Content-Encoding: nonce\0\x01').subarray(0, 12);
    const opened = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()]);
    return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString()) as PushMessage;
  }
}

/** Whether a message is signed by the server with this key, for this push service (RFC 8292). */
export function isSignedBy(publicKey: string, { headers }: Received): boolean {
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { readonly aud: string };
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'));
  const jwk = { key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk', dsaEncoding: 'ieee-p1363' } as const;
  const isValid = verify('sha256', Buffer.from(`${head}.${claims}`), jwk as never, Buffer.from(signature, 'base64url'));
  return isValid && aud === `https://${HOST}` && key === publicKey;
}
