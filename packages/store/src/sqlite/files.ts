import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE, LOCK_FILE } from '../place.ts';

/** What a data folder holds: the databases with the files that SQLite puts beside them, and the note that the server works. */
const OWN_FILES: ReadonlySet<string> = new Set([
  ...[DATABASE_FILE, LOCK_FILE].flatMap((file) => [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]),
  'alive',
  'alive.new',
]);

/**
 * Makes the data folder and keeps other users of the machine out of it: files 0600, the folder 0700. What an earlier version left
 * open is closed too. A folder that holds anything else stays as it is, since others may need it.
 */
export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(folder);
  for (const name of names) if (OWN_FILES.has(name)) tighten(join(folder, name), 0o600);
  if (names.every((name) => OWN_FILES.has(name))) tighten(folder, 0o700);
}

/** Makes an empty file that only its owner may read, where there is none: SQLite gives the files beside it the same mode. */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}

/** By its path: closing a descriptor would let go of locks that this process holds on the file. */
function tighten(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
  } catch (error) {
    // It is another user's, or gone in this moment.
    if (!hasCode(error, 'EPERM') && !hasCode(error, 'ENOENT')) throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
