import { type Kysely, sql } from 'kysely';
import { type AccountTableDeps, changeAccount } from '../accounts/change-account.ts';
import { statement, transact, type TransactionReply } from '../accounts/transactions.ts';
import type { Statement } from '../operations.ts';
import { isId } from '../reads.ts';
import type { Schema } from '../schema.ts';
import { RelationReads } from './relation-reads.ts';
import type { Absence, AddRelationResult, ContactSettings, NewRelation, RelationRepository } from './relations.ts';

/** Relations, contact settings and absences in tables, for both databases. The first statement of a change updates the row of the account, as for `DatabaseAccounts`. */
export class DatabaseRelations extends RelationReads implements RelationRepository {
  readonly #deps: AccountTableDeps;
  readonly #database: Kysely<Schema>;

  constructor(deps: AccountTableDeps) {
    super(deps.database);
    this.#deps = deps;
    this.#database = deps.database;
  }

  async add(account: string, { id, kind, other, at }: NewRelation, most: number): Promise<AddRelationResult> {
    if (!isId(account) || !isId(other) || !isId(id)) return 'gone';
    const database = this.#database;
    const own = database.selectFrom('relation').where('relation.account', '=', account);
    const others = database.selectFrom('account').select('account.id').where('account.id', '=', other);
    const hasRoom = others.where(({ eb, fn }) =>
      eb(own.where('relation.kind', '=', kind).select(fn.countAll<number>().as('count')), '<', most),
    );
    const added = database
      .insertInto('relation')
      .values({ id, account, other, kind, since: at })
      .onConflict((row) => row.columns(['account', 'kind', 'other']).doNothing());
    const follows = database.deleteFrom('relation').where('account', '=', account).where('kind', '=', 'follow');
    const done = await this.#change(account, [
      statement(others, 'gone'),
      statement(hasRoom, 'full'),
      statement(added, 'known'),
      ...(kind === 'block' ? [statement(follows.where('other', '=', other))] : []),
    ]);
    if (done.name === 'done') return 'added';
    if (done.name === 'unavailable') return 'unavailable';
    return done.reason === 'full' || done.reason === 'known' ? done.reason : 'gone';
  }

  async remove(account: string, id: string): Promise<boolean> {
    if (!isId(account) || !isId(id)) return true;
    const removed = this.#database.deleteFrom('relation').where('account', '=', account).where('id', '=', id);
    return (await this.#change(account, [statement(removed)])).name !== 'unavailable';
  }

  async saveContact(account: string, { challenges, presence }: ContactSettings): Promise<boolean> {
    if (!isId(account)) return true;
    const columns = { challenges, presence: Number(presence) };
    const saved = this.#database
      .insertInto('contact')
      .values({ account, ...columns })
      .onConflict((row) => row.column('account').doUpdateSet(columns));
    return (await this.#change(account, [statement(saved)])).name !== 'unavailable';
  }

  async recordAbsences(absences: readonly Absence[]): Promise<boolean> {
    for (const { account, match, at, how } of absences) {
      if (!isId(account)) continue;
      const found = this.#database.selectFrom('account').select('id').where('id', '=', account);
      const added = this.#database
        .insertInto('absence')
        .values({ account, match, at, how })
        .onConflict((row) => row.columns(['account', 'match']).doNothing());
      const done = await transact(this.#deps.executor, [statement(found, 'gone'), statement(added)]);
      if (done.name === 'unavailable') return false;
    }
    return true;
  }

  async give(guest: string, account: string): Promise<boolean> {
    if (!isId(guest) || !isId(account)) return true;
    const database = this.#database;
    // Relations that the account already has, and those that would become a relation to itself, are erased with the
    // guest.
    const known = database
      .selectFrom('relation as known')
      .select('known.id')
      .whereRef('known.kind', '=', sql.ref('relation.kind'));
    const own = known.where('known.account', '=', account).whereRef('known.other', '=', sql.ref('relation.other'));
    const chosen = database
      .updateTable('relation')
      .set({ account })
      .where('account', '=', guest)
      .where('other', '<>', account)
      .where(({ not, exists }) => not(exists(own)));
    const theirs = known.where('known.other', '=', account).whereRef('known.account', '=', sql.ref('relation.account'));
    const suffered = database
      .updateTable('relation')
      .set({ other: account })
      .where('other', '=', guest)
      .where('account', '<>', account)
      .where(({ not, exists }) => not(exists(theirs)));
    const missed = database.selectFrom('absence as known').select('known.match').where('known.account', '=', account);
    const absences = database
      .updateTable('absence')
      .set({ account })
      .where('account', '=', guest)
      .where('match', 'not in', missed);
    const reported = database.updateTable('report').set({ subject: account }).where('subject', '=', guest);
    const written = database.updateTable('report_author').set({ account }).where('account', '=', guest);
    // The mute that ends later stays.
    const theirMute = database.selectFrom('mute as known').select('known.until_at').where('known.account', '=', guest);
    const shorter = database.deleteFrom('mute').where('account', '=', account).where('until_at', '<', theirMute);
    const longer = database.selectFrom('mute as known').select('known.account').where('known.account', '=', account);
    const muted = database
      .updateTable('mute')
      .set({ account })
      .where('account', '=', guest)
      .where(({ not, exists }) => not(exists(longer)));
    const changes = [chosen, suffered, absences, reported, written, shorter, muted].map((query) => statement(query));
    return (await this.#change(account, changes)).name !== 'unavailable';
  }

  #change(account: string, statements: readonly Statement[]): Promise<TransactionReply> {
    return changeAccount(account, statements, this.#deps);
  }
}
