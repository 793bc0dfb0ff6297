import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Schema } from '../schema.ts';

/** How many connections one process holds at most, beside the one that listens. */
const CONNECTIONS = 10;

/** How long to wait for a connection, in milliseconds. */
const PATIENCE = 5000;

/** Whole numbers of eight bytes come as text by default: ours are times and counters, far below 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

const settings = (url: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'tablier',
  connectionTimeoutMillis: PATIENCE,
  keepAlive: true,
  types,
});

/** Queries on connections that are opened as they are needed. `onBreak` is told when one breaks that nothing is done on. */
export function connectPool(
  url: string,
  special: pg.PoolConfig = {},
  onBreak: () => void = () => undefined,
): Kysely<Schema> {
  const pool = new pg.Pool({ ...settings(url), max: CONNECTIONS, ...special });
  // A broken connection fails the query on it and is replaced by the next; that it broke is no news beside that.
  pool.on('error', onBreak).on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** One connection of one's own, not yet open. */
export const makeClient = (url: string): pg.Client => new pg.Client(settings(url));
