import { GAUGES, type Gauges } from '@tablier/core';
import { ifNew, NEXT_NUMBER, outcomeOf, Repository, rowOf, rowsOf, statement } from './repository.ts';

export interface ArticleTables {
  /** The versions of the articles that members write: one article for each game and language. */
  readonly article_version: {
    readonly game: string;
    readonly language: string;
    /** From 1. Increases by 1 with each version. */
    readonly number: number;
    /** Null once the account was deleted. */
    readonly account: string | null;
    readonly at: number;
    /** Empty once a moderator removed it. */
    readonly text: string;
  };
}

export type ArticlePlace = Pick<ArticleTables['article_version'], 'game' | 'language'>;

interface NewVersion extends Pick<ArticleTables['article_version'], 'text' | 'at'> {
  readonly account: string;
  readonly base: number;
}

export interface ListedVersion extends Omit<ArticleTables['article_version'], 'game' | 'language'> {
  /** `null` once the account was deleted. */
  readonly name: string | null;
  readonly username: string | null;
}

/** Articles of members. They stay without a name when the account of their author is deleted. */
export class ArticleRepository extends Repository {
  /**
   * Adds a version based on version `base`; 0 for the text that the page began with. Keeps the newest `kept`. `changed`: another version is
   * the newest. `guest`: the account has no credential, or does not exist.
   */
  async add(
    { game, language }: ArticlePlace,
    { account, base, text, at }: NewVersion,
    kept: number,
  ): Promise<'saved' | 'changed' | 'guest'> {
    const all = this.#of({ game, language });
    const last = all.select(({ fn, lit }) => fn.coalesce(fn.max('number'), lit(0)).as('last'));
    const isBase = this.database
      .selectNoFrom(({ lit }) => lit(1).as('one'))
      .where(last.where('text', '!=', ''), '=', base);
    const row = { game, language, number: all.select(NEXT_NUMBER), account, at, text };
    const added = this.database.insertInto('article_version').values(row);
    const old = this.database.deleteFrom('article_version').where('game', '=', game).where('language', '=', language);
    const done = await this.write([
      this.lockMember(account),
      statement(isBase, 'changed'),
      ifNew(added, 'changed'),
      statement(old.where(({ eb }) => eb('number', '<=', eb(last, '-', kept)))),
    ]);
    return outcomeOf(done, 'saved');
  }

  /** Those before a number, the newest first, with those that a moderator removed. */
  versions(place: ArticlePlace, limit: number, before = 2 ** 31 - 1): Promise<readonly ListedVersion[]> {
    return rowsOf(this.#named(place).where('number', '<', before).orderBy('number', 'desc').limit(limit));
  }

  /** The newest version that no moderator removed; `null` for none. */
  async newest(place: ArticlePlace): Promise<ListedVersion | null> {
    return (await rowOf(this.#named(place).where('text', '!=', '').orderBy('number', 'desc').limit(1))) ?? null;
  }

  async find(place: ArticlePlace, number: number): Promise<ListedVersion | null> {
    return (await rowOf(this.#named(place).where('number', '=', number))) ?? null;
  }

  /** Removes the text of a version; the one before it is shown again. */
  async remove({ game, language }: ArticlePlace, number: number): Promise<void> {
    const emptied = this.database.updateTable('article_version').set({ text: '' }).where('number', '=', number);
    await this.write([statement(emptied.where('game', '=', game).where('language', '=', language))], { erases: true });
  }

  /** What an account has written. */
  by(account: string) {
    const own = this.database.selectFrom('article_version').select(['game', 'language', 'number', 'at', 'text']);
    return rowsOf(own.where('account', '=', account).orderBy('at').orderBy('number'));
  }

  #of({ game, language }: ArticlePlace) {
    return this.database.selectFrom('article_version').where('game', '=', game).where('language', '=', language);
  }

  #named(place: ArticlePlace) {
    return this.#of(place)
      .leftJoin('account', 'account.id', 'article_version.account')
      .leftJoin('username', 'username.account', 'article_version.account')
      .select(['number', 'at', 'article_version.account', 'account.name', 'username.name as username', 'text']);
  }
}

export interface GaugeTables {
  /** What a member says of a game they have played. */
  readonly gauge_vote: { readonly account: string; readonly game: string } & Gauges;
}

/** Votes of members on the gauges of games. They end with their account. */
export class GaugeRepository extends Repository {
  /** Stores or replaces the vote of an account. */
  async vote(account: string, game: string, gauges: Gauges): Promise<void> {
    const vote = this.database.insertInto('gauge_vote').values({ account, game, ...gauges });
    const saved = vote.onConflict((row) => row.columns(['account', 'game']).doUpdateSet(gauges));
    await this.write([this.lockMember(account), statement(saved)]);
  }

  async of(account: string): Promise<readonly { readonly game: string; readonly vote: Gauges }[]> {
    const votes = this.database.selectFrom('gauge_vote').select(['game', ...GAUGES]);
    return (await rowsOf(votes.where('account', '=', account).orderBy('game'))).map(({ game, ...vote }) => ({
      game,
      vote,
    }));
  }

  /** `means`: `null` without a vote. */
  async tally(game: string) {
    const row = await rowOf(
      this.database
        .selectFrom('gauge_vote')
        .select(({ fn }) => [fn.countAll().as('votes'), ...GAUGES.map((gauge) => fn.avg(gauge).as(gauge))])
        .where('game', '=', game),
    );
    const votes = Number(row?.votes ?? 0);
    if (row === undefined || votes === 0) return { votes, means: null };
    return { votes, means: Object.fromEntries(GAUGES.map((gauge) => [gauge, Number(row[gauge])])) as Gauges };
  }
}
