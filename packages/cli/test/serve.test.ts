import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const BIN = join(import.meta.dirname, '..', 'bin', 'tablier.js');

describe('tablier serve', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tablier-serve-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const serve = (port: number, ...flags: readonly string[]) =>
    spawn(process.execPath, [BIN, 'serve', '--port', String(port), '--data', folder, ...flags], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'prints its address when it is listening, and ends well on %s',
    async (signal) => {
      const child = serve(0);
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      const url = /^Tablier is at (http:\/\/127\.0\.0\.1:\d+) /.exec(line)?.[1] ?? '';
      expect((await fetch(`${url}/api/health`)).status).toBe(200);
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
  );

  test('a port that is taken is named in one line, with exit code 2', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const child = serve(port);
    const [said, exit] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(said).toBe(`tablier: port ${port} is in use: choose another with --port\n`);
    expect(exit).toEqual([2, null]);
    other.close();
  });

  test('a proxy that is none is named in one line, with exit code 2', async () => {
    const child = serve(0, '--trust-proxy', 'loopback,somewhere');
    const [said, exit] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(said).toBe('tablier: somewhere is not the address of a proxy: correct --trust-proxy\n');
    expect(exit).toEqual([2, null]);
  });

  /** `tablier serve` configured by the environment alone, and by flags too. */
  const serveWith = (env: Readonly<Record<string, string>>, ...flags: readonly string[]) =>
    spawn(process.execPath, [BIN, 'serve', ...flags], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TABLIER_DATA: folder, ...env },
    });
  const firstLine = async (child: ReturnType<typeof serveWith>): Promise<string> =>
    ((await once(createInterface({ input: child.stdout }), 'line')) as [string])[0];

  test.each([
    ['info', true],
    ['warn', false],
  ])('--log-level %s: a request of the API has a line: %s', async (level, isLogged) => {
    const child = serve(0, '--log-level', level);
    const log = text(child.stderr);
    const [, url = ''] = / (http:\S+) /.exec(await firstLine(child)) ?? [];
    await (await fetch(`${url}/api/v1/games`)).text();
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect((await log).includes('/api/v1/games')).toBe(isLogged);
  });

  test('the environment says what flags do not; a flag wins; an empty variable says nothing', async () => {
    const data = join(folder, 'elsewhere');
    const child = serveWith(
      { PORT: '1', HOST: '127.0.0.2', TABLIER_DATA: data, TABLIER_ORIGIN: '', TABLIER_METRICS_PORT: '0' },
      '--port',
      '0',
    );
    const log = text(child.stderr);
    expect(await firstLine(child)).toMatch(/^Tablier is at http:\/\/127\.0\.0\.2:\d+ /);
    expect(existsSync(join(data, 'tablier.db'))).toBe(true);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await log).toMatch(/metrics at http:\/\/127\.0\.0\.1:\d+\/metrics/);
  });

  test.each([
    [{ PORT: 'many' }, "option '--port <n>' value 'many' from env 'PORT' is invalid"],
    [{ PORT: '70000' }, 'It must be a whole number from 0 to 65535.'],
    [
      { PORT: '0', TABLIER_ORIGIN: 'club.example' },
      "'club.example' from env 'TABLIER_ORIGIN' is invalid. It must be an origin",
    ],
    [{ PORT: '0', TABLIER_METRICS_PORT: '-1' }, "option '--metrics-port <n>' value '-1'"],
  ])('%o is refused in one line, with exit code 2', async (env, words) => {
    const child = serveWith(env);
    const [said, exit] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(said).toContain(words);
    expect(said.split('\n').filter((line) => line !== '' && !line.startsWith('('))).toHaveLength(1);
    expect(exit).toEqual([2, null]);
  });

  test('SIGTERM ends the server while clients hold connections and answer nothing', async () => {
    const child = serveWith({ PORT: '0' });
    const url = new URL(/http:\S+/.exec(await firstLine(child))?.[0] ?? '');
    const heads = [
      '',
      'GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nmore',
      'GET /api/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    ];
    const sockets = heads.map((head) => {
      const socket = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true });
      socket.on('error', () => undefined).pause();
      socket.write(head);
      return socket;
    });
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    expect((await fetch(new URL('/api/health', url))).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    for (const socket of sockets) socket.destroy();
  });
});
