import { failure, type Result, success } from '@tablier/core';
import type { SqliteDatabase } from 'kysely';
import { lockFile } from '../place.ts';
import { reasonOf, type StoreError } from '../store.ts';
import { pragma } from './connect.ts';
import { openFile } from './driver.ts';
import { makePrivateFile } from './files.ts';

/** The lock of a server on its data folder. */
export interface FolderLock {
  release(): void;
}

/**
 * Locks a data folder for one server. The lock is a write transaction on a separate database, which the operating system releases when the
 * process ends, in any way. Other processes can read in that database which process holds the lock.
 */
export function lockFolder(folder: string, now: () => number): Result<FolderLock, StoreError> {
  const file = lockFile(folder);
  makePrivateFile(file);
  const database = openFile(file);
  try {
    take(database, now());
    return success({ release: () => database.close() });
  } catch (error) {
    const holder = isBusy(error) ? holderOf(database) : null;
    database.close();
    if (holder === null) return failure({ name: 'cannot-open', detail: `cannot lock ${folder}: ${reasonOf(error)}` });
    return failure({ name: 'in-use', detail: `another server (${holder}) uses ${folder}: stop it first` });
  }
}

function take(database: SqliteDatabase, since: number): void {
  pragma(database, 'busy_timeout = 0');
  pragma(database, 'synchronous = off');
  run(database, 'begin immediate');
  run(database, 'create table if not exists server (only integer primary key, pid integer, since integer)');
  run(database, 'insert or replace into server (only, pid, since) values (1, ?, ?)', [process.pid, since]);
  run(database, 'commit');
  run(database, 'begin immediate');
}

function holderOf(database: SqliteDatabase): string {
  try {
    const [row] = database.prepare('select pid, since from server').all([]);
    const { pid, since } = row as { readonly pid: number; readonly since: number };
    return `process ${pid}, since ${new Date(since).toISOString()}`;
  } catch {
    return 'which is starting';
  }
}

function run(database: SqliteDatabase, text: string, parameters: readonly unknown[] = []): void {
  database.prepare(text).run(parameters);
}

const isBusy = (error: unknown): boolean => error instanceof Error && /locked|busy/i.test(error.message);
