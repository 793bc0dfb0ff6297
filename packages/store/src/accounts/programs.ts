import type { RatingKind } from '../ratings/rating.ts';
import { type Changed, isProgram, rowOf, rowsOf, statement } from '../repository.ts';
import { AccountChanges, type Gone, type SessionRef } from './account.ts';

export interface ProgramTables {
  readonly program: {
    readonly account: string;
    readonly author: string;
    readonly engine: string;
    /** A web address; empty for none. */
    readonly source: string;
    /** The ids of games, with blanks between them. */
    readonly arenas: string;
    readonly since: number;
  };
}

/** What an account of a program says of itself. */
export interface ProgramFacts extends Omit<ProgramTables['program'], 'account' | 'arenas' | 'since'> {
  /** The games whose daily arenas it plays in. */
  readonly arenas: string[];
}

const FACTS = ['program.author', 'program.engine', 'program.source', 'program.arenas'] as const;

/** Accounts of programs. Such an account stays one, so that its ratings are never those of a person. */
export class ProgramRepository extends AccountChanges {
  /** Makes an account one of a program, or changes what it says. `rated`: it has played rated matches as a person. */
  save(by: SessionRef, { arenas, ...facts }: ProgramFacts, at: number): Changed<Gone | 'guest' | 'rated'> {
    const { account } = by;
    const said = { ...facts, arenas: arenas.join(' ') };
    const saved = this.database
      .insertInto('program')
      .values({ account, ...said, since: at })
      .onConflict((row) => row.column('account').doUpdateSet(said));
    return this.change(account, [
      this.isOpen(by),
      this.memberOnly(account),
      this.holds(account, 'rated', (eb) =>
        eb.or([
          isProgram(eb),
          eb.not(
            eb.exists(eb.selectFrom('rating').select('rating.account').whereRef('rating.account', '=', 'account.id')),
          ),
        ]),
      ),
      statement(saved),
    ]);
  }

  /** `null` for the account of a person. */
  async of(account: string): Promise<ProgramFacts | null> {
    const row = await rowOf(this.database.selectFrom('program').select(FACTS).where('account', '=', account));
    return row === undefined ? null : factsOf(row);
  }

  /** The best first, then those without a rating of the kind in the order of their names: `null` before its first rated match. */
  async list({ game, pace }: RatingKind, limit: number) {
    const rows = await rowsOf(
      this.database
        .selectFrom('program')
        .innerJoin('account', 'account.id', 'program.account')
        .leftJoin('username', 'username.account', 'program.account')
        .leftJoin('rating', (join) =>
          join.onRef('rating.account', '=', 'program.account').on('game', '=', game).on('pace', '=', pace),
        )
        .select(FACTS)
        .select(['program.account', 'account.name', 'username.name as username'])
        .select(['rating.rating', 'rating.deviation', 'rating.games'])
        .orderBy(({ fn, val }) => fn.coalesce('rating.rating', val(0)), 'desc')
        .orderBy('account.name')
        .limit(limit),
    );
    return rows.map(({ account, name, username, rating, deviation, games, ...facts }) => ({
      ...{ account, name, username, ...factsOf(facts) },
      rating: rating === null || deviation === null || games === null ? null : { rating, deviation, games },
    }));
  }
}

const factsOf = ({ arenas, ...facts }: Omit<ProgramTables['program'], 'account' | 'since'>): ProgramFacts => ({
  ...facts,
  arenas: arenas.split(' ').filter((game) => game !== ''),
});
