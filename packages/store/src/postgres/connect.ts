import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { queryLog, type StoreObserver } from '../operations.ts';
import type { Schema } from '../schema.ts';

/** The maximum number of connections of one process, besides the one that listens. */
const CONNECTIONS = 10;

const CONNECT_TIMEOUT_MS = 5000;

/** The idle time before TCP keep-alive probes, which find connections whose other end is gone. Milliseconds. */
const KEEP_ALIVE = 5000;

/** Timeouts in milliseconds. Normally PostgreSQL gives up first; this side does if it is frozen or gone. Writes are idempotent. */
export const SERVING: pg.PoolConfig = {
  lock_timeout: 5000,
  statement_timeout: 8000,
  idle_in_transaction_session_timeout: 10_000,
  query_timeout: 10_000,
};

/** `pg` returns eight-byte integers as text by default. Ours are times and counters, far below 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

/** The default of 4 is that of a spinning disk: lists would read whole tables. Options in the address take precedence. */
const PLANNER = '-c random_page_cost=1.1';

const settings = (url: string): pg.ClientConfig => ({
  connectionString: url,
  options: PLANNER,
  application_name: 'tablier',
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE,
  types,
});

interface PoolListeners {
  /** An idle connection was lost. */
  readonly onBreak?: (() => void) | undefined;
  /** The wait for a connection, which may have failed, took this number of seconds. */
  readonly onConnection?: ((seconds: number) => void) | undefined;
  readonly observer?: StoreObserver;
}

/** A pool that opens connections on demand. It has no query timeouts except those in `special`. */
export function connectPool(
  url: string,
  special: pg.PoolConfig = {},
  { onBreak = () => undefined, onConnection = () => undefined, observer = {} }: PoolListeners = {},
): Kysely<Schema> {
  const pool = new pg.Pool({ ...settings(url), max: CONNECTIONS, ...special });
  // A lost connection fails its query, which reports the error, and is replaced. The event itself needs no other handling.
  pool.on('error', onBreak).on('connect', (client) => client.on('error', () => undefined));
  const dialect = new PostgresDialect({ pool: withoutStuck(pool, onConnection) });
  return new Kysely<Schema>({ dialect, ...queryLog(observer) });
}

/** A pool that closes a connection after a query without an answer: later queries would wait behind it. */
const withoutStuck = (pool: pg.Pool, onConnection: (seconds: number) => void): PostgresPool => ({
  connect: async () => {
    const requestedAt = performance.now();
    try {
      return watched(await pool.connect());
    } finally {
      onConnection((performance.now() - requestedAt) / 1000);
    }
  },
  end: () => pool.end(),
});

/** Names of statements by text. Each connection parses and plans them once: that takes longer than what they do. */
const prepared = new Map<string, string>();

/** Of a few frequent texts whose best plan does not depend on the parameters. */
export function prepare(text: string): string {
  prepared.set(text, `tablier_${prepared.size}`);
  return text;
}

function watched(client: pg.PoolClient): PostgresPoolClient {
  let isStuck = false;
  const query = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
    try {
      const name = prepared.get(text);
      return await client.query({ text, values: parameters.map(storable), ...(name !== undefined && { name }) });
    } catch (error) {
      isStuck ||= error instanceof Error && error.message === 'Query read timeout';
      throw error;
    }
  };
  // Cursors are declared in SQL, so the other form of `query` is never called.
  return { query: query as PostgresPoolClient['query'], release: () => client.release(isStuck) };
}

/** PostgreSQL rejects text with a zero character. No id or name has one: with another character the text finds nothing either. */
const storable = (parameter: unknown): unknown =>
  typeof parameter === 'string' ? parameter.replaceAll('\0', '\uFFFD') : parameter;

/** A single connection, with a time limit for each query in milliseconds. */
export const makeClient = (url: string, limit: number): pg.Client =>
  new pg.Client({ ...settings(url), query_timeout: limit });
