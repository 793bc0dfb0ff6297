import { sql } from 'kysely';
import { AccountChanges } from './accounts/account.ts';
import { ifNew, outcomeOf, rowOf, rowsOf, statement } from './repository.ts';

export interface RelationTables {
  /** A relation of one account to another: it follows, blocks or mutes it. */
  readonly relation: {
    readonly id: string;
    readonly account: string;
    readonly other: string;
    readonly kind: RelationKind;
    readonly since: number;
  };
  /** Who may challenge an account, and whether others see that it is online. Without a row: everyone, and yes. */
  readonly contact: { readonly account: string; readonly challenges: Challenger; readonly presence: number };
  readonly absence: Absence;
}

export const RELATION_KINDS = ['follow', 'block', 'mute'] as const;
export type RelationKind = (typeof RELATION_KINDS)[number];

/** From whom an account accepts challenges: `followed` are the people it follows. */
type Challenger = 'everyone' | 'followed' | 'none';

export interface ContactSettings {
  readonly challenges: Challenger;
  /** Whether followers and members of its clubs see that it is online, and followers where it plays. */
  readonly presence: boolean;
}

export const DEFAULT_CONTACT: ContactSettings = { challenges: 'everyone', presence: true };

/** `at`: milliseconds since 1970. */
export type NewRelation = Pick<RelationTables['relation'], 'id' | 'kind' | 'other'> & { readonly at: number };

/** `known`: it exists already. `full`: the account has the most relations of this kind. `gone`: one of the accounts does not exist. */
export type AddRelationResult = 'added' | 'known' | 'full' | 'gone';

export interface Between {
  readonly own: ReadonlySet<RelationKind>;
  readonly theirs: ReadonlySet<RelationKind>;
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

export type OwnRelation = Awaited<ReturnType<RelationRepository['of']>>[number];

/** Relations between accounts, contact settings and absences. They end with either account. */
export class RelationRepository extends AccountChanges {
  /** Adds a relation, unless the account has `most` of its kind. A block ends following the other. Listeners of the account are notified. */
  async add(account: string, { id, kind, other, at }: NewRelation, most: number): Promise<AddRelationResult> {
    const database = this.database;
    const own = database.selectFrom('relation').where('account', '=', account).where('kind', '=', kind);
    const others = database.selectFrom('account').select('account.id').where('account.id', '=', other);
    const added = database.insertInto('relation').values({ id, account, other, kind, since: at });
    const follows = database.deleteFrom('relation').where('account', '=', account).where('kind', '=', 'follow');
    const done = await this.changeAccount(account, [
      statement(others, 'gone'),
      this.hasRoom(own, most),
      ifNew(added, 'known'),
      ...(kind === 'block' ? [statement(follows.where('other', '=', other))] : []),
    ]);
    return outcomeOf(done, 'added');
  }

  /** Does nothing for a relation of another account. Listeners of the account are notified. */
  async remove(account: string, id: string): Promise<void> {
    const removed = this.database.deleteFrom('relation').where('account', '=', account).where('id', '=', id);
    await this.changeAccount(account, [statement(removed)]);
  }

  async saveContact(account: string, { challenges, presence }: ContactSettings): Promise<void> {
    const saved = this.put('contact', account, { challenges, presence: Number(presence) });
    await this.changeAccount(account, [saved]);
  }

  /** Stores absences; known ones stay. */
  async recordAbsences(absences: readonly Absence[]): Promise<void> {
    for (const { account, match, at, how } of absences) {
      const found = this.database.selectFrom('account').select('id').where('id', '=', account);
      const added = this.database.insertInto('absence').values({ account, match, at, how });
      await this.write([statement(found, 'gone'), ifNew(added)]);
    }
  }

  /** Transfers a guest's relations, absences and reports to an account. */
  async give(guest: string, account: string): Promise<void> {
    const database = this.database;
    // Relations that the account already has, or would have to itself, are erased with the guest.
    const known = database
      .selectFrom('relation as known')
      .select('known.id')
      .whereRef('known.kind', '=', sql.ref('relation.kind'));
    const own = known.where('known.account', '=', account).whereRef('known.other', '=', sql.ref('relation.other'));
    const mine = database.updateTable('relation').set({ account }).where('account', '=', guest);
    const chosen = mine.where('other', '<>', account).where(({ not, exists }) => not(exists(own)));
    const theirs = known.where('known.other', '=', account).whereRef('known.account', '=', sql.ref('relation.account'));
    const others = database.updateTable('relation').set({ other: account }).where('other', '=', guest);
    const suffered = others.where('account', '<>', account).where(({ not, exists }) => not(exists(theirs)));
    const missed = database.selectFrom('absence as known').select('known.match').where('known.account', '=', account);
    const left = database.updateTable('absence').set({ account }).where('account', '=', guest);
    const reported = database.updateTable('report').set({ subject: account }).where('subject', '=', guest);
    const written = database.updateTable('report_author').set({ account }).where('account', '=', guest);
    // The mute that ends later stays.
    const theirMute = database.selectFrom('mute as known').select('known.until_at').where('known.account', '=', guest);
    const shorter = database.deleteFrom('mute').where('account', '=', account).where('until_at', '<', theirMute);
    const longer = database.selectFrom('mute as known').select('known.account').where('known.account', '=', account);
    const mute = database.updateTable('mute').set({ account }).where('account', '=', guest);
    const muted = mute.where(({ not, exists }) => not(exists(longer)));
    const absences = left.where('match', 'not in', missed);
    const changes = [chosen, suffered, absences, reported, written, shorter, muted].map((query) => statement(query));
    await this.changeAccount(account, changes);
  }

  /** The newest first, with whether the other account lets this one see that it is online. */
  async of(account: string, kind?: RelationKind) {
    const rows = this.database
      .selectFrom('relation')
      .innerJoin('account', 'account.id', 'relation.other')
      .leftJoin('username', 'username.account', 'relation.other')
      .leftJoin('contact', 'contact.account', 'relation.other')
      .leftJoin('relation as theirs', (join) =>
        join
          .onRef('theirs.account', '=', 'relation.other')
          .on('theirs.kind', '=', 'block')
          .onRef('theirs.other', '=', 'relation.account'),
      )
      .select(['relation.id', 'relation.kind', 'relation.other', 'relation.since', 'account.name'])
      .select(['username.name as username', 'contact.presence', 'theirs.id as blocked'])
      .where('relation.account', '=', account);
    const own = await rowsOf(kind === undefined ? rows : rows.where('relation.kind', '=', kind));
    return own
      .map(({ presence, blocked, ...row }) => ({ ...row, showsPresence: presence !== 0 && blocked === null }))
      .toSorted((left, right) => right.since - left.since || (left.id < right.id ? -1 : 1));
  }

  async between(account: string, other: string): Promise<Between> {
    const [own, theirs] = await Promise.all([this.#kinds(account, other), this.#kinds(other, account)]);
    return { own, theirs };
  }

  async #kinds(account: string, other: string): Promise<ReadonlySet<RelationKind>> {
    // With the kinds, the rows are found by the index.
    const kinds = this.database.selectFrom('relation').select('kind').where('kind', 'in', RELATION_KINDS);
    const rows = kinds.where('account', '=', account).where('other', '=', other);
    return new Set((await rowsOf(rows)).map(({ kind }) => kind));
  }

  async blockedWith(account: string): Promise<readonly string[]> {
    const blocks = this.database.selectFrom('relation').where('kind', '=', 'block');
    const [own, theirs] = await Promise.all([
      rowsOf(blocks.select('other').where('account', '=', account)),
      rowsOf(blocks.select('account').where('other', '=', account)),
    ]);
    return [...own.map(({ other }) => other), ...theirs.map((row) => row.account)];
  }

  async hiddenFrom(account: string): Promise<readonly string[]> {
    const own = this.database.selectFrom('relation').select('other').where('account', '=', account);
    return (await rowsOf(own.where('kind', 'in', ['block', 'mute']))).map(({ other }) => other);
  }

  async contactOf(account: string): Promise<ContactSettings> {
    const row = await rowOf(this.database.selectFrom('contact').selectAll().where('account', '=', account));
    return row === undefined ? DEFAULT_CONTACT : { challenges: row.challenges, presence: row.presence !== 0 };
  }

  /** The public matches of these accounts that began after a time and still run, newest first. */
  async playing(accounts: readonly string[], since: number): Promise<readonly Pick<Absence, 'account' | 'match'>[]> {
    if (accounts.length === 0) return [];
    const rows = this.database
      .selectFrom('participant')
      .innerJoin('listing', 'listing.match', 'participant.match')
      .select(['participant.person as account', 'participant.match'])
      .where('participant.person', 'in', accounts)
      .where('participant.at', '>=', since)
      .where('listing.status', '=', 'running')
      .where('listing.game', 'is not', null)
      .orderBy('participant.at', 'desc')
      .orderBy('participant.match', 'desc');
    return rowsOf(rows);
  }

  async absencesOf(account: string, newest: number): Promise<AbsenceShare> {
    const absences = await this.listAbsences(account, newest);
    if (absences.length === 0) return { absent: 0, of: 0 };
    const seats = this.database.selectFrom('finished_seat').select('ended_at').where('account', '=', account);
    const finished = await rowsOf(seats.orderBy('ended_at', 'desc').limit(newest));
    // A match that a player left is among the finished ones; one to which a player never came is not.
    const matches = [
      ...finished.map((row) => ({ at: row.ended_at, isAbsent: 0, isMatch: 1 })),
      ...absences.map(({ at, how }) => ({ at, isAbsent: 1, isMatch: how === 'never-came' ? 1 : 0 })),
    ].toSorted((left, right) => right.at - left.at || right.isAbsent - left.isAbsent);
    const share = { absent: 0, of: 0 };
    for (const { isAbsent, isMatch } of matches) {
      if (share.of >= newest) break;
      share.absent += isAbsent;
      share.of += isMatch;
    }
    return share;
  }

  /** All absences of an account, newest first, at most `limit`. */
  async listAbsences(account: string, limit: number): Promise<readonly Absence[]> {
    const rows = this.database.selectFrom('absence').selectAll().where('account', '=', account);
    return rowsOf(rows.orderBy('at', 'desc').orderBy('match', 'desc').limit(limit));
  }
}
