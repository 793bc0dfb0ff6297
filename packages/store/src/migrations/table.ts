import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { Flavour } from './flavour.ts';

type Table = CreateTableBuilder<string, string>;

export class Tables {
  readonly #db: Kysely<Schema>;
  readonly #flavour: Flavour;

  constructor(db: Kysely<Schema>, flavour: Flavour) {
    this.#db = db;
    this.#flavour = flavour;
  }

  /**
   * Creates a table. Its columns are a list of `NAME TYPE WORD…`. Types: `text`, `integer` (32 bits), `bigint` (53 bits), `number` (of
   * JavaScript) and `counter` (counts by itself). A column is not null, unless a word says so: `null`, `key`, `unique`, or `of TABLE`, which
   * refers to the row of another table: with it the row is deleted, or with `null` only the reference.
   */
  async create(name: string, columns: string, constraints = (table: Table): Table => table): Promise<void> {
    let table: Table = this.#db.schema.createTable(name);
    for (const column of columns.split(',')) table = this.#withColumn(table, column.trim().split(/\s+/));
    await constraints(table).execute();
  }

  /** Creates a table whose rows are in the order of a key of several columns. */
  async createSorted(
    name: string,
    columns: string,
    key: readonly string[],
    constraints = (table: Table): Table => table,
  ): Promise<void> {
    await this.create(name, columns, (table) =>
      constraints(table.addPrimaryKeyConstraint(`${name}_key`, [...key])).modifyEnd(sql.raw(this.#flavour.clustered)),
    );
  }

  async index(table: string, name: string, columns: readonly string[]): Promise<void> {
    await this.#db.schema
      .createIndex(`${table}_${name}`)
      .on(table)
      .columns([...columns])
      .execute();
  }

  /** Adds a column that may be null. */
  async add(table: string, name: string, type: 'text' | 'bigint' = 'text'): Promise<void> {
    await this.#db.schema.alterTable(table).addColumn(name, this.#typeOf(type)).execute();
  }

  #withColumn(table: Table, [name = '', type = '', ...words]: readonly string[]): Table {
    if (type === 'counter') return table.addColumn(name, this.#flavour.counter, this.#flavour.counting);
    const of = words.includes('of') ? words.at(-1) : undefined;
    return table.addColumn(name, this.#typeOf(type), (column) => definition(column, words, of));
  }

  #typeOf(type: string) {
    if (type === 'bigint') return this.#flavour.integer;
    if (type === 'number') return this.#flavour.number;
    return type === 'integer' ? 'integer' : 'text';
  }
}

function definition(column: ColumnDefinitionBuilder, words: readonly string[], of?: string): ColumnDefinitionBuilder {
  const isNullable = words.includes('null');
  let defined = isNullable ? column : column.notNull();
  if (words.includes('key')) defined = defined.primaryKey();
  if (words.includes('unique')) defined = defined.unique();
  if (of === undefined) return defined;
  return defined.references(of.includes('.') ? of : `${of}.id`).onDelete(isNullable ? 'set null' : 'cascade');
}
