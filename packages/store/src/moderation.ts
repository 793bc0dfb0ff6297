import { ifNew, Repository, rowOf, rowsOf, statement } from './repository.ts';

export interface ModerationTables {
  readonly moderator: { readonly account: string; readonly since: number };
  /** A mute: the time until which an account cannot chat, set by a moderator or an operator. */
  readonly mute: {
    readonly account: string;
    readonly until_at: number;
    readonly reason: string;
    readonly set_at: number;
  };
}

export interface Moderator {
  readonly account: string;
  readonly name: string;
  readonly username: string | null;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Who may moderate, as an operator decided. The role ends with the account. */
export class ModeratorRepository extends Repository {
  async has(account: string): Promise<boolean> {
    const own = this.database.selectFrom('moderator').select('account').where('account', '=', account);
    return (await rowOf(own)) !== undefined;
  }

  /** By username and id. */
  list(): Promise<readonly Moderator[]> {
    return rowsOf(
      this.database
        .selectFrom('moderator')
        .innerJoin('account', 'account.id', 'moderator.account')
        .leftJoin('username', 'username.account', 'moderator.account')
        .select(['moderator.account', 'account.name', 'username.name as username', 'since'])
        .orderBy('username.name')
        .orderBy('moderator.account'),
    );
  }

  /** Makes an account with a username a moderator. A guest has no username, and nothing to sign in with. */
  async add(account: string, at: number): Promise<'added' | 'known' | 'no-username'> {
    const named = this.database.selectFrom('username').select('account').where('account', '=', account);
    const added = this.database.insertInto('moderator').values({ account, since: at });
    const done = await this.write([statement(named, 'no-username'), ifNew(added, 'known')]);
    if (done.name === 'done') return 'added';
    return done.reason === 'known' ? 'known' : 'no-username';
  }

  async remove(account: string): Promise<boolean> {
    const own = this.database.deleteFrom('moderator').where('account', '=', account);
    return (await this.write([statement(own, 'unknown')])).name === 'done';
  }
}

/** A time in which an account cannot chat. Times are milliseconds since 1970. */
export interface Mute {
  readonly until: number;
  /** Why. The muted person reads it. */
  readonly reason: string;
  readonly at: number;
}

export interface MutedAccount extends Mute {
  readonly account: string;
  readonly name: string;
  readonly username: string | null;
}

/** Who was muted, and until when: at most one mute per account, which ends with it. */
export class MuteRepository extends Repository {
  /** The mute of an account at a time; `null` if there is none, or it has ended. */
  async of(account: string, at: number): Promise<Mute | null> {
    const own = this.database
      .selectFrom('mute')
      .select(['until_at as until', 'reason', 'set_at as at'])
      .where('account', '=', account);
    return (await rowOf(own.where('until_at', '>', at))) ?? null;
  }

  list(at: number): Promise<readonly MutedAccount[]> {
    return rowsOf(
      this.database
        .selectFrom('mute')
        .innerJoin('account', 'account.id', 'mute.account')
        .leftJoin('username', 'username.account', 'mute.account')
        .select(['mute.account', 'account.name', 'username.name as username', 'reason'])
        .select(['until_at as until', 'set_at as at'])
        .where('until_at', '>', at)
        .orderBy('until_at')
        .orderBy('mute.account'),
    );
  }

  /** Replaces an earlier mute. Returns whether the account exists. */
  async set(account: string, { until, reason, at }: Mute): Promise<boolean> {
    const row = { until_at: until, reason, set_at: at };
    const muted = this.database.insertInto('mute').values({ account, ...row });
    const done = await this.write([
      // It cannot be deleted in between.
      this.lockAccount(account),
      statement(muted.onConflict((known) => known.column('account').doUpdateSet(row))),
    ]);
    return done.name === 'done';
  }

  /** Ends a mute. Returns whether the account was muted at that time. */
  async lift(account: string, at: number): Promise<boolean> {
    const own = this.database.deleteFrom('mute').where('account', '=', account).where('until_at', '>', at);
    return (await this.write([statement(own, 'not-muted')])).name === 'done';
  }

  async tidy(at: number): Promise<void> {
    await this.write([statement(this.database.deleteFrom('mute').where('until_at', '<=', at))]);
  }
}
