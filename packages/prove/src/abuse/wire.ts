import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Rng } from '@tablier/core';
import { SOCKET_PATH } from '@tablier/protocol';
import { pick } from './sampler.ts';
import type { Tally } from './tally.ts';

const HANDSHAKE = {
  Host: 'HOST',
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

/** What is wrong with an upgrade, and what the server must say. */
const UPGRADES: readonly {
  readonly headers: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly status: string;
}[] = [
  { headers: { Origin: 'https://elsewhere.example' }, status: '403' },
  { headers: { Origin: 'null' }, status: '403' },
  { headers: { Origin: 'http://HOST.elsewhere.example' }, status: '403' },
  { headers: { Origin: 'https://elsewhere.example', 'X-Forwarded-Host': 'elsewhere.example' }, status: '403' },
  { headers: {}, path: '/api/other', status: '404' },
  { headers: {}, path: '/', status: '404' },
  { headers: { 'Sec-WebSocket-Key': 'short' }, status: '400' },
  { headers: { 'Sec-WebSocket-Version': '99' }, status: '400' },
  { headers: { Upgrade: 'h2c' }, status: '400' },
];

const masked = (first: number, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([first, 0x80 | payload.length, 0, 0, 0, 0]), payload]);

/** Frames that are none (RFC 6455): what follows is a close code of the protocol, or the end. */
const FRAMES: readonly Buffer[] = [
  Buffer.from([0x81, 0x02, 0x7b, 0x7d]),
  masked(0x83, Buffer.from('{}')),
  masked(0xf1, Buffer.from('{}')),
  masked(0x80, Buffer.from('{}')),
  masked(0x81, Buffer.from([0xff, 0xfe, 0xc0])),
  masked(0x09, Buffer.from('ping')),
  masked(0x88, Buffer.from([0x03])),
  masked(0x88, Buffer.from([0x00, 0x01])),
  masked(0x88, Buffer.from([0x03, 0xed])),
  Buffer.concat([masked(0x01, Buffer.from('{"kind"')), masked(0x81, Buffer.from('{}'))]),
  Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
  Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
  Buffer.from([0x89, 0xfe, 0x00, 0xff, 0, 0, 0, 0]),
];

/** No request at all. */
const NO_HTTP = [
  '\u0016\u0003\u0001',
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  `GET /${'x'.repeat(40_000)} HTTP/1.1\r\n\r\n`,
  '\r\n\u0000\r\n\r\n',
];

export interface WireTarget {
  readonly url: string;
  readonly tally: Tally;
}

/** One thing on the wire that is no upgrade, no frame or no request; it must be refused, and the connection must end. */
export async function abuseWire({ url, tally }: WireTarget, rng: Rng): Promise<void> {
  tally.sent++;
  const kind = pick(['upgrade', 'frame', 'request'] as const, rng);
  if (kind === 'request') {
    const answer = await exchange(url, [pick(NO_HTTP, rng)]);
    return answer === null ? tally.fault('unanswered', 'no HTTP') : tally.answered('no-http');
  }
  if (kind === 'upgrade') {
    const { headers, path, status } = pick(UPGRADES, rng);
    const answer = await exchange(url, [requestOf(url, headers, path)]);
    if (answer === null) return tally.fault('unanswered', `upgrade ${JSON.stringify(headers)}`);
    if (answer.toString('latin1').startsWith(`HTTP/1.1 ${status}`)) return tally.answered(`upgrade ${status}`);
    return tally.fault('wrong', `upgrade ${JSON.stringify(headers)}: ${answer.toString('latin1').slice(0, 40)}`);
  }
  const frame = pick(FRAMES, rng);
  const answer = await exchange(url, [requestOf(url, {}), frame]);
  if (answer === null) tally.fault('unanswered', `frame ${frame.toString('hex').slice(0, 40)}`);
  else tally.answered(`broken-frame ${closeCodeIn(answer) ?? 'cut'}`);
}

/** The code of the close frame that a server sent after its handshake, among short frames; `null` for none. */
function closeCodeIn(came: Buffer): number | null {
  const end = came.indexOf('\r\n\r\n');
  for (let at = end + 4; end >= 0 && at + 1 < came.length; at += 2 + (came[at + 1] ?? 0)) {
    if (came[at] === 0x88) return came[at + 1] === 0 ? 1005 : came.readUInt16BE(at + 2);
  }
  return null;
}

export function requestOf(url: string, changes: Readonly<Record<string, string>>, path: string = SOCKET_PATH): string {
  const { host } = new URL(url);
  const headers = Object.entries({ ...HANDSHAKE, ...changes }).map(([name, value]) => `${name}: ${value}`);
  return `GET ${path} HTTP/1.1\r\n${headers.join('\r\n').replaceAll('HOST', host)}\r\n\r\n`;
}

/** Opens a bare connection. */
export async function dial(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Sends one text, and the next after each answer; resolves with all that came when the server ended it, `null` where it did not. */
async function exchange(url: string, parts: readonly (string | Buffer)[]): Promise<Buffer | null> {
  const socket = await dial(url).catch(() => null);
  if (socket === null) return null;
  const came: Buffer[] = [];
  const rest = [...parts];
  const next = (): void => {
    const part = rest.shift();
    if (part !== undefined) socket.write(part);
  };
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      socket.destroy();
      resolve(null);
    }, 20_000);
    socket.on('data', (data: Buffer) => {
      came.push(data);
      // Whoever has read why the line ends, ends it.
      if (closeCodeIn(Buffer.concat(came)) !== null) socket.end();
      next();
    });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(came));
    });
    next();
  });
}
