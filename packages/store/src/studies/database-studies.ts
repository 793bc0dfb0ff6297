import type { Kysely } from 'kysely';
import { isGuest } from '../accounts/account-reads.ts';
import { statement, transact } from '../accounts/transactions.ts';
import type { RepositoryDeps, Statement } from '../operations.ts';
import { answer, isId } from '../reads.ts';
import type { Schema } from '../schema.ts';
import { parsedOrNull } from '../summaries.ts';
import type {
  ListedStudy,
  SavedStudy,
  SaveStudyResult,
  StoredStudy,
  StudyRepository,
  StudySummary,
} from './studies.ts';

/** Studies in a table, for both databases. */
export class DatabaseStudies implements StudyRepository {
  readonly #database: Kysely<Schema>;
  readonly #executor: RepositoryDeps['executor'];

  constructor({ database, executor }: RepositoryDeps) {
    this.#database = database;
    this.#executor = executor;
  }

  async save(account: string, study: SavedStudy, most: number): Promise<SaveStudyResult> {
    if (!isId(account)) return 'guest';
    if (!isId(study.id)) throw new RangeError(`not an id of a study: ${JSON.stringify(study.id)}`);
    const statements = study.base === 0 ? this.#added(account, study, most) : this.#replaced(account, study);
    const done = await transact(this.#executor, [this.#lockMember(account), ...statements]);
    if (done.name !== 'refused') return done.name === 'done' ? 'saved' : 'unavailable';
    const { reason } = done;
    return reason === 'full' || reason === 'guest' || reason === 'removed' ? reason : 'changed';
  }

  async remove(account: string, id: string): Promise<boolean> {
    if (!isId(account) || !isId(id)) return true;
    const removed = this.#database.deleteFrom('study').where('account', '=', account).where('id', '=', id);
    const done = await transact(this.#executor, [statement(removed)], { erases: true });
    return done.name !== 'unavailable';
  }

  async find(id: string): Promise<StoredStudy | null> {
    const study = await this.findRemovedToo(id);
    return study?.isRemoved === true ? null : study;
  }

  async findRemovedToo(id: string): Promise<StoredStudy | null> {
    if (!isId(id)) return null;
    const row = await answer(
      this.#database
        .selectFrom('study')
        .innerJoin('account', 'account.id', 'study.account')
        .select(['study.id', 'study.account', 'study.revision', 'study.updated_at', 'study.summary', 'study.content'])
        .select(['account.name', 'study.removed_at'])
        .where('study.id', '=', id)
        .executeTakeFirst(),
    );
    if (row === undefined) return null;
    const { account, name, content, removed_at: removedAt } = row;
    const isRemoved = removedAt !== null;
    const known = listed(row);
    return known && { ...known, account, author: name, content: parsedOrNull(content), isRemoved };
  }

  async setRemoved(id: string, removedAt: number | null): Promise<'done' | 'unknown' | 'unavailable'> {
    if (!isId(id)) return 'unknown';
    const set = this.#database.updateTable('study').set({ removed_at: removedAt }).where('id', '=', id);
    const done = await transact(this.#executor, [statement(set, 'unknown')]);
    return done.name === 'refused' ? 'unknown' : done.name;
  }

  async of(account: string): Promise<readonly ListedStudy[]> {
    if (!isId(account)) return [];
    const rows = this.#database
      .selectFrom('study')
      .select(['id', 'revision', 'updated_at', 'summary'])
      .where('account', '=', account)
      .orderBy('updated_at', 'desc')
      .orderBy('id');
    return (await answer(rows.execute())).flatMap((row) => listed(row) ?? []);
  }

  /** Serialises the changes of one account, so that its studies are counted exactly. */
  #lockMember(account: string): Statement {
    const locked = this.#database
      .updateTable('account')
      .set((eb) => ({ name: eb.ref('account.name') }))
      .where('account.id', '=', account)
      .where((eb) => eb.not(isGuest(eb)));
    return statement(locked, 'guest');
  }

  #added(account: string, study: SavedStudy, most: number): readonly Statement[] {
    const { id } = study;
    const own = this.#database.selectFrom('study').where('study.account', '=', account);
    const hasRoom = this.#database
      .selectFrom('account')
      .select('account.id')
      .where('account.id', '=', account)
      .where(
        own.select((eb) => eb.fn.countAll<number>().as('count')),
        '<',
        most,
      );
    const added = this.#database
      .insertInto('study')
      .values({ id, account, revision: 1, ...columnsOf(study) })
      .onConflict((row) => row.column('id').doNothing());
    return [statement(hasRoom, 'full'), statement(added, 'changed')];
  }

  #replaced(account: string, study: SavedStudy): readonly Statement[] {
    const own = this.#database.updateTable('study').where('account', '=', account).where('id', '=', study.id);
    const replaced = own.set({ revision: study.base + 1, ...columnsOf(study) }).where('revision', '=', study.base);
    const shown = this.#database
      .selectFrom('account')
      .select('account.id')
      .where('account.id', '=', account)
      .where('account.id', 'not in', ({ selectFrom }) =>
        selectFrom('study')
          .select('study.account')
          .where('study.id', '=', study.id)
          .where('removed_at', 'is not', null),
      );
    return [statement(shown, 'removed'), statement(replaced, 'changed')];
  }
}

const columnsOf = ({ summary, content, at }: SavedStudy) => ({
  updated_at: at,
  summary: JSON.stringify(summary),
  content: JSON.stringify(content),
});

interface ListedRow {
  readonly id: string;
  readonly revision: number;
  readonly updated_at: number;
  readonly summary: string;
}

function listed({ id, revision, updated_at: updatedAt, summary }: ListedRow): ListedStudy | null {
  const parsed = parsedOrNull(summary) as StudySummary | null;
  return parsed && { ...parsed, id, revision, updatedAt };
}
