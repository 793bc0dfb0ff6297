import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresServer } from '@tablier/testkit/servers';

/** Returns the address of a new, empty PostgreSQL database; `undefined` for SQLite, which a server keeps in its own folder. */
export type NewDatabase = () => Promise<string | undefined>;

/** Enough for the pools of eight servers. */
const MAX_CONNECTIONS = 300;

/**
 * Runs a proof with the databases that `--store` names: `sqlite` or `postgres`, which is started before and removed after it. It does
 * not wait for the disk, because these proofs end no machine and no database.
 */
export async function withDatabases<T>(store: string, run: (newDatabase: NewDatabase) => Promise<T>): Promise<T> {
  if (store === 'sqlite') return run(() => Promise.resolve(undefined));
  if (store !== 'postgres') throw new Error('--store is one of sqlite, postgres');
  const postgres = await PostgresServer.start({ waitsForDisk: false, connections: MAX_CONNECTIONS });
  try {
    return await run(() => postgres.createDatabase());
  } finally {
    await postgres.remove();
  }
}

/** Runs `work` with a new, empty folder, which is removed afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-prove-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
