import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
    expect(said).toBe('tablier: somewhere is no address of a proxy\n');
    expect(exit).toEqual([2, null]);
  });
});
