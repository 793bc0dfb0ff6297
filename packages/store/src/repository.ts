import { failure, parseJson, type Result, success, type Word } from '@tablier/core';
import {
  type Compilable,
  type Expression,
  type ExpressionBuilder,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  NoResultError,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from 'kysely';
import { isOutage, reasonOf, StoreFault, StoreUnavailable, type Unavailable } from './errors.ts';
import type { Notices } from './notices.ts';
import type { Executor, ReplyTo, Row, Statement, TransactionOperation } from './operations.ts';
import type { Schema } from './schema.ts';

/** Milliseconds per day. */
export const DAY = 86_400_000;

/** Called regularly during long work: how much of a total is done, in rows, matches or bytes. */
export type OnProgress = (done: number, total: number) => void;

type CamelCase<Text extends string> = Text extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text;

/** The columns of a table by the names of their fields: `created_at` is `createdAt`. */
export type Columns<Table> = { readonly [Name in keyof Table as CamelCase<Name & string>]: Table[Name] };

/** Whether a text has the form of an id: letters, digits, `-` and `_`. */
export const isId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

/** Stored JSON; `null` if it cannot be parsed: such a row must not hide the others. */
export const parsedOrNull = (text: string): unknown => parseJson(text) ?? null;

/** An error of a database as one of the store: `StoreUnavailable` for an outage, otherwise `StoreFault`. */
export function storeErrorOf(error: unknown): StoreUnavailable | StoreFault {
  if (error instanceof StoreUnavailable || error instanceof StoreFault) return error;
  const isFault = error instanceof NoResultError || !isOutage(error);
  const Kind = isFault ? StoreFault : StoreUnavailable;
  return new Kind(reasonOf(error), { cause: error });
}

/** The result of a query. Rejects with `StoreUnavailable` if the database does not answer, and with `StoreFault` for a bug. */
export async function answer<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    throw storeErrorOf(error);
  }
}

export const rowsOf = <T>(query: { readonly execute: () => Promise<T[]> }): Promise<T[]> => answer(query.execute());

/** The first row of a query, with the errors of `answer`; `undefined` for none. */
export const rowOf = <T>(query: { readonly executeTakeFirst: () => Promise<T | undefined> }): Promise<T | undefined> =>
  answer(query.executeTakeFirst());

/** A statement as plain data. If it changes and returns no row, the transaction is rolled back and returns `otherwise`. */
export function statement(query: Compilable, otherwise: string | null = null): Statement {
  const { sql, parameters } = query.compile();
  return { sql, parameters, otherwise };
}

/** Inserts a row, unless a row with one of its keys exists. */
export const ifNew = <T extends keyof Schema>(
  insert: InsertQueryBuilder<Schema, T, InsertResult>,
  otherwise: string | null = null,
): Statement =>
  statement(
    insert.onConflict((row) => row.doNothing()),
    otherwise,
  );

export type TransactionReply = Exclude<ReplyTo<TransactionOperation>, Unavailable>;

interface TransactionExtras {
  /** Whose listeners are notified. The first statement returns its `version`. */
  readonly changes?: TransactionOperation['changes'];
  /** Whether removed data must also be removed from the files. */
  readonly erases?: boolean;
}

/** `done` for a transaction that was made; otherwise why it was not, in the words of its statements. */
export const outcomeOf = <Outcome extends string>(reply: TransactionReply, done: NoInfer<Outcome>): Outcome =>
  reply.name === 'done' ? done : (reply.reason as Outcome);

/** The next number of rows that are counted from 1. */
export const NEXT_NUMBER = sql<number>`coalesce(max(number), 0) + 1`.as('next');

/** The outcome of a change. */
export type Changed<E extends string, T = null> = Promise<Result<T, E>>;

/** The outcome of a transaction. The reasons are those of the caller's statements. */
export const changed = <E extends string>(reply: TransactionReply): Result<null, E> =>
  reply.name === 'done' ? success(null) : failure(reply.reason as E);

/** The version that the first statement of a transaction returned; 0 if it returned none. */
export function versionIn(rows: readonly (readonly Row[])[]): number {
  const version = rows[0]?.[0]?.['version'];
  return typeof version === 'number' ? version : 0;
}

/** Whether the account of a row has no credential. */
export function isGuest(eb: ExpressionBuilder<Schema, 'account'>) {
  const own = (table: 'password' | 'passkey'): Expression<SqlBool> =>
    eb.exists(eb.selectFrom(table).select('account').whereRef('account', '=', 'account.id'));
  return eb.not(own('password')).and(eb.not(own('passkey')));
}

/** Whether the account of a row is one of a program. */
export const isProgram = (eb: ExpressionBuilder<Schema, 'account'>) =>
  eb.exists(eb.selectFrom('program').select('program.account').whereRef('program.account', '=', 'account.id'));

/** Conditions as columns: SQLite has no booleans. */
export const kindOf = (row: { readonly isGuest: SqlBool; readonly isProgram: SqlBool }) => ({
  isGuest: Boolean(row.isGuest),
  isProgram: Boolean(row.isProgram),
});

/** The tables with one row for each account, at most. */
type TableOfAccounts = Word<'account_settings contact mute notification_settings password password_reset profile'>;

/** What a repository of one subject reads from and writes to. */
export interface RepositoryDeps {
  readonly database: Kysely<Schema>;
  readonly executor: Pick<Executor, 'execute'>;
  /** The clock of this process. */
  readonly now: () => number;
  /** The clock that all writers of the database share, as a part of a statement. */
  readonly clock: () => Expression<number>;
  /** Of changes of accounts. */
  readonly notices: Notices;
}

/**
 * The tables of one subject, the same for both databases. A change is a list of statements in one transaction. All methods reject with
 * `StoreUnavailable` if the database does not answer: it is then unknown whether a change was made, and making it again is safe. Ids may be untrusted: one that no row has finds nothing. Times are milliseconds since 1970. The testkit tests every
 * repository on both databases (`checkAccounts`, `checkTournaments`, …).
 */
export abstract class Repository {
  protected readonly deps: RepositoryDeps;
  protected readonly database: Kysely<Schema>;

  constructor(deps: RepositoryDeps) {
    this.deps = deps;
    this.database = deps.database;
  }

  /** Executes statements in one transaction, all or none. */
  protected async write(
    statements: readonly Statement[],
    { changes = null, erases = false }: TransactionExtras = {},
  ): Promise<TransactionReply> {
    const reply = await this.deps.executor.execute({ kind: 'transaction', statements, changes, erases });
    if (reply.name === 'unavailable') throw new StoreUnavailable(reply.detail);
    return reply;
  }

  /** Inserts the row of an account, or changes it. */
  protected put<T extends TableOfAccounts>(table: T, account: string, columns: Omit<Schema[T], 'account'>): Statement {
    const row = this.database.insertInto(table as TableOfAccounts).values({ account, ...columns } as never);
    return statement(row.onConflict((known) => known.column('account').doUpdateSet(columns as never)));
  }

  /** Refuses unless a condition holds for an account. */
  protected holds(
    account: string,
    otherwise: string,
    condition: (eb: ExpressionBuilder<Schema, 'account'>) => Expression<SqlBool>,
  ): Statement {
    const own = this.database.selectFrom('account').select('account.id').where('account.id', '=', account);
    return statement(own.where(condition), otherwise);
  }

  /** Refuses a guest. */
  protected memberOnly(account: string, otherwise = 'guest'): Statement {
    return this.holds(account, otherwise, (eb) => eb.not(isGuest(eb)));
  }

  /** Refuses unless there are fewer rows than `most`. */
  protected hasRoom<T extends keyof Schema>(
    rows: SelectQueryBuilder<Schema, T, object>,
    most: number,
    otherwise = 'full',
  ): Statement {
    const count = rows.select(({ fn }) => fn.countAll<number>().as('count'));
    const one = this.database.selectNoFrom(({ lit }) => lit(1).as('one'));
    return statement(one.where(count, '<', most), otherwise);
  }

  /** Serialises the changes of one account, which must exist. */
  protected lockAccount(account: string): Statement {
    return statement(this.#lock(account), 'gone');
  }

  /** Serialises the changes of one account, and refuses guests. */
  protected lockMember(account: string): Statement {
    return statement(
      this.#lock(account).where((eb) => eb.not(isGuest(eb))),
      'guest',
    );
  }

  #lock(account: string) {
    return this.database
      .updateTable('account')
      .set(({ ref }) => ({ name: ref('account.name') }))
      .where('account.id', '=', account);
  }
}
