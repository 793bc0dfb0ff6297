import type { Kysely } from 'kysely';
import { statement, transact } from '../accounts/transactions.ts';
import type { RepositoryDeps, Statement } from '../operations.ts';
import { answer, isId } from '../reads.ts';
import type { Schema } from '../schema.ts';
import { StoreUnavailable } from '../store.ts';
import type { Mute, MutedAccount, MuteRepository } from './mutes.ts';

/** Mutes in a table, for both databases. */
export class DatabaseMutes implements MuteRepository {
  readonly #database: Kysely<Schema>;
  readonly #executor: RepositoryDeps['executor'];

  constructor({ database, executor }: RepositoryDeps) {
    this.#database = database;
    this.#executor = executor;
  }

  async of(account: string, at: number): Promise<Mute | null> {
    if (!isId(account)) return null;
    const own = this.#database
      .selectFrom('mute')
      .select(['until_at', 'reason', 'set_at'])
      .where('account', '=', account);
    const row = await answer(own.where('until_at', '>', at).executeTakeFirst());
    return row === undefined ? null : { until: row.until_at, reason: row.reason, at: row.set_at };
  }

  list(at: number): Promise<readonly MutedAccount[]> {
    return answer(
      this.#database
        .selectFrom('mute')
        .innerJoin('account', 'account.id', 'mute.account')
        .leftJoin('username', 'username.account', 'mute.account')
        .select(['mute.account', 'account.name', 'username.name as username', 'reason'])
        .select(['until_at as until', 'set_at as at'])
        .where('until_at', '>', at)
        .orderBy('until_at')
        .orderBy('mute.account')
        .execute(),
    );
  }

  async set(account: string, { until, reason, at }: Mute): Promise<boolean> {
    if (!isId(account)) return false;
    const database = this.#database;
    // The lock of the row of the account: it cannot be deleted in between.
    const locked = database
      .updateTable('account')
      .set(({ ref }) => ({ name: ref('account.name') }))
      .where('id', '=', account);
    const row = { until_at: until, reason, set_at: at };
    const muted = database.insertInto('mute').values({ account, ...row });
    return this.#write([
      statement(locked, 'gone'),
      statement(muted.onConflict((known) => known.column('account').doUpdateSet(row))),
    ]);
  }

  async lift(account: string, at: number): Promise<boolean> {
    if (!isId(account)) return false;
    const own = this.#database.deleteFrom('mute').where('account', '=', account).where('until_at', '>', at);
    return this.#write([statement(own, 'not-muted')]);
  }

  async tidy(at: number): Promise<void> {
    await this.#write([statement(this.#database.deleteFrom('mute').where('until_at', '<=', at))]);
  }

  /** Returns whether the change was made. */
  async #write(statements: readonly Statement[]): Promise<boolean> {
    const reply = await transact(this.#executor, statements);
    if (reply.name === 'unavailable') throw new StoreUnavailable(reply.detail);
    return reply.name === 'done';
  }
}
