/** A study in a list. */
export interface StudySummary {
  readonly title: string;
  /** The ids of its games, each once. */
  readonly games: readonly string[];
  readonly chapters: number;
}

/** A study in the list of its account. */
export interface ListedStudy extends StudySummary {
  readonly id: string;
  /** Increases by 1 with every change, from 1. */
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

/** A study with its content, which the store does not interpret. */
export interface StoredStudy extends ListedStudy {
  readonly account: string;
  /** The display name of the account. */
  readonly author: string;
  readonly content: unknown;
  /** Whether an operator removed it from its address. */
  readonly isRemoved: boolean;
}

/** A study to store. */
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
export type SaveStudyResult = 'saved' | 'changed' | 'removed' | 'full' | 'guest' | 'unavailable';

/**
 * Studies of accounts. They are deleted with their account. Reads reject with `StoreUnavailable` if the database does not answer. Ids may
 * be untrusted. `checkStudies` in the testkit tests every store against this contract.
 */
export interface StudyRepository {
  /** Adds or replaces a study of an account, which may have at most `most`. */
  save(account: string, study: SavedStudy, most: number): Promise<SaveStudyResult>;
  /** Deletes a study of an account. Does nothing for others. Returns whether the database answered. */
  remove(account: string, id: string): Promise<boolean>;
  /** Removes a study of any account from its address, or restores it. */
  setRemoved(id: string, removedAt: number | null): Promise<'done' | 'unknown' | 'unavailable'>;
  /** A study of any account, as strangers may see it; `null` for none, and for one that an operator removed. */
  find(id: string): Promise<StoredStudy | null>;
  /** The same, also if an operator removed it: for its owner, and to tell that it was removed. */
  findRemovedToo(id: string): Promise<StoredStudy | null>;
  /** The studies of an account, the last changed first. */
  of(account: string): Promise<readonly ListedStudy[]>;
}
