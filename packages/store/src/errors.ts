// The writer thread of SQLite imports this file, so it does not import Kysely: that takes four times as long as starting the thread.

import type { Word } from '@tablier/core';

/** The database did not answer. The outcome of the write is unknown. Sending the same write again is safe. */
export interface Unavailable {
  readonly name: 'unavailable';
  readonly detail: string;
}

/** Why a store could not be opened, saved or restored. `detail` is one line for the operator. */
export interface StoreError {
  readonly name: Word<
    'cannot-open in-use damaged too-new bad-url bad-broker-url bad-backup not-empty cannot-read' | 'cannot-write'
  >;
  readonly detail: string;
}

/** The database did not answer, or cannot work now. The same request may succeed later. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The database works, and refused a statement: a bug, which would fail again. Nothing was changed. `cause` is its error. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A host name with several addresses fails once for each, in an error without a message.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return error.message;
}

/** The lower byte of a result code of SQLite is the kind of error, the rest its details. */
const PRIMARY = 0xff;

/** https://sqlite.org/rescode.html: the file, its locks, the disk or the memory. All others blame the statement. */
const SQLITE_OUTAGES: ReadonlySet<number> = new Set([
  3, // SQLITE_PERM
  5, // SQLITE_BUSY
  6, // SQLITE_LOCKED
  7, // SQLITE_NOMEM
  8, // SQLITE_READONLY
  9, // SQLITE_INTERRUPT
  10, // SQLITE_IOERR
  11, // SQLITE_CORRUPT
  13, // SQLITE_FULL
  14, // SQLITE_CANTOPEN
  15, // SQLITE_PROTOCOL
  22, // SQLITE_NOLFS
  23, // SQLITE_AUTH
  26, // SQLITE_NOTADB
]);

/** Classes of PostgreSQL's error codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const POSTGRES_OUTAGES: ReadonlySet<string> = new Set([
  '08', // connection
  '28', // authorization
  '3D', // no such database
  '40', // deadlock, serialization
  '53', // too few resources
  '57', // operator intervention, and a statement that took too long
  '58', // error of the system
]);

/** Single codes of classes that otherwise blame the statement. */
const POSTGRES_OUTAGE_CODES: ReadonlySet<string> = new Set([
  '25006', // read-only transaction: a standby
  '25P03', // the transaction was idle for too long
  '55P03', // a lock was not available in time
]);

/** Errors that code throws, not a database. */
const BUGS = [TypeError, RangeError, SyntaxError, ReferenceError];

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Whether the database cannot work now; all other errors are faults. Those without a code are lost connections of the drivers. */
export function isOutage(error: unknown): boolean {
  if (BUGS.some((bug) => error instanceof bug)) return false;
  if (typeof error !== 'object' || error === null) return true;
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE_OUTAGES.has(error.errcode & PRIMARY);
  if (!('code' in error && typeof error.code === 'string' && SQLSTATE.test(error.code))) return true;
  return POSTGRES_OUTAGES.has(error.code.slice(0, 2)) || POSTGRES_OUTAGE_CODES.has(error.code);
}
