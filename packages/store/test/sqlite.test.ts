import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { checkStore } from '@tablier/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findDriver } from '../src/driver.ts';
import { DATABASE_FILE, openStore, type Store } from '../src/index.ts';

async function open(folder: string): Promise<Store> {
  const store = await openStore({ folder });
  if (!store.ok) throw new Error(`${store.error.name}: ${store.error.detail}`);
  return store.value;
}

checkStore('SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-store-'));
  return Promise.resolve({
    open: () => open(folder),
    remove: () => Promise.resolve(rmSync(folder, { recursive: true })),
  });
});

describe('SQLite on the disk', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tablier-store-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A process of its own that keeps games and prints each id once `keep` has confirmed it. */
  const writer = (name: string, count: number) =>
    spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'writer.ts'), folder, name, String(count)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });

  test('makes the folder, and folders above it', async () => {
    const store = await open(join(folder, 'a', 'b'));
    await store.close();
  });

  test('every game confirmed before a kill is there after it', async () => {
    const child = writer('victim', 1_000_000);
    const confirmed: string[] = [];
    for await (const id of createInterface({ input: child.stdout })) {
      confirmed.push(id);
      if (confirmed.length === 100) child.kill('SIGKILL');
    }
    const store = await open(folder);
    for (const id of confirmed) expect(await store.find(id)).toBeDefined();
    expect(confirmed.length).toBeGreaterThanOrEqual(100);
    await store.close();
  });

  test('two processes that begin together on nothing lose nothing', async () => {
    const children = ['left', 'right'].map((name) => writer(name, 50));
    for (const child of children) child.stdout.resume();
    const exits = await Promise.all(children.map((child) => once(child, 'exit')));
    expect(exits).toEqual([
      [0, null],
      [0, null],
    ]);
    const store = await open(folder);
    expect(await store.recent(1000)).toHaveLength(100);
    await store.close();
  });

  test('a file that is no database is refused by name, and left as it is', async () => {
    writeFileSync(join(folder, DATABASE_FILE), 'This is not a database, it is a letter. '.repeat(200));
    const store = await openStore({ folder });
    expect(store).toMatchObject({ ok: false, error: { name: 'cannot-open' } });
  });

  test('a folder that cannot be made is refused by name', async () => {
    writeFileSync(join(folder, 'file'), '');
    const store = await openStore({ folder: join(folder, 'file', 'below') });
    expect(store).toMatchObject({ ok: false, error: { name: 'cannot-open' } });
  });

  test('a database from a newer Tablier is refused by name, and works again with the newer one', async () => {
    await (await open(folder)).close();
    await runSql('insert into schema_version (version, applied_at) values (999, 0)');
    expect(await openStore({ folder })).toMatchObject({ ok: false, error: { name: 'too-new' } });
    await runSql('delete from schema_version where version = 999');
    await (await open(folder)).close();
  });

  test('the journal is a write-ahead log, so that readers never wait', async () => {
    const store = await open(folder);
    await store.close();
    expect(await readPragma('journal_mode')).toBe('wal');
  });

  const withDatabase = async <T>(use: (database: ReturnType<Driver>) => T): Promise<T> => {
    const driver = await findDriver();
    if (!driver.ok) throw new Error(driver.error.detail);
    const database = driver.value(join(folder, DATABASE_FILE));
    try {
      return use(database);
    } finally {
      database.close();
    }
  };
  const runSql = (text: string) => withDatabase((database) => database.prepare(text).run([]));
  const readPragma = (name: string) =>
    withDatabase((database) => Object.values(database.prepare(`pragma ${name}`).all([])[0] ?? {})[0] as unknown);
});

type Driver = Extract<Awaited<ReturnType<typeof findDriver>>, { ok: true }>['value'];
