import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillFolder, makeEmptyPostgresDatabase, makePostgresDatabase } from '@tablier/testkit';
import { onTestFinished } from 'vitest';
import { connectTo } from '../src/backup/backup.ts';
import type { StorePlace } from '../src/index.ts';

export const KINDS = ['sqlite', 'postgres'] as const;
export type Kind = (typeof KINDS)[number];

/** A folder that is removed after the test. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A new database of a kind, for stores of this version. */
export async function makePlace(kind: Kind): Promise<StorePlace> {
  const folder = makeFolder();
  if (kind === 'postgres') return { folder, url: await makePostgresDatabase() };
  await fillFolder(folder);
  return { folder };
}

/** The same without tables, for what creates or restores them. */
export async function makeEmptyPlace(kind: Kind): Promise<StorePlace> {
  const folder = makeFolder();
  return kind === 'sqlite' ? { folder } : { folder, url: await makeEmptyPostgresDatabase() };
}

/** Works on a database directly, without a store. */
export async function withDatabase<T>(place: StorePlace, work: (database: Database) => Promise<T>): Promise<T> {
  const { database } = await connectTo(place);
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

export type Database = Awaited<ReturnType<typeof connectTo>>['database'];
