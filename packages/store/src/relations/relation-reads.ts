import type { Kysely } from 'kysely';
import { hasProfile } from '../ratings/rating-reads.ts';
import { answer, isId } from '../reads.ts';
import type { Schema } from '../schema.ts';
import {
  type Absence,
  type AbsenceShare,
  type Between,
  type ContactSettings,
  CHALLENGERS,
  DEFAULT_CONTACT,
  type OwnRelation,
  type Playing,
  RELATION_KINDS,
  type RelationKind,
} from './relations.ts';

/** The queries about relations, the same for both databases. */
export class RelationReads {
  readonly #database: Kysely<Schema>;

  constructor(database: Kysely<Schema>) {
    this.#database = database;
  }

  async of(account: string, kind?: RelationKind): Promise<readonly OwnRelation[]> {
    if (!isId(account)) return [];
    const rows = this.#database
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
      .leftJoin('profile', 'profile.account', 'relation.other')
      .select(['username.name as username', 'contact.presence', 'theirs.id as blocked'])
      .select(['profile.ratings', 'profile.games'])
      .where('relation.account', '=', account);
    const own = await answer((kind === undefined ? rows : rows.where('relation.kind', '=', kind)).execute());
    return own
      .map(({ presence, blocked, ratings, games, username, ...row }) => ({
        ...row,
        kind: kindOf(row.kind),
        username: hasProfile({ ratings, games }) ? username : null,
        showsPresence: presence !== 0 && blocked === null,
      }))
      .toSorted((left, right) => right.since - left.since || (left.id < right.id ? -1 : 1));
  }

  async between(account: string, other: string): Promise<Between> {
    const [own, theirs] = await Promise.all([this.#kinds(account, other), this.#kinds(other, account)]);
    return { own, theirs };
  }

  async #kinds(account: string, other: string): Promise<ReadonlySet<RelationKind>> {
    if (!isId(account) || !isId(other)) return new Set();
    const rows = this.#database
      .selectFrom('relation')
      .select('kind')
      .where('account', '=', account)
      .where('kind', 'in', [...RELATION_KINDS])
      .where('other', '=', other);
    return new Set((await answer(rows.execute())).map(({ kind }) => kindOf(kind)));
  }

  async blockedWith(account: string): Promise<readonly string[]> {
    if (!isId(account)) return [];
    const blocks = this.#database.selectFrom('relation').where('kind', '=', 'block');
    const [own, theirs] = await answer(
      Promise.all([
        blocks.select('other').where('account', '=', account).execute(),
        blocks.select('account').where('other', '=', account).execute(),
      ]),
    );
    return [...own.map(({ other }) => other), ...theirs.map((row) => row.account)];
  }

  async hiddenFrom(account: string): Promise<readonly string[]> {
    if (!isId(account)) return [];
    const own = this.#database.selectFrom('relation').select('other').where('account', '=', account);
    return (await answer(own.where('kind', 'in', ['block', 'mute']).execute())).map(({ other }) => other);
  }

  async contactOf(account: string): Promise<ContactSettings> {
    if (!isId(account)) return DEFAULT_CONTACT;
    const row = await answer(
      this.#database.selectFrom('contact').selectAll().where('account', '=', account).executeTakeFirst(),
    );
    if (row === undefined) return DEFAULT_CONTACT;
    const challenges = CHALLENGERS.find((each) => each === row.challenges) ?? 'none';
    return { challenges, presence: row.presence !== 0 };
  }

  async playing(accounts: readonly string[], since: number): Promise<readonly Playing[]> {
    const people = accounts.filter(isId);
    if (people.length === 0) return [];
    const rows = this.#database
      .selectFrom('participant')
      .innerJoin('listing', 'listing.match', 'participant.match')
      .select(['participant.person as account', 'participant.match'])
      .where('participant.person', 'in', people)
      .where('participant.at', '>=', since)
      .where('listing.status', '=', 'running')
      .where('listing.game', 'is not', null)
      .orderBy('participant.at', 'desc')
      .orderBy('participant.match', 'desc');
    return answer(rows.execute());
  }

  async absencesOf(account: string, newest: number): Promise<AbsenceShare> {
    const absences = await this.listAbsences(account, newest);
    if (absences.length === 0) return { absent: 0, of: 0 };
    const finished = await answer(
      this.#database
        .selectFrom('finished_seat')
        .select('ended_at')
        .where('account', '=', account)
        .orderBy('ended_at', 'desc')
        .limit(newest)
        .execute(),
    );
    // A match that a player left has a result, so it is among the finished ones; a match to which a player never came
    // is not.
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

  async listAbsences(account: string, limit: number): Promise<readonly Absence[]> {
    if (!isId(account)) return [];
    const rows = this.#database
      .selectFrom('absence')
      .selectAll()
      .where('account', '=', account)
      .orderBy('at', 'desc')
      .orderBy('match', 'desc')
      .limit(limit);
    return (await answer(rows.execute())).map(({ how, ...row }) => ({
      ...row,
      how: how === 'left' ? 'left' : 'never-came',
    }));
  }
}

const kindOf = (text: string): RelationKind => RELATION_KINDS.find((kind) => kind === text) ?? 'block';
