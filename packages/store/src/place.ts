import { join } from 'node:path';
import { reasonOf, type StoreError } from './store.ts';

/** Where the data lives. */
export interface StorePlace {
  /** The folder of the SQLite database. */
  readonly folder: string;
  /** The address of a PostgreSQL database (`postgres://…`), which is then used instead. */
  readonly url?: string | undefined;
}

/** The database in its folder; SQLite puts two files of its own beside it while it is open. */
export const DATABASE_FILE = 'tablier.db';

/** The database whose lock says that a server works on the folder. */
export const LOCK_FILE = 'tablier.lock';

export const lockFile = (folder: string): string => join(folder, LOCK_FILE);

export const databaseFile = (folder: string): string => join(folder, DATABASE_FILE);

export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url);

/** The address itself is not told: it may hold a password. */
export const BAD_URL: StoreError = {
  name: 'bad-url',
  detail: 'the address of the database is not of the form postgres://user:password@host:port/name',
};

/** Which database it is, in words without user and password. */
export function describePlace({ folder, url }: StorePlace): string {
  if (url === undefined) return databaseFile(folder);
  const { host, pathname } = new URL(url);
  return `PostgreSQL at ${host}${pathname}`;
}

export const damaged = (place: StorePlace, reason: string): StoreError => ({
  name: 'damaged',
  detail: `${describePlace(place)} is damaged (${reason}): restore a backup into an empty folder`,
});

export const cannotOpen = (place: StorePlace, error: unknown): StoreError => ({
  name: 'cannot-open',
  detail: `cannot open ${describePlace(place)}: ${reasonOf(error)}`,
});

/** Why a database could not be opened or read, where an exception says so. */
export function openingError(place: StorePlace, error: unknown): StoreError {
  const reason = reasonOf(error);
  return /malformed|corrupt/i.test(reason) ? damaged(place, reason) : cannotOpen(place, error);
}
