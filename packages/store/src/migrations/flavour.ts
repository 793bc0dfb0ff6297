import type { ColumnDefinitionBuilder } from 'kysely';

/** Where the two databases say the same thing in different words. */
export interface Flavour {
  /** A whole number of up to 53 bits. */
  readonly integer: 'integer' | 'bigint';
  /** A number that the database gives out, each once and in rising order. */
  readonly counter: 'integer' | 'bigserial';
  readonly counting: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  /** The statements that begin a transaction in which nobody else migrates. */
  readonly begin: readonly string[];
  /** Begins a transaction that reads the database as it is at one moment. */
  readonly beginSnapshot: string;
  /** Whether rows are read in pages by a cursor; else they are read one by one. */
  readonly cursors: boolean;
  /** Ends the creation of a table whose rows lie in the order of their primary key, where the database can do that. */
  readonly clustered: string;
  /** Lists the tables; gives `name`. */
  readonly tables: string;
  /** Looks through the database for damage; gives `ok` or what is wrong. `null` where the database does that itself. */
  readonly check: string | null;
  /** What to do after rows with given counters went into a table with a counter. */
  readonly recount: (table: string, column: string) => string | null;
}

export const SQLITE: Flavour = {
  integer: 'integer',
  counter: 'integer',
  counting: (column) => column.primaryKey().autoIncrement(),
  begin: ['begin immediate'],
  beginSnapshot: 'begin',
  cursors: false,
  clustered: 'without rowid',
  tables: `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
  check: 'pragma quick_check(1)',
  recount: () => null,
};

/** The lock under which a PostgreSQL is migrated or restored: any number that nobody else in the database uses. */
const MIGRATION_LOCK = 7_461_626;

export const POSTGRES: Flavour = {
  integer: 'bigint',
  counter: 'bigserial',
  counting: (column) => column.primaryKey(),
  begin: ['begin', `select pg_advisory_xact_lock(${MIGRATION_LOCK})`],
  beginSnapshot: 'begin isolation level repeatable read, read only',
  cursors: true,
  clustered: '',
  tables: 'select tablename as name from pg_tables where schemaname = current_schema() order by tablename',
  check: null,
  recount: (table, column) =>
    `select setval(pg_get_serial_sequence('${table}', '${column}'), (select max(${column}) from ${table}))`,
};
