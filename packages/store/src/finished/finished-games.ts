import { sql } from 'kysely';
import type { Statement } from '../operations.ts';
import { ifNew, isId, statement } from '../repository.ts';
import { type FinishedGame, type FinishedSeat, OPENING_PLIES, type Progress } from './finished-game.ts';
import { FinishedReads, RECORDING } from './finished-reads.ts';
import { REMOVED } from './months.ts';

/** Finished games, derived from streams. Every query uses an index and reads a bounded number of rows. */
export class FinishedGames extends FinishedReads {
  /** Records a game once, on any number of nodes. `unavailable`: sending it again is safe. */
  async record(game: FinishedGame): Promise<'recorded' | 'known' | 'unavailable'> {
    if (!isId(game.match)) throw new RangeError(`not an id of a match: ${JSON.stringify(game.match)}`);
    const done = await this.transact(this.#recording(game));
    if (done.name === 'done') return 'recorded';
    return done.name === 'unavailable' ? 'unavailable' : 'known';
  }

  #recording({ match, seats, opening, isListed, isCounted, ...game }: FinishedGame): readonly Statement[] {
    const database = this.database;
    const first = opening.slice(0, OPENING_PLIES);
    const row = database.insertInto('finished_game').values({
      match,
      game: game.game,
      pace: game.pace,
      clock: game.clock,
      ended_at: game.endedAt,
      took: game.tookMs,
      plies: game.plies,
      ended_by: game.endedBy,
      record: game.record,
      listed: Number(isListed),
      counted: Number(isCounted),
      opening: first.join(' '),
    });
    const openings = isListed ? first.map((_, ply) => this.#opening(match, game, first.slice(0, ply + 1))) : [];
    return [
      ifNew(row, 'known'),
      ...seats.map((seat, index) => this.#seat(match, game, { ...seat, index })),
      ...openings,
      ...(isCounted ? [this.#counting(game.game, seats[0])] : []),
    ];
  }

  #seqOf(match: string) {
    return this.database.selectFrom('finished_game').select('seq').where('match', '=', match);
  }

  #seat(
    match: string,
    { game, endedAt }: Pick<FinishedGame, 'game' | 'endedAt'>,
    { index, account, bot, place, score, result }: FinishedSeat & { readonly index: number },
  ): Statement {
    // `null` if the account is gone.
    const own = this.database
      .selectFrom('account')
      .select('id')
      .where('id', '=', account ?? '');
    const row = { seat: index, account: own, bot, place, score, result, game, ended_at: endedAt };
    return statement(this.database.insertInto('finished_seat').values({ seq: this.#seqOf(match), ...row }));
  }

  #opening(
    match: string,
    { game, endedAt }: Pick<FinishedGame, 'game' | 'endedAt'>,
    plies: readonly string[],
  ): Statement {
    const row = { game, plies: plies.join(' '), ended_at: endedAt, seq: this.#seqOf(match) };
    return statement(this.database.insertInto('finished_opening').values(row));
  }

  #counting(game: string, first: FinishedSeat | undefined): Statement {
    const [won, drawn] = [Number(first?.result === 'won'), Number(first?.result === 'drawn')];
    const row = this.database.insertInto('game_tally').values({ game, games: 1, first_wins: won, draws: drawn });
    return statement(
      row.onConflict((known) =>
        known.column('game').doUpdateSet(({ eb }) => ({
          games: eb('game_tally.games', '+', 1),
          first_wins: eb('game_tally.first_wins', '+', won),
          draws: eb('game_tally.draws', '+', drawn),
        })),
      ),
    );
  }

  /** Moves the seats of one account to another, except in games of both. Returns whether the database answered. */
  async give(from: string, to: string): Promise<boolean> {
    const both = this.database.selectFrom('finished_seat').select('seq').where('account', '=', to);
    const heir = this.database.selectFrom('account').select('id').where('id', '=', to);
    const given = this.database
      .updateTable('finished_seat')
      .set({ account: heir })
      .where('account', '=', from)
      .where('seq', 'not in', both);
    return (await this.transact([statement(given)])).name === 'done';
  }

  /** Removes the games with a record. Returns whether the database answered. */
  async forget(record: string): Promise<boolean> {
    const games = this.database.selectFrom('finished_game').select('seq').where('record', '=', record);
    const done = await this.transact([
      statement(this.#removing(record)),
      statement(this.database.deleteFrom('finished_opening').where('seq', 'in', games)),
      statement(this.database.deleteFrom('finished_game').where('record', '=', record)),
    ]);
    return done.name === 'done';
  }

  /** Records that monthly files contain removed games. Running it again finds none. */
  #removing(record: string) {
    const games = this.database
      .selectFrom('finished_game')
      .select([sql<string>`cast(${REMOVED} as text) || seq`.as('name'), 'ended_at', 'game'])
      .where('record', '=', record)
      .where(sql<boolean>`listed + 0 = 1`);
    return this.database.insertInto('progress').columns(['name', 'at', 'id']).expression(games);
  }

  async saveProgress({ at, id }: NonNullable<Progress>): Promise<boolean> {
    const row = this.database.insertInto('progress').values({ name: RECORDING, at, id });
    const saved = row.onConflict((known) => known.column('name').doUpdateSet({ at, id }));
    return (await this.transact([statement(saved)])).name === 'done';
  }
}
