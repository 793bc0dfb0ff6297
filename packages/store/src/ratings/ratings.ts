import type { Nullable } from 'kysely';
import type { Statement } from '../operations.ts';
import { DAY, ifNew, isGuest, isId, type OnProgress, rowsOf, statement } from '../repository.ts';
import { changeColumns, NEW_STANDING, nextStandings, ratingColumns, type Standing } from './next-ratings.ts';
import type { ProfileSettings, RatedResult, RatedSeat, RebuildReport, RecordResult } from './rating.ts';
import { COUNTER, RatingReads } from './rating-reads.ts';
import { RatingRebuild } from './rebuild.ts';

/**
 * Ratings of accounts. All numbers are those of Glicko (`Rating` of `match`). Reads reject with `StoreUnavailable` if the database does not
 * answer. Ids may be untrusted.
 *
 * A match is rated in one transaction. It first increments the counter, whose row lock puts the
 * matches of all nodes into one order. The new ratings are computed before from ratings that were read; the transaction is refused and
 * repeated if one of them has changed since (its number of games).
 */
export class RatingRepository extends RatingReads {
  /** One match at a time, because concurrent transactions of one node would only refuse each other. */
  #recording: Promise<unknown> = Promise.resolve();

  /** Rates a match once, on any number of nodes, in the order of their numbers: each rating follows from all earlier ones. */
  record(result: RatedResult): Promise<RecordResult> {
    if (!isId(result.match)) throw new RangeError(`not an id of a match: ${JSON.stringify(result.match)}`);
    const recorded = this.#recording.then(() => this.#record(result));
    this.#recording = recorded.catch(() => undefined);
    return recorded;
  }

  async #record(result: RatedResult): Promise<RecordResult> {
    for (;;) {
      if (await this.isRated(result.match)) return 'known';
      if (await this.#isTooOften(result)) return 'too-often';
      const done = await this.transact(await this.#rating(result));
      if (done.name === 'done') return 'rated';
      if (done.name === 'unavailable') return 'unavailable';
      if (done.reason === 'known') return 'known';
    }
  }

  async #isTooOften({ seats, at, mostPerDay = Number.POSITIVE_INFINITY }: RatedResult): Promise<boolean> {
    if (mostPerDay === Number.POSITIVE_INFINITY) return false;
    for (const one of seats) {
      for (const other of seats) {
        if (one.account === null || other.account === null || other.account <= one.account) continue;
        if (other.side === one.side) continue;
        if ((await this.ratedBetween(one.account, other.account, at - DAY)) >= mostPerDay) return true;
      }
    }
    return false;
  }

  rebuild(onProgress?: OnProgress): Promise<RebuildReport> {
    return new RatingRebuild({ database: this.database, executor: this.executor }).run(onProgress);
  }

  /** Replaces what an account shows. Does nothing for an account without a credential. Returns whether the database answered. */
  async saveProfile(account: string, { ratings, games }: ProfileSettings): Promise<boolean> {
    const shows = { ratings: Number(ratings), games: Number(games) };
    const saved = this.database
      .insertInto('profile')
      .values({ account, ...shows })
      .onConflict((row) => row.column('account').doUpdateSet(shows));
    const done = await this.transact([this.holds(account, 'guest', (eb) => eb.not(isGuest(eb))), statement(saved)]);
    return done.name !== 'unavailable';
  }

  async #rating(result: RatedResult): Promise<readonly Statement[]> {
    const database = this.database;
    const { match, game, pace, at, record, seats } = result;
    const known = await this.#standings(result);
    const before = (seat: RatedSeat): Standing =>
      seat.account === null ? { ...NEW_STANDING, ...seat.fixed } : (known.get(seat.account) ?? NEW_STANDING);
    const after = nextStandings(
      seats.map((seat) => ({ ...seat, before: before(seat), isFixed: seat.account === null })),
      at,
    );
    const seq = database.selectFrom('rating_counter').select('last').where('id', '=', COUNTER);
    const counted = database
      .insertInto('rating_counter')
      .values({ id: COUNTER, last: 1 })
      .onConflict((row) => row.column('id').doUpdateSet(({ eb }) => ({ last: eb('rating_counter.last', '+', 1) })));
    const rated = database.insertInto('rated_match').values({ seq, match, game, pace, ended_at: at, record });
    const changes = seats.map((rated, seat) => {
      const { account, side, place } = rated;
      // `null` if the account is gone.
      const own = account === null ? null : database.selectFrom('account').select('id').where('id', '=', account);
      const level = account === null ? rated.level : null;
      const columns = changeColumns(before(rated), after[seat] ?? NEW_STANDING);
      const row = { seq, seat, account: own, level, game, pace, at, side, place, ...columns };
      return statement(database.insertInto('rating_change').values(row));
    });
    const updates = seats.flatMap(({ account }, seat) => {
      const [standing, next] = [known.get(account ?? ''), after[seat]];
      if (account === null || standing === undefined || next === undefined) return [];
      return [this.#update(account, result, standing, next)];
    });
    return [statement(counted), ifNew(rated, 'known'), ...updates, ...changes];
  }

  #update(account: string, { game, pace }: RatedResult, before: Standing, next: Standing): Statement {
    const columns = ratingColumns(next);
    if (before.games === 0) {
      const first = this.database.insertInto('rating').values({ account, game, pace, ...columns });
      return ifNew(first, 'moved-on');
    }
    const own = this.database.updateTable('rating').set(columns).where('account', '=', account);
    const unchanged = own.where('game', '=', game).where('pace', '=', pace).where('games', '=', before.games);
    return statement(unchanged, 'moved-on');
  }

  async #standings({ game, pace, seats }: RatedResult): Promise<ReadonlyMap<string, Standing>> {
    const ids = seats.flatMap(({ account }) => (account !== null && isId(account) ? [account] : []));
    const rows = await rowsOf(
      this.database
        .selectFrom('account')
        .leftJoin('rating', (join) =>
          join.onRef('rating.account', '=', 'account.id').on('game', '=', game).on('pace', '=', pace),
        )
        .select(['account.id', 'rating', 'deviation', 'volatility', 'games', 'wins', 'draws', 'updated_at'])
        .where('account.id', 'in', ids),
    );
    return new Map(rows.map((row) => [row.id, standingOf(row)]));
  }
}

function standingOf(row: Nullable<Omit<Standing, 'since'>> & { readonly updated_at: number | null }): Standing {
  const { rating, deviation, volatility, games, wins, draws } = row;
  if (rating === null || deviation === null || volatility === null || games === null) return NEW_STANDING;
  return { rating, deviation, volatility, games, wins: wins ?? 0, draws: draws ?? 0, since: row.updated_at };
}
