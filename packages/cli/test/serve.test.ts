import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linesUntil, start, tablier } from './tablier.ts';

test('tablier serve answers at the address that it prints, and ends when it is told to', async () => {
  const data = await mkdtemp(join(tmpdir(), 'tablier-'));
  const child = start(['serve', '--port', '0', '--data', data]);
  try {
    const [line = ''] = await linesUntil(child, /http/);
    const url = /^Tablier is at (http:\/\/127\.0\.0\.1:\d+) /.exec(line)?.[1] ?? '';
    expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ status: 'ok' });

    const { code, stdout, stderr } = await tablier(['serve', '--port', new URL(url).port, '--data', data]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^tablier: port \d+ is in use/m);

    child.kill('SIGTERM');
    await once(child, 'close');
    expect(child.exitCode).toBe(0);
  } finally {
    child.kill('SIGKILL');
    await rm(data, { recursive: true });
  }
});
