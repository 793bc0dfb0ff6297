export const RELATION_KINDS = ['follow', 'block', 'mute'] as const;
export type RelationKind = (typeof RELATION_KINDS)[number];

/** From whom an account accepts challenges: `followed` are the people it follows. */
export const CHALLENGERS = ['everyone', 'followed', 'none'] as const;

/** How others may reach an account. */
export interface ContactSettings {
  readonly challenges: (typeof CHALLENGERS)[number];
  /** Whether followers see that it is online, and where it plays. */
  readonly presence: boolean;
}

export const DEFAULT_CONTACT: ContactSettings = { challenges: 'everyone', presence: true };

/** A relation of an account to another one. */
export interface OwnRelation {
  readonly id: string;
  readonly kind: RelationKind;
  /** The other account. */
  readonly other: string;
  readonly name: string;
  /** `null` if the other account has none, or its profile is hidden. */
  readonly username: string | null;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Whether the other account lets this one see that it is online. */
  readonly showsPresence: boolean;
}

export interface NewRelation {
  readonly id: string;
  readonly kind: RelationKind;
  readonly other: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** `known`: it exists already. `full`: the account has the most relations of this kind. `gone`: one of the accounts does not exist. */
export type AddRelationResult = 'added' | 'known' | 'full' | 'gone' | 'unavailable';

/** The relations between two accounts. */
export interface Between {
  readonly own: ReadonlySet<RelationKind>;
  readonly theirs: ReadonlySet<RelationKind>;
}

/** A public match that an account plays. */
export interface Playing {
  readonly account: string;
  /** The id of its stream. */
  readonly match: string;
}

/** Absences among the newest matches of an account. */
export interface AbsenceShare {
  readonly absent: number;
  readonly of: number;
}

/** A match that an account left (`left`), or did not come to (`never-came`). */
export interface Absence {
  readonly account: string;
  readonly match: string;
  readonly at: number;
  readonly how: 'left' | 'never-came';
}

/**
 * Relations between accounts, their contact settings and absences. Everything is deleted with either account. Reads reject with
 * `StoreUnavailable`. `checkRelations` in the testkit tests every store against this contract.
 */
export interface RelationRepository {
  /** Adds a relation, unless the account has `most` of its kind. A block ends following the other. Listeners of the account are notified. */
  add(account: string, relation: NewRelation, most: number): Promise<AddRelationResult>;
  /** Does nothing for a relation of another account. Listeners of the account are notified. Returns whether the database answered. */
  remove(account: string, id: string): Promise<boolean>;
  /** The newest first. */
  of(account: string, kind?: RelationKind): Promise<readonly OwnRelation[]>;
  between(account: string, other: string): Promise<Between>;
  /** The accounts that this one blocks, or that block it. */
  blockedWith(account: string): Promise<readonly string[]>;
  /** The accounts that this one blocks or mutes. */
  hiddenFrom(account: string): Promise<readonly string[]>;
  contactOf(account: string): Promise<ContactSettings>;
  /** Returns whether the database answered. */
  saveContact(account: string, settings: ContactSettings): Promise<boolean>;
  /** The public matches of these accounts that began after a time and still run, newest first. */
  playing(accounts: readonly string[], since: number): Promise<readonly Playing[]>;
  /** Stores absences; known ones stay. Returns whether the database answered. */
  recordAbsences(absences: readonly Absence[]): Promise<boolean>;
  /** Absences among the newest `newest` matches of an account. */
  absencesOf(account: string, newest: number): Promise<AbsenceShare>;
  /** All absences of an account, newest first, at most `limit`. */
  listAbsences(account: string, limit: number): Promise<readonly Absence[]>;
  /**
   * Transfers the relations of a guest in both directions, its absences and its reports to an account. Returns whether
   * the database answered.
   */
  give(guest: string, account: string): Promise<boolean>;
}
