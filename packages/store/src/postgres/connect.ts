import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Schema } from '../schema.ts';

/** How many connections one process holds at most, beside the one that listens. */
const CONNECTIONS = 10;

/** How long to wait for a connection, in milliseconds. */
const PATIENCE = 5000;

/** A connection on which nothing was heard for so long is tried, so that one whose other end is gone is found. Milliseconds. */
const KEEP_ALIVE = 5000;

/**
 * How long a server waits for a query, in milliseconds. PostgreSQL gives up first, where it still can; a database that is frozen, or was
 * taken over by another machine, says nothing, and then this side does. What was asked for may have been done: writes are
 * idempotent.
 */
export const SERVING: pg.PoolConfig = {
  lock_timeout: 5000,
  statement_timeout: 8000,
  idle_in_transaction_session_timeout: 10_000,
  query_timeout: 10_000,
};

/** Whole numbers of eight bytes come as text by default: ours are times and counters, far below 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

const settings = (url: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'tablier',
  connectionTimeoutMillis: PATIENCE,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE,
  types,
});

/** Who is told what becomes of the connections of a pool. */
export interface PoolListeners {
  /** A connection has broken that nothing is done on. */
  readonly onBreak?: (() => void) | undefined;
  /** Somebody was given a connection, or none, after so many seconds. */
  readonly onConnection?: ((seconds: number) => void) | undefined;
}

/** Queries on connections that are opened as they are needed, without a limit of time but for what `special` says. */
export function connectPool(
  url: string,
  special: pg.PoolConfig = {},
  { onBreak = () => undefined, onConnection = () => undefined }: PoolListeners = {},
): Kysely<Schema> {
  const pool = new pg.Pool({ ...settings(url), max: CONNECTIONS, ...special });
  // A broken connection fails the query on it and is replaced by the next; that it broke is no news beside that.
  pool.on('error', onBreak).on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: withoutStuck(pool, onConnection) }) });
}

/** A pool that closes a connection on which a query had no answer: the next one would wait behind it. */
const withoutStuck = (pool: pg.Pool, onConnection: (seconds: number) => void): PostgresPool => ({
  connect: async () => {
    const askedAt = performance.now();
    try {
      return watched(await pool.connect());
    } finally {
      onConnection((performance.now() - askedAt) / 1000);
    }
  },
  end: () => pool.end(),
});

function watched(client: pg.PoolClient): PostgresPoolClient {
  let isStuck = false;
  const query = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
    try {
      return await client.query(text, [...parameters]);
    } catch (error) {
      isStuck ||= error instanceof Error && error.message === 'Query read timeout';
      throw error;
    }
  };
  // Cursors are declared in SQL, so the other form of `query` is never called.
  return { query: query as PostgresPoolClient['query'], release: () => client.release(isStuck) };
}

/** One connection of one's own, not yet open. */
export const makeClient = (url: string): pg.Client => new pg.Client(settings(url));
