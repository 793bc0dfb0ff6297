import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE, LOCK_FILE } from '../place.ts';

/** The files of a data folder: the databases, the files that SQLite adds to them, and the heartbeat file of the server. */
const OWN_FILES: ReadonlySet<string> = new Set([
  ...[DATABASE_FILE, LOCK_FILE].flatMap((file) => [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]),
  'alive',
  'alive.new',
]);

/**
 * Creates the data folder and restricts it to its owner: files 0600, the folder 0700. Also tightens the modes of earlier versions. The mode
 * of a folder with other files is not changed, since other users may need them.
 */
export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(folder);
  for (const name of names) if (OWN_FILES.has(name)) tighten(join(folder, name), 0o600);
  if (names.every((name) => OWN_FILES.has(name))) tighten(folder, 0o700);
}

/** Creates an empty file that only its owner may read, if missing. SQLite gives its additional files the same mode. */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}

/** Uses the path: closing a file descriptor would release the locks that this process has on the file. */
function tighten(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
  } catch (error) {
    // The file belongs to another user, or was just removed.
    if (!hasCode(error, 'EPERM') && !hasCode(error, 'ENOENT')) throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
