import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeEmptyPostgresDatabase } from '@tablier/testkit';
import { newGuest } from '@tablier/testkit/online';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linesUntil, runHere, start, tablier } from './tablier.ts';

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
    const [record = ''] = (await runHere(['random', 'isaac', '--seed', '1'])).lines;
    const data = ['--data', join(folder, 'data')];
    let rows = 0;
    const id = await serving(data, async (url) => {
      const headers = { 'content-type': 'application/json', cookie: await newGuest(url, 'Ada') };
      const kept = await fetch(`${url}/api/games`, { method: 'POST', headers, body: record });
      const saved = await tablier(['backup', file, ...data]);
      expect(saved).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+ rows saved in /) as string });
      rows = Number.parseInt(saved.stdout, 10);
      return ((await kept.json()) as { readonly id: string }).id;
    });

    const database = ['--database', await makeEmptyPostgresDatabase()];
    expect(await tablier(['restore', file, ...database])).toMatchObject({ code: 0 });
    await serving(database, async (url) => {
      expect(await (await fetch(`${url}/api/v1/records/${id}`)).json()).toEqual(JSON.parse(record));
    });
    const refused = await tablier(['restore', file, ...database]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/^tablier: not-empty \(/) as string });

    expect(await tablier(['backup', again], { env: { DATABASE_URL: database[1] ?? '' } })).toMatchObject({ code: 0 });
    const restored = await tablier(['restore', again, '--data', join(folder, 'other')]);
    expect(restored).toMatchObject({ code: 0, stdout: `${rows} rows restored from ${again}\n` });
  });
});

describe('tablier forget-game', () => {
  test('removes a game from the archive of a running server, and refuses one that is not there', async () => {
    const [record = ''] = (await runHere(['random', 'isaac', '--seed', '2'])).lines;
    const data = ['--data', join(folder, 'data')];
    await serving(data, async (url) => {
      const headers = { 'content-type': 'application/json', cookie: await newGuest(url, 'Ada') };
      const kept = await fetch(`${url}/api/games`, { method: 'POST', headers, body: record });
      const { id } = (await kept.json()) as { readonly id: string };
      expect(await runHere(['forget-game', id, ...data])).toMatchObject({ code: 0 });
      expect((await fetch(`${url}/api/v1/records/${id}`)).status).toBe(404);
      const again = await runHere(['forget-game', id, ...data]);
      expect(again).toMatchObject({ code: 2, stderr: `tablier: unknown-game (the archive has no game ${id})\n` });
    });
  });
});

test('tablier archive makes the monthly files while the server runs, and refuses what is no month', async () => {
  const data = ['--data', join(folder, 'data')];
  await serving(data, async () => {
    expect(await runHere(['archive', ...data])).toMatchObject({ code: 0, stdout: 'no file is missing\n' });
    expect(await runHere(['archive', '--rebuild', ...data])).toMatchObject({ code: 0 });
    const running = new Date().toISOString().slice(0, 7);
    expect(await runHere(['archive', '--month', running, ...data])).toMatchObject({
      code: 2,
      stderr: `tablier: bad-month (${running} is not over; its files are made after its last day, UTC)\n`,
    });
    const wrong = await runHere(['archive', '--month', '2026-13', ...data]);
    expect(wrong).toMatchObject({ code: 2, stderr: 'tablier: bad-month (2026-13 is not like 2026-10)\n' });
  });
});

test('tablier ratings computes the ratings again while the server runs, and refuses a folder without a database', async () => {
  const data = ['--data', join(folder, 'data')];
  await serving(data, async () => {
    const rebuilt = { code: 0, stdout: 'rated matches: 0, ratings: 0, corrected rows: 0\n' };
    expect(await runHere(['ratings', '--rebuild', ...data])).toMatchObject(rebuilt);
    expect(await runHere(['ratings', ...data])).toMatchObject({ code: 2 });
  });
  expect(await runHere(['ratings', '--rebuild', '--data', join(folder, 'none')])).toMatchObject({ code: 2 });
});
