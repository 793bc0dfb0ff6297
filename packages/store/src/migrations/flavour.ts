import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

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
  /** Whether rows are read in pages with a cursor. Otherwise they are streamed. */
  readonly cursors: boolean;
  /** The suffix that creates a table in the order of its primary key; empty if the database cannot. */
  readonly clustered: string;
  /** Lists the tables, with the column `name`. */
  readonly tables: string;
  /** Checks the database for damage. The result is `ok` or the fault. `null` if the database does that itself. */
  readonly check: string | null;
  /** Whether background jobs were always rows of a table: up to version 24, PostgreSQL had none. */
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
  cursors: true,
  clustered: '',
  tables: 'select tablename as name from pg_tables where schemaname = current_schema() order by tablename',
  check: null,
  hasJobTable: false,
  analyze: 'vacuum analyze',
  recount: (table, column) =>
    `select setval(pg_get_serial_sequence('${table}', '${column}'), (select max(${column}) from ${table}))`,
};

type Table = CreateTableBuilder<string, string>;

/** Creates and changes tables from short texts, the same for both databases. */
export class Tables {
  readonly #db: Kysely<Schema>;
  readonly #flavour: Flavour;

  constructor(db: Kysely<Schema>, flavour: Flavour) {
    this.#db = db;
    this.#flavour = flavour;
  }

  /**
   * Makes changes, with a semicolon between two of them:
   * - `table NAME: COLUMN, …`, as for `create`
   * - `index TABLE NAME: COLUMN, …` and `unique TABLE NAME: COLUMN, …`, both with `where CONDITION` before the colon if they are partial
   * - `add TABLE COLUMN`, of a column that may be null
   * - `drop INDEX`
   */
  async change(text: string): Promise<void> {
    for (const each of text.split(';')) {
      const [head = '', columns = ''] = each.split(':');
      const [what, name = '', ...words] = head.trim().split(/\s+/);
      if (what === 'table') await this.create(name, columns);
      else if (what === 'add') await this.#add(name, words);
      else if (what === 'drop') await this.#db.schema.dropIndex(name).execute();
      else await this.#index(name, words, { columns: listed(columns), isUnique: what === 'unique' });
    }
  }

  /**
   * Creates a table. Its columns are a list of `NAME TYPE WORD…`. Types: `text`, `integer` (32 bits), `bigint` (53 bits), `number` (of
   * JavaScript) and `counter` (counts by itself). A column is not null, unless a word says so: `null`, `key`, `unique`, or `of TABLE`, which
   * refers to the row of another table: with it the row is deleted, or with `null` only the reference. At the end `sorted NAME COLUMN…` is
   * a key whose order the rows are in, and `once COLUMN…` another key.
   */
  async create(name: string, columns: string, constraints = (table: Table): Table => table): Promise<void> {
    let table: Table = this.#db.schema.createTable(name);
    for (const column of listed(columns)) table = this.#with(table, name, column.split(/\s+/));
    await constraints(table).execute();
  }

  async #add(table: string, [name = '', type = '', ...words]: readonly string[]): Promise<void> {
    const altered = this.#db.schema.alterTable(table);
    await altered.addColumn(name, this.#typeOf(type), (column) => definition(column, ['null', ...words])).execute();
  }

  async #index(
    table: string,
    [name = '', , column = '', ...condition]: readonly string[],
    { columns, isUnique }: { readonly columns: readonly string[]; readonly isUnique: boolean },
  ): Promise<void> {
    const index = this.#db.schema
      .createIndex(`${table}_${name}`)
      .on(table)
      .columns([...columns]);
    const own = isUnique ? index.unique() : index;
    const isMeant = sql<boolean>`${sql.ref(column)} ${sql.raw(condition.join(' '))}`;
    await (column === '' ? own : own.where(isMeant)).execute();
  }

  #with(table: Table, tableName: string, [name = '', type = '', ...words]: readonly string[]): Table {
    if (name === 'once') return table.addUniqueConstraint(`${tableName}_once`, [type, ...words]);
    if (name === 'sorted')
      return table.addPrimaryKeyConstraint(type, [...words]).modifyEnd(sql.raw(this.#flavour.clustered));
    if (type === 'counter') return table.addColumn(name, this.#flavour.counter, this.#flavour.counting);
    return table.addColumn(name, this.#typeOf(type), (column) => definition(column, words));
  }

  #typeOf(type: string) {
    if (type === 'bigint') return this.#flavour.integer;
    if (type === 'number') return this.#flavour.number;
    return type === 'integer' ? 'integer' : 'text';
  }
}

const listed = (text: string): readonly string[] => text.split(',').map((each) => each.trim());

function definition(column: ColumnDefinitionBuilder, words: readonly string[]): ColumnDefinitionBuilder {
  const isNullable = words.includes('null');
  let defined = isNullable ? column : column.notNull();
  if (words.includes('key')) defined = defined.primaryKey();
  if (words.includes('unique')) defined = defined.unique();
  const of = words.includes('of') ? words.at(-1) : undefined;
  if (of === undefined) return defined;
  return defined.references(of.includes('.') ? of : `${of}.id`).onDelete(isNullable ? 'set null' : 'cascade');
}
