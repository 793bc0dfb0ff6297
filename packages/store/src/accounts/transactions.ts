import type { Compilable } from 'kysely';
import type { Executor, Row, Statement } from '../operations.ts';

/** A statement as plain data. Where it changes and returns no row, the transaction is taken back and answered with `otherwise`. */
export function statement(query: Compilable, otherwise: string | null = null): Statement {
  const { sql, parameters } = query.compile();
  return { sql, parameters, otherwise };
}

export type TransactionReply =
  | { readonly name: 'done'; readonly rows: readonly (readonly Row[])[] }
  | { readonly name: 'refused'; readonly reason: string }
  | { readonly name: 'unavailable'; readonly detail: string };

export interface TransactionExtras {
  /** The account that changes: the first statement returns its revision, and listeners are told. */
  readonly account?: string;
  /** Whether what it removes must leave the files too. */
  readonly erases?: boolean;
}

/** Runs statements in one transaction: all or none. */
export function transact(
  executor: Pick<Executor, 'execute'>,
  statements: readonly Statement[],
  { account, erases = false }: TransactionExtras = {},
): Promise<TransactionReply> {
  return executor.execute({ kind: 'transaction', statements, account: account ?? null, erases });
}

/** The revision that the first statement of a transaction returned; 0 where it returned none. */
export function revisionIn(rows: readonly (readonly Row[])[]): number {
  const revision = rows[0]?.[0]?.['revision'];
  return typeof revision === 'number' ? revision : 0;
}
