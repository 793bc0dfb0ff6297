import { ifNew, isId, NEXT_NUMBER, outcomeOf, Repository, rowOf, rowsOf, statement } from './repository.ts';
import type { Statement } from './operations.ts';

export interface ClubTables {
  readonly club: {
    /** The name in its address. */
    readonly id: string;
    /** Null while an account is deleted; then the club passes to another member. */
    readonly owner: string | null;
    readonly name: string;
    readonly about: string;
    /** 1 if lists show it, otherwise 0. */
    readonly listed: number;
    /** The secret of its invitation link. */
    readonly code: string;
    readonly created_at: number;
  };
  readonly club_member: {
    readonly club: string;
    readonly account: string;
    readonly joined_at: number;
    /** `removed`: by the owner, and may not come back. */
    readonly state: 'in' | 'removed';
  };
  readonly club_news: { readonly club: string; readonly number: number; readonly at: number; readonly words: string };
  readonly club_season: {
    readonly club: string;
    readonly number: number;
    readonly name: string;
    readonly from_at: number;
    readonly until_at: number;
  };
}

export type StoredClub = NonNullable<Awaited<ReturnType<ClubRepository['find']>>>;

export interface ClubSeason {
  readonly number: number;
  readonly name: string;
  /** Tournaments count that ended from here on. Milliseconds since 1970. */
  readonly from: number;
  /** And before this. */
  readonly until: number;
}

export type ClubChange =
  | { readonly kind: 'describe'; readonly name: string; readonly about: string; readonly isListed: boolean }
  | { readonly kind: 'renew'; readonly code: string }
  | { readonly kind: 'announce'; readonly at: number; readonly words: string; readonly most: number }
  | { readonly kind: 'retract'; readonly number: number }
  | { readonly kind: 'add-season'; readonly season: Omit<ClubSeason, 'number'>; readonly most: number }
  | { readonly kind: 'remove-season'; readonly number: number }
  | { readonly kind: 'remove-member'; readonly account: string }
  | { readonly kind: 'close' };

/** Clubs with their members, announcements and seasons. Their tournaments are those of the tournaments that name them. */
export class ClubRepository extends Repository {
  /** Founds a club, whose owner is its first member. `full`: the account owns `most`. */
  async create(
    club: Pick<ClubTables['club'], 'id' | 'name' | 'about' | 'code'> & {
      readonly isListed: boolean;
      readonly owner: string;
      readonly at: number;
    },
    most: number,
  ): Promise<'created' | 'exists' | 'full' | 'guest'> {
    const { id, owner, name, about, isListed, code, at } = club;
    if (!isId(id) || !isId(owner)) throw new RangeError('not an id');
    const row = { id, owner, name, about, listed: Number(isListed), code, created_at: at };
    const done = await this.write([
      this.lockMember(owner),
      ifNew(this.database.insertInto('club').values(row), 'exists'),
      this.hasRoom(this.database.selectFrom('club').where('owner', '=', owner), most + 1),
      statement(this.#member(id, owner, at)),
    ]);
    return outcomeOf(done, 'created');
  }

  /** With its members in the order of joining, but those who were removed; announcements and seasons the newest first. */
  async find(id: string) {
    const { database } = this;
    const row = await rowOf(database.selectFrom('club').selectAll().where('id', '=', id));
    if (row === undefined) return null;
    const members = database
      .selectFrom('club_member')
      .innerJoin('account', 'account.id', 'club_member.account')
      .leftJoin('username', 'username.account', 'club_member.account')
      .leftJoin('contact', 'contact.account', 'club_member.account')
      .select(['club_member.account', 'account.name', 'username.name as username', 'joined_at as joinedAt'])
      .select('contact.presence')
      .where('club', '=', id)
      .where('state', '=', 'in')
      .orderBy('joined_at')
      .orderBy('club_member.account');
    const news = database.selectFrom('club_news').select(['number', 'at', 'words']).where('club', '=', id);
    const seasons = database
      .selectFrom('club_season')
      .select(['number', 'name', 'from_at as from', 'until_at as until'])
      .where('club', '=', id);
    const [found, told, all] = await Promise.all([
      rowsOf(members),
      rowsOf(news.orderBy('number', 'desc')),
      rowsOf(seasons.orderBy('number', 'desc')),
    ]);
    const { owner, name, about, listed, code } = row;
    const people = found.map(({ presence, ...member }) => ({ ...member, showsPresence: presence !== 0 }));
    return { id, owner, name, about, isListed: listed === 1, code, members: people, news: told, seasons: all };
  }

  async isMember(id: string, account: string): Promise<boolean> {
    const own = this.database.selectFrom('club_member').select('club').where('club', '=', id);
    return (await rowOf(own.where('account', '=', account).where('state', '=', 'in'))) !== undefined;
  }

  async list(limit: number) {
    const listed = this.#heads().where('listed', '=', 1).orderBy('created_at', 'desc').orderBy('club.id').limit(limit);
    return (await rowsOf(listed)).map((row) => ({ ...row, members: Number(row.members) }));
  }

  /** The clubs of an account, the newest membership first. */
  async of(account: string) {
    const own = this.#heads()
      .innerJoin('club_member as own', 'own.club', 'club.id')
      .select(['own.joined_at as joinedAt', 'club.owner'])
      .where('own.account', '=', account)
      .where('own.state', '=', 'in')
      .orderBy('own.joined_at', 'desc')
      .orderBy('club.id');
    const rows = await rowsOf(own);
    return rows.map(({ owner, ...row }) => ({ ...row, members: Number(row.members), isOwner: owner === account }));
  }

  /** Joins with the code of the link. `removed`: by the owner. `full`: the club has `members`, or the account is in `clubs`. */
  async join(
    id: string,
    { account, code, at }: { readonly account: string; readonly code: string; readonly at: number },
    most: { readonly members: number; readonly clubs: number },
  ): Promise<'done' | 'bad-code' | 'removed' | 'full' | 'guest'> {
    const { database } = this;
    const isIn = database.selectFrom('club_member').select('club').where('club', '=', id);
    const all = database.selectFrom('club_member').where('state', '=', 'in');
    const done = await this.write([
      this.lockMember(account),
      statement(this.#touched(id).where('code', '=', code), 'bad-code'),
      ifNew(this.#member(id, account, at)),
      statement(isIn.where('account', '=', account).where('state', '=', 'in'), 'removed'),
      this.hasRoom(all.where('club', '=', id), most.members + 1),
      this.hasRoom(all.where('account', '=', account), most.clubs + 1),
    ]);
    return outcomeOf(done, 'done');
  }

  /** Leaves a club. Its owner cannot. */
  async leave(id: string, account: string): Promise<void> {
    const isOther = this.#touched(id).where((eb) => eb.or([eb('owner', 'is', null), eb('owner', '!=', account)]));
    const left = this.database.deleteFrom('club_member').where(({ and }) => and({ club: id, account, state: 'in' }));
    await this.write([statement(isOther, 'owner'), statement(left)]);
  }

  /** Changes a club of an owner. `full`: `most` of that kind. `refused`: not theirs, or nothing is there to change. */
  async change(id: string, owner: string, change: ClubChange): Promise<'done' | 'full' | 'refused'> {
    const done = await this.write(
      [statement(this.#touched(id).where('owner', '=', owner), 'refused'), ...this.#changing(id, owner, change)],
      { erases: change.kind === 'close' || change.kind === 'retract' },
    );
    return outcomeOf(done, 'done');
  }

  #changing(id: string, owner: string, change: ClubChange): Statement[] {
    const { database } = this;
    const own = database.updateTable('club').where('id', '=', id);
    switch (change.kind) {
      case 'describe': {
        const { name, about, isListed } = change;
        return [statement(own.set({ name, about, listed: Number(isListed) }))];
      }
      case 'renew':
        return [statement(own.set({ code: change.code }))];
      case 'announce': {
        const { at, words, most } = change;
        const all = database.selectFrom('club_news').where('club', '=', id);
        const row = { club: id, number: all.select(NEXT_NUMBER), at, words };
        return [statement(database.insertInto('club_news').values(row)), this.hasRoom(all, most + 1)];
      }
      case 'add-season': {
        const { name, from, until } = change.season;
        const all = database.selectFrom('club_season').where('club', '=', id);
        const row = { club: id, number: all.select(NEXT_NUMBER), name, from_at: from, until_at: until };
        return [statement(database.insertInto('club_season').values(row)), this.hasRoom(all, change.most + 1)];
      }
      case 'retract':
      case 'remove-season': {
        const all = database.deleteFrom(change.kind === 'retract' ? 'club_news' : 'club_season');
        return [statement(all.where('club', '=', id).where('number', '=', change.number))];
      }
      case 'remove-member': {
        const member = database.updateTable('club_member').set({ state: 'removed' }).where('club', '=', id);
        const banned = member.where('account', '=', change.account).where('account', '!=', owner);
        return [statement(banned, 'refused')];
      }
      case 'close':
        return this.#closing(id);
    }
  }

  /** Its tournaments stay, with another revision. */
  #closing(id: string): Statement[] {
    const tournaments = this.database
      .updateTable('tournament')
      .set((eb) => ({ club: null, revision: eb('revision', '+', 1) }))
      .where('club', '=', id);
    return [statement(tournaments), statement(this.database.deleteFrom('club').where('id', '=', id))];
  }

  /** Gives the clubs of an account to their oldest other members; those without one are closed. */
  async forget(account: string): Promise<void> {
    const owned = await rowsOf(this.database.selectFrom('club').select('id').where('owner', '=', account));
    for (const { id } of owned) {
      const heir = (await this.find(id))?.members.find((member) => member.account !== account)?.account;
      const own = this.database.updateTable('club').where('id', '=', id);
      const statements = heir === undefined ? this.#closing(id) : [statement(own.set({ owner: heir }))];
      await this.write(statements, { erases: heir === undefined });
    }
    const left = this.database.deleteFrom('club_member').where('account', '=', account);
    await this.write([statement(left)]);
  }

  /** The points, in twelfths, of all tournaments of a club that ended in a season, the most first. */
  async standings(id: string, { from, until }: Pick<ClubSeason, 'from' | 'until'>) {
    const counted = this.database
      .selectFrom('tournament')
      .innerJoin('tournament_entrant as entrant', 'entrant.tournament', 'tournament.id')
      .innerJoin('account', 'account.id', 'entrant.account')
      .where('tournament.club', '=', id)
      .where('tournament.status', '=', 'over')
      .where('tournament.ended_at', '>=', from)
      .where('tournament.ended_at', '<', until);
    const scored = counted
      .innerJoin('tournament_round_seat as seat', (join) =>
        join.onRef('seat.tournament', '=', 'tournament.id').onRef('seat.entrant', '=', 'entrant.number'),
      )
      .leftJoin('username', 'username.account', 'account.id')
      .select(({ fn }) => [
        'account.id as account',
        'account.name',
        'username.name as username',
        fn.sum<number | null>('seat.points').as('points'),
        fn.count<number>('tournament.id').distinct().as('tournaments'),
      ])
      .groupBy(['account.id', 'account.name', 'username.name']);
    // Half a point for the first round that was missed by entering late.
    const late = counted
      .select(({ fn }) => ['account.id as account', fn.countAll<number>().as('entries')])
      .where('entrant.first_round', '>', 1)
      .where('tournament.kind', '=', 'swiss')
      .groupBy('account.id');
    const [lines, entries] = await Promise.all([rowsOf(scored), rowsOf(late)]);
    const extra = new Map(entries.map((each) => [each.account, 6 * Number(each.entries)]));
    return lines
      .map((line) => ({
        ...line,
        points: Number(line.points) + (extra.get(line.account) ?? 0),
        tournaments: Number(line.tournaments),
      }))
      .toSorted((one, other) => other.points - one.points || one.name.localeCompare(other.name));
  }

  #heads() {
    return this.database.selectFrom('club').select((eb) => [
      'club.id',
      'club.name',
      'club.about',
      eb
        .selectFrom('club_member as member')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('member.club', '=', 'club.id')
        .where('member.state', '=', 'in')
        .as('members'),
    ]);
  }

  #member(club: string, account: string, at: number) {
    return this.database.insertInto('club_member').values({ club, account, joined_at: at, state: 'in' });
  }

  /** Serialises the changes of one club. */
  #touched(id: string) {
    return this.database
      .updateTable('club')
      .set(({ ref }) => ({ name: ref('club.name') }))
      .where('id', '=', id);
  }
}
