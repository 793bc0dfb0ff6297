import type { ColumnDefinitionBuilder } from 'kysely';

export interface Flavour {
  /** The type of an integer of up to 53 bits. */
  readonly integer: 'integer' | 'bigint';
  /** The type of a number of JavaScript. */
  readonly number: 'real' | 'double precision';
  /** The type of an automatically incremented number. */
  readonly counter: 'integer' | 'bigserial';
  readonly counting: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  /** The statements that begin a transaction and exclude other migrations. */
  readonly begin: readonly string[];
  /** Begins a transaction that reads a consistent snapshot. */
  readonly beginSnapshot: string;
  /** Whether rows are read in pages with a cursor. Otherwise they are streamed. */
  readonly cursors: boolean;
  /** The suffix that creates a table in the order of its primary key; empty if the database cannot. */
  readonly clustered: string;
  /** Lists the tables, with the column `name`. */
  readonly tables: string;
  /** Checks the database for damage. The result is `ok` or the fault. `null` if the database does that itself. */
  readonly check: string | null;
  /** Whether background jobs are rows of a table of the store. On PostgreSQL a job queue has its own schema. */
  readonly hasJobTable: boolean;
  /** The statement after a database was filled; `null` for none. */
  readonly analyze: string | null;
  /** The statement after rows with given numbers were inserted into a table with a counter; `null` for none. */
  readonly recount: (table: string, column: string) => string | null;
}

export const SQLITE: Flavour = {
  integer: 'integer',
  number: 'real',
  counter: 'integer',
  counting: (column) => column.primaryKey().autoIncrement(),
  begin: ['begin immediate'],
  beginSnapshot: 'begin',
  cursors: false,
  clustered: 'without rowid',
  tables: `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
  check: 'pragma quick_check(1)',
  hasJobTable: true,
  analyze: null,
  recount: () => null,
};

/** The PostgreSQL advisory lock of migrations and restores. An arbitrary number. */
const MIGRATION_LOCK = 7_461_626;

export const POSTGRES: Flavour = {
  integer: 'bigint',
  number: 'double precision',
  counter: 'bigserial',
  counting: (column) => column.primaryKey(),
  begin: ['begin', `select pg_advisory_xact_lock(${MIGRATION_LOCK})`],
  beginSnapshot: 'begin isolation level repeatable read, read only',
  cursors: true,
  clustered: '',
  tables: 'select tablename as name from pg_tables where schemaname = current_schema() order by tablename',
  check: null,
  hasJobTable: false,
  analyze: 'vacuum analyze',
  recount: (table, column) =>
    `select setval(pg_get_serial_sequence('${table}', '${column}'), (select max(${column}) from ${table}))`,
};
