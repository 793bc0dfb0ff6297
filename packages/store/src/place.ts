import { join } from 'node:path';
import { reasonOf, type StoreError } from './errors.ts';

export interface StorePlace {
  readonly folder: string;
  /** The URL of a PostgreSQL database (`postgres://…`) to use instead. */
  readonly url?: string | undefined;
  /** With PostgreSQL: the URL of a NATS server (`nats://…`) that passes notices between nodes. Left out: PostgreSQL passes them. */
  readonly broker?: string | undefined;
}

/** The database file. SQLite adds two files to the folder while it is open. */
export const DATABASE_FILE = 'tablier.db';

export const databaseFile = (folder: string): string => join(folder, DATABASE_FILE);

export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url);

/** Does not contain the URL, which may have a password. */
export const BAD_URL: StoreError = {
  name: 'bad-url',
  detail: 'the URL of the database must have the form postgres://user:password@host:port/name',
};

/** Whether this is the address of a broker: `nats://user:password@host:4222`, or `tls://` for an encrypted connection. */
export const isBrokerUrl = (url: string): boolean => /^(nats|tls):\/\/[^/]/.test(url) && URL.canParse(url);

/** Does not contain the URL, which may have a password. */
export const BAD_BROKER_URL: StoreError = {
  name: 'bad-broker-url',
  detail: 'the URL of the broker must have the form nats://user:password@host:port, and it needs a PostgreSQL database',
};

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

export function openingError(place: StorePlace, error: unknown): StoreError {
  const reason = reasonOf(error);
  return /malformed|corrupt/i.test(reason) ? damaged(place, reason) : cannotOpen(place, error);
}
