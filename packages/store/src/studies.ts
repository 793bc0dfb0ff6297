import type { Statement } from './operations.ts';
import {
  type Columns,
  ifNew,
  isId,
  outcomeOf,
  parsedOrNull,
  Repository,
  rowOf,
  rowsOf,
  statement,
} from './repository.ts';

export interface StudyTables {
  readonly study: {
    readonly id: string;
    readonly account: string;
    /** Increases by 1 with every change, from 1. */
    readonly revision: number;
    readonly updated_at: number;
    readonly summary: string;
    /** Title and chapters, as JSON. */
    readonly content: string;
    /** When an operator removed it from its address; null if none did. */
    readonly removed_at: number | null;
  };
}

export interface StudySummary {
  readonly title: string;
  /** The ids of its games, each once. */
  readonly games: readonly string[];
  readonly chapters: number;
}

export type StoredStudy = NonNullable<Awaited<ReturnType<StudyRepository['find']>>>;

export interface SavedStudy {
  readonly id: string;
  /** The revision that it is based on; 0 for a new study. */
  readonly base: number;
  readonly summary: StudySummary;
  readonly content: unknown;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * `saved`: its revision is now `base + 1`. `changed`: the stored one has another revision, or belongs to another account, or is gone.
 * `removed`: an operator removed it. `full`: the account has as many as it may have. `guest`: the account has no credential, or does not exist.
 */
export type SaveStudyResult = 'saved' | 'changed' | 'removed' | 'full' | 'guest';

/** Studies of accounts. They end with their account. */
export class StudyRepository extends Repository {
  async save(account: string, study: SavedStudy, most: number): Promise<SaveStudyResult> {
    if (!isId(study.id)) throw new RangeError(`not an id of a study: ${JSON.stringify(study.id)}`);
    const statements = study.base === 0 ? this.#added(account, study, most) : this.#replaced(account, study);
    const done = await this.write([this.lockMember(account), ...statements]);
    return outcomeOf(done, 'saved');
  }

  /** Deletes a study of an account. Does nothing for others. */
  async remove(account: string, id: string): Promise<void> {
    const removed = this.database.deleteFrom('study').where('account', '=', account).where('id', '=', id);
    await this.write([statement(removed)], { erases: true });
  }

  /** A study of any account, as strangers may see it; `null` for none, and for one that an operator removed. */
  async find(id: string) {
    const study = await this.findRemovedToo(id);
    return study?.isRemoved === true ? null : study;
  }

  /** The same, also if an operator removed it: for its owner, and to tell that it was removed. */
  async findRemovedToo(id: string) {
    const row = await rowOf(
      this.database
        .selectFrom('study')
        .innerJoin('account', 'account.id', 'study.account')
        .select(['study.id', 'study.account', 'study.revision', 'study.updated_at as updatedAt', 'study.summary'])
        .select(['study.content', 'study.removed_at as removedAt', 'account.name as author'])
        .where('study.id', '=', id),
    );
    if (row === undefined) return null;
    const { account, author, content, removedAt } = row;
    const known = listed(row);
    return known && { ...known, account, author, content: parsedOrNull(content), isRemoved: removedAt !== null };
  }

  /** Removes a study of any account from its address, or restores it. Returns whether it exists. */
  async setRemoved(id: string, removedAt: number | null): Promise<boolean> {
    const set = this.database.updateTable('study').set({ removed_at: removedAt }).where('id', '=', id);
    return (await this.write([statement(set, 'unknown')])).name === 'done';
  }

  async of(account: string) {
    const studies = this.database.selectFrom('study').select(['id', 'revision', 'updated_at as updatedAt', 'summary']);
    const rows = studies.where('account', '=', account).orderBy('updated_at', 'desc').orderBy('id');
    return (await rowsOf(rows)).flatMap((row) => listed(row) ?? []);
  }

  #added(account: string, study: SavedStudy, most: number): readonly Statement[] {
    const own = this.database.selectFrom('study').where('study.account', '=', account);
    const added = this.database.insertInto('study').values({ id: study.id, account, revision: 1, ...columnsOf(study) });
    return [this.hasRoom(own, most), ifNew(added, 'changed')];
  }

  #replaced(account: string, study: SavedStudy): readonly Statement[] {
    const own = this.database.updateTable('study').where('account', '=', account).where('id', '=', study.id);
    const replaced = own.set({ revision: study.base + 1, ...columnsOf(study) }).where('revision', '=', study.base);
    const removed = this.database.selectFrom('study').select('account').where('id', '=', study.id);
    const isShown = this.holds(account, 'removed', (eb) =>
      eb('account.id', 'not in', removed.where('removed_at', 'is not', null)),
    );
    return [isShown, statement(replaced, 'changed')];
  }
}

type ListedRow = Pick<Columns<StudyTables['study']>, 'id' | 'revision' | 'updatedAt' | 'summary'>;

const columnsOf = ({ summary, content, at }: SavedStudy) => ({
  updated_at: at,
  summary: JSON.stringify(summary),
  content: JSON.stringify(content),
});

function listed({ id, revision, updatedAt, summary }: ListedRow) {
  const parsed = parsedOrNull(summary) as StudySummary | null;
  return parsed && { ...parsed, id, revision, updatedAt };
}
