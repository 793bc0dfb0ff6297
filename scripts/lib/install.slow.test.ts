import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROGRAM } from '../../packages/cli/bin/program.mjs';
import { ensureBuilt } from './builds.mjs';
import { ROOT, run } from './run.mjs';

test.each(['.', 'scripts/runtime'])('npm ci accepts the lockfile in %s', async (folder) => {
  // Nothing is fetched or written: npm compares the lockfile with the manifests.
  const { code, output } = await run(`npm ci --dry-run --ignore-scripts --offline --prefix ${folder}`, {
    show: 'collect',
  });
  expect(output).not.toContain('not in sync');
  expect(code).toBe(0);
});

describe('the built program', () => {
  const build = join(ROOT, PROGRAM);
  let folder = '';

  beforeAll(async () => {
    await ensureBuilt();
    folder = mkdtempSync(join(tmpdir(), 'tablier-program-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  test('serves, with its database in a thread, and ends on a signal', async () => {
    const start = `import { main } from ${JSON.stringify(join(build, 'main.js'))}; process.exitCode = await main(process.argv.slice(1));`;
    const args = ['--input-type=module', '-e', start, 'serve', '--port', '0', '--data', folder];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const url = /http:\/\/\S+/.exec(line)?.[0] ?? '';
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('has the thread of the bots', async () => {
    const thread = new Worker(join(build, 'think.js'), { execArgv: [] });
    thread.postMessage({ game: 'no-such-game' });
    const [answer] = (await once(thread, 'message')) as [{ readonly error: string }];
    expect(answer.error).toContain('unknown game no-such-game');
    await thread.terminate();
  });
});
