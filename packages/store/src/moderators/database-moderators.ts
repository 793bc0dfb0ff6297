import type { Kysely } from 'kysely';
import { statement, transact } from '../accounts/transactions.ts';
import type { RepositoryDeps, Statement } from '../operations.ts';
import { answer, isId } from '../reads.ts';
import type { Schema } from '../schema.ts';
import { StoreUnavailable } from '../store.ts';
import type { Moderator, ModeratorRepository } from './moderators.ts';

/** Moderators in a table, for both databases. */
export class DatabaseModerators implements ModeratorRepository {
  readonly #database: Kysely<Schema>;
  readonly #executor: RepositoryDeps['executor'];

  constructor({ database, executor }: RepositoryDeps) {
    this.#database = database;
    this.#executor = executor;
  }

  async has(account: string): Promise<boolean> {
    if (!isId(account)) return false;
    const own = this.#database.selectFrom('moderator').select('account').where('account', '=', account);
    return (await answer(own.executeTakeFirst())) !== undefined;
  }

  list(): Promise<readonly Moderator[]> {
    return answer(
      this.#database
        .selectFrom('moderator')
        .innerJoin('account', 'account.id', 'moderator.account')
        .leftJoin('username', 'username.account', 'moderator.account')
        .select(['moderator.account', 'account.name', 'username.name as username', 'since'])
        .orderBy('username.name')
        .orderBy('moderator.account')
        .execute(),
    );
  }

  async add(account: string, at: number): Promise<'added' | 'known' | 'no-username'> {
    if (!isId(account)) return 'no-username';
    const database = this.#database;
    const named = database.selectFrom('username').select('account').where('account', '=', account);
    const added = database.insertInto('moderator').values({ account, since: at });
    const reason = await this.#write([
      statement(named, 'no-username'),
      statement(
        added.onConflict((known) => known.doNothing()),
        'known',
      ),
    ]);
    return reason === null ? 'added' : reason === 'known' ? 'known' : 'no-username';
  }

  async remove(account: string): Promise<boolean> {
    if (!isId(account)) return false;
    const own = this.#database.deleteFrom('moderator').where('account', '=', account);
    return (await this.#write([statement(own, 'unknown')])) === null;
  }

  /** Returns `null`, or why the change was not made. */
  async #write(statements: readonly Statement[]): Promise<string | null> {
    const reply = await transact(this.#executor, statements);
    if (reply.name === 'unavailable') throw new StoreUnavailable(reply.detail);
    return reply.name === 'done' ? null : reply.reason;
  }
}
