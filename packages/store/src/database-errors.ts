// The writer thread of SQLite imports this file, so it does not import Kysely: that takes four times as long as starting the thread.

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

/**
 * Whether an error means that the database cannot work now. All others are faults: a violated constraint, data that the database refuses, or
 * wrong SQL. Errors without a code come from the drivers, which lost a connection or closed it.
 */
export function isOutage(error: unknown): boolean {
  if (BUGS.some((bug) => error instanceof bug)) return false;
  if (typeof error !== 'object' || error === null) return true;
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE_OUTAGES.has(error.errcode & PRIMARY);
  if (!('code' in error && typeof error.code === 'string' && SQLSTATE.test(error.code))) return true;
  return POSTGRES_OUTAGES.has(error.code.slice(0, 2)) || POSTGRES_OUTAGE_CODES.has(error.code);
}
