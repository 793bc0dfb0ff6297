import { failure, type Result, success } from '@tablier/core';
import type { Compilable } from 'kysely';
import type { Executor, Row, Statement } from '../operations.ts';

/** A statement as plain data. If it changes and returns no row, the transaction is rolled back and returns `otherwise`. */
export function statement(query: Compilable, otherwise: string | null = null): Statement {
  const { sql, parameters } = query.compile();
  return { sql, parameters, otherwise };
}

export type TransactionReply =
  | { readonly name: 'done'; readonly rows: readonly (readonly Row[])[] }
  | { readonly name: 'refused'; readonly reason: string }
  | { readonly name: 'unavailable'; readonly detail: string };

export interface TransactionExtras {
  /** The changed account, whose listeners are notified. The first statement returns its revision. */
  readonly account?: string;
  /** Whether removed data must also be removed from the files. */
  readonly erases?: boolean;
}

/** Executes statements in one transaction, all or none. */
export function transact(
  executor: Pick<Executor, 'execute'>,
  statements: readonly Statement[],
  { account, erases = false }: TransactionExtras = {},
): Promise<TransactionReply> {
  return executor.execute({ kind: 'transaction', statements, account: account ?? null, erases });
}

/** The revision that the first statement of a transaction returned; 0 if it returned none. */
export function revisionIn(rows: readonly (readonly Row[])[]): number {
  const revision = rows[0]?.[0]?.['revision'];
  return typeof revision === 'number' ? revision : 0;
}

/** The outcome of a change. The reasons are those of the caller's statements. */
export function changed<E extends string>(reply: TransactionReply): Result<null, E | 'unavailable'> {
  if (reply.name === 'done') return success(null);
  return failure(reply.name === 'unavailable' ? 'unavailable' : (reply.reason as E));
}
