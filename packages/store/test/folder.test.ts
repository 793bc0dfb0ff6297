import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { mustOpen } from '@tablier/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { backup, DATABASE_FILE, openStore, type Store } from '../src/index.ts';
import { makeFolder } from './places.ts';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const modesIn = (folder: string) => readdirSync(folder).map((name) => `${name} ${modeOf(join(folder, name))}`);
const move = (at: number) => [{ at, kind: 'move', data: { at } }];

async function asServer(folder: string): Promise<Store> {
  const opened = await openStore({ folder, isServer: true });
  if (!opened.ok) throw new Error(opened.error.detail);
  return opened.value;
}

/** Starts a process that serves a folder. Returns it with its first line of output. */
async function serving(folder: string): Promise<{ readonly child: ChildProcess; readonly said: string }> {
  const file = join(import.meta.dirname, 'serving.ts');
  const child = spawn(process.execPath, [file, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, said };
}

test('only the owner can access the data folder, its files and backups', async () => {
  const folder = join(makeFolder(), 'data', 'below');
  const store = await asServer(folder);
  await store.createStream('m', null);
  expect(readdirSync(folder)).toContain(`${DATABASE_FILE}-wal`);
  expect(modesIn(folder).filter((line) => !line.endsWith(' 600'))).toEqual([]);
  expect(modeOf(folder)).toBe('700');
  const file = join(folder, '..', 'backup');
  expect(await backup({ folder }, file)).toMatchObject({ ok: true });
  expect(modeOf(file)).toBe('600');
  await store.close();
});

test('modes that an earlier version left open are tightened', async () => {
  const folder = join(makeFolder(), 'data');
  await (await asServer(folder)).close();
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
  chmodSync(folder, 0o755);
  const store = await mustOpen({ folder });
  await store.createStream('m', null);
  expect(modesIn(folder).filter((line) => !line.endsWith(' 600'))).toEqual([]);
  expect(modeOf(folder)).toBe('700');
  await store.close();
});

test('the modes of a folder with other files, and of those files, are not changed', async () => {
  const folder = join(makeFolder(), 'data');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'letter'), '');
  chmodSync(join(folder, 'letter'), 0o644);
  await (await asServer(folder)).close();
  expect([modeOf(folder), modeOf(join(folder, 'letter')), modeOf(join(folder, DATABASE_FILE))]).toEqual([
    '755',
    '644',
    '600',
  ]);
});

test('a second server on a folder is refused with the process id and start time of the first', async () => {
  const folder = makeFolder();
  const begin = Date.now();
  const store = await asServer(folder);
  const second = await openStore({ folder, isServer: true });
  if (second.ok) throw new Error('the second server was accepted');
  expect(second.error).toMatchObject({
    name: 'in-use',
    detail: expect.stringContaining(`process ${process.pid}`) as string,
  });
  const [since = ''] = /\d{4}-[\dT:.-]+Z/.exec(second.error.detail) ?? [];
  expect(Date.parse(since)).toBeGreaterThanOrEqual(begin);
  expect((await serving(folder)).said, 'another process').toBe('in-use');

  const other = await mustOpen({ folder });
  await other.createStream('m', null);
  expect(await backup({ folder }, join(makeFolder(), 'backup')), 'other uses are allowed').toMatchObject({ ok: true });
  await other.close();
  await store.close();
  await (await asServer(folder)).close();
});

test('the folder of a killed server is free, even if another process has its id now', async () => {
  const folder = makeFolder();
  const { child, said } = await serving(folder);
  expect(said).toBe('ready');
  expect(await openStore({ folder, isServer: true })).toMatchObject({
    ok: false,
    error: { name: 'in-use', detail: expect.stringContaining(`process ${child.pid}`) as string },
  });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const next = await asServer(folder);
  await next.close();
  // The recorded process id is that of a running process: this one.
  const again = await asServer(folder);
  await again.close();
});

test('a folder is free after a server failed to start', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, DATABASE_FILE), 'no database. '.repeat(1000));
  for (let round = 0; round < 2; round++) {
    expect(await openStore({ folder, isServer: true })).toMatchObject({ ok: false, error: { name: 'cannot-open' } });
  }
});

/** Whether any file of a folder contains a text. */
const holds = (folder: string, text: string): boolean =>
  readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text));

test.each(['erase', 'redact', 'forget'] as const)('no file contains data that %s removed', async (how) => {
  const folder = makeFolder();
  const store = await mustOpen({ folder });
  const name = 'Adazzle-Zebedee';
  for (let seq = 0; seq < 300; seq++) {
    if (seq === 0) await store.createStream('m', { name }, { status: 'running', summary: name });
    await store.append('m', seq, [{ at: seq, kind: 'said', data: { name, text: 'x'.repeat(seq * 7) } }]);
  }
  const record = { format: 1, game: 'checkers', rules: 1, options: {}, players: 2, deal: null, moves: [name] };
  const id = await store.keep(record);
  expect(holds(folder, name)).toBe(true);
  const gone = { head: null, listing: null };
  if (how !== 'redact') await store.erase('m');
  else await store.redact('m', (_, events) => ({ ...gone, data: new Map(events.map(({ seq }) => [seq, null])) }));
  await store.forgetGame(id);
  await expect.poll(() => holds(folder, name)).toBe(false);
  await store.append('n', 0, move(1));
  await store.close();
});

test('a damaged database is refused with a one-line message, at opening and by a backup', async () => {
  const folder = makeFolder();
  const store = await mustOpen({ folder });
  await store.createStream('m', null);
  for (let seq = 0; seq < 200; seq++) await store.append('m', seq, [{ at: 1, kind: 'x', data: 'y'.repeat(500) }]);
  await store.close();
  const file = join(folder, DATABASE_FILE);
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 4096 * 9, 4096 * 14);
  writeFileSync(file, bytes);
  for (const answer of [await openStore({ folder }), await backup({ folder }, join(makeFolder(), 'backup'))]) {
    expect(answer).toMatchObject({ ok: false, error: { name: 'damaged' } });
    expect(JSON.stringify(answer)).not.toContain('\\n');
  }
  truncateSync(file, 4096 * 5);
  expect(await openStore({ folder })).toMatchObject({ ok: false, error: { name: 'damaged' } });
});
