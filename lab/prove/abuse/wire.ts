import type { Rng } from '@tablier/core';
import { RawSocket, upgradeRequest } from '@tablier/testkit/online';
import { pick } from './sampler.ts';
import type { Tally } from './tally.ts';

/** An end of the connection is not expected after this time. Milliseconds. */
const TIMEOUT_MS = 20_000;

/** Wrong upgrades, and how the server must answer: with one of `status`. */
const UPGRADES: readonly {
  readonly headers: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly status: readonly number[];
}[] = [
  { headers: { Origin: 'https://elsewhere.example' }, status: [403] },
  { headers: { Origin: 'null' }, status: [403] },
  { headers: { Origin: 'http://HOST.elsewhere.example' }, status: [403] },
  { headers: { Origin: 'https://elsewhere.example', 'X-Forwarded-Host': 'elsewhere.example' }, status: [403] },
  { headers: {}, path: '/api/other', status: [404] },
  { headers: {}, path: '/', status: [404] },
  { headers: { 'Sec-WebSocket-Key': 'short' }, status: [400] },
  { headers: { 'Sec-WebSocket-Version': '99' }, status: [400] },
  // Since Node 24.9 the server ignores the offer of HTTP/2 and answers the plain request, which asks to end the connection.
  { headers: { Upgrade: 'h2c', Connection: 'Upgrade, close' }, status: [204, 400] },
];

const masked = (first: number, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([first, 0x80 | payload.length, 0, 0, 0, 0]), payload]);

/** Invalid frames (RFC 6455): a close code of the protocol must follow, or the end. */
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

/** Invalid requests. */
const NO_HTTP = [
  '\u0016\u0003\u0001',
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  `GET /${'x'.repeat(40_000)} HTTP/1.1\r\n\r\n`,
  '\r\n\u0000\r\n\r\n',
];

interface WireTarget {
  readonly url: string;
  readonly tally: Tally;
}

/** Sends an invalid upgrade, frame or request. The server must refuse it and end the connection. */
export async function abuseWire({ url, tally }: WireTarget, rng: Rng): Promise<void> {
  tally.sent++;
  const kind = pick(['upgrade', 'frame', 'request'] as const, rng);
  if (kind === 'request') {
    const answer = await exchange(url, [pick(NO_HTTP, rng)]);
    return answer === null ? tally.fault('unanswered', 'no HTTP') : tally.answered('no-http');
  }
  if (kind === 'upgrade') {
    const { headers, path, status } = pick(UPGRADES, rng);
    const answer = await exchange(url, [upgradeWith(url, headers, path)]);
    if (answer === null) return tally.fault('unanswered', `upgrade ${JSON.stringify(headers)}`);
    const answered = status.find((code) => answer.toString('latin1').startsWith(`HTTP/1.1 ${code}`));
    if (answered !== undefined) return tally.answered(`upgrade ${answered}`);
    return tally.fault('wrong', `upgrade ${JSON.stringify(headers)}: ${answer.toString('latin1').slice(0, 40)}`);
  }
  const frame = pick(FRAMES, rng);
  const answer = await exchange(url, [upgradeWith(url, {}), frame]);
  if (answer === null) tally.fault('unanswered', `frame ${frame.toString('hex').slice(0, 40)}`);
  else tally.answered(`broken-frame ${closeCodeIn(answer) ?? 'cut'}`);
}

/** The code of the close frame after the handshake, among short frames; `null` without one. */
function closeCodeIn(received: Buffer): number | null {
  const end = received.indexOf('\r\n\r\n');
  for (let at = end + 4; end >= 0 && at + 1 < received.length; at += 2 + (received[at + 1] ?? 0)) {
    if (received[at] === 0x88) return received[at + 1] === 0 ? 1005 : received.readUInt16BE(at + 2);
  }
  return null;
}

/** Sends one part after each answer. Resolves with all bytes when the server has ended the connection; `null` if it does not end. */
async function exchange(url: string, parts: readonly (string | Buffer)[]): Promise<Buffer | null> {
  const client = await RawSocket.open(url, { allowHalfOpen: false }).catch(() => null);
  if (client === null) return null;
  const { socket } = client;
  const rest = [...parts];
  const next = (): void => {
    const part = rest.shift();
    if (part !== undefined) socket.write(part);
  };
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      socket.destroy();
      resolve(null);
    }, TIMEOUT_MS);
    socket.on('data', () => {
      // A client that has read why the connection ends closes it.
      if (closeCodeIn(client.bytes) !== null) socket.end();
      next();
    });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(client.bytes);
    });
    next();
  });
}

/** An upgrade of which some headers are replaced. `HOST` in them stands for the host of the server. */
function upgradeWith(url: string, changes: Readonly<Record<string, string>>, path?: string): string {
  const { host } = new URL(url);
  return upgradeRequest(path, { Host: host, ...changes }).replaceAll('HOST', host);
}
