import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePostgresDatabase } from '@tablier/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linesUntil, start, tablier } from './tablier.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tablier-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Starts a server, lets `work` use it at its address, and ends it. */
async function serving<T>(args: readonly string[], work: (url: string) => Promise<T>): Promise<T> {
  const child = start(['serve', '--port', '0', ...args]);
  const [line = ''] = await linesUntil(child, /^Tablier is at/);
  const result = await work(/http:\S+/.exec(line)?.[0] ?? '');
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  return result;
}

describe('tablier backup and restore', () => {
  test('take the games of a running server from SQLite to PostgreSQL and back', async () => {
    const [file, again] = [join(folder, 'backup.jsonl'), join(folder, 'again.jsonl')];
    const [record = ''] = (await tablier(['random', 'isaac', '--seed', '1'])).lines;
    const data = ['--data', join(folder, 'data')];
    const id = await serving(data, async (url) => {
      const headers = { 'content-type': 'application/json' };
      const kept = await fetch(`${url}/api/games`, { method: 'POST', headers, body: record });
      const saved = await tablier(['backup', file, ...data]);
      expect(saved).toMatchObject({ code: 0, stdout: `1 rows saved in ${file}\n` });
      return ((await kept.json()) as { readonly id: string }).id;
    });

    const database = ['--database', await makePostgresDatabase()];
    expect(await tablier(['restore', file, ...database])).toMatchObject({ code: 0 });
    await serving(database, async (url) => {
      expect(await (await fetch(`${url}/api/games/${id}`)).json()).toEqual(JSON.parse(record));
    });
    const refused = await tablier(['restore', file, ...database]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/^tablier: not-empty \(/) as string });

    expect(await tablier(['backup', again], { env: { DATABASE_URL: database[1] ?? '' } })).toMatchObject({ code: 0 });
    const restored = await tablier(['restore', again, '--data', join(folder, 'other')]);
    expect(restored).toMatchObject({ code: 0, stdout: `1 rows restored from ${again}\n` });
  });
});
