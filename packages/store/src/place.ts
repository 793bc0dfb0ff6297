import { join } from 'node:path';
import { failure, type Result, success } from '@tablier/core';
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

/** Why a store could not be opened, saved or restored, until it is a value again: see `settled`. */
export class Refusal extends Error {
  readonly error: StoreError;

  constructor(error: StoreError) {
    super(error.detail);
    this.error = error;
  }
}

/** What work on a database returns or refuses; `otherwise` says what any other error means. */
export async function settled<T>(
  work: () => T | Promise<T>,
  otherwise: (error: unknown) => StoreError,
): Promise<Result<T, StoreError>> {
  try {
    return success(await work());
  } catch (error) {
    return failure(error instanceof Refusal ? error.error : otherwise(error));
  }
}

export const damaged = (place: StorePlace, reason: string): StoreError => ({
  name: 'damaged',
  detail: `${describePlace(place)} is damaged (${reason}): restore a backup into an empty folder`,
});

/** Refuses a database unless its check of itself is `ok`. */
export function refuseDamage(place: StorePlace, check: unknown): void {
  if (check !== 'ok') throw new Refusal(damaged(place, String(check).replaceAll(/\s+/g, ' ')));
}

export function openingError(place: StorePlace, error: unknown): StoreError {
  const reason = reasonOf(error);
  if (/malformed|corrupt/i.test(reason)) return damaged(place, reason);
  return { name: 'cannot-open', detail: `cannot open ${describePlace(place)}: ${reason}` };
}
