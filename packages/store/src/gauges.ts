import { GAUGES, type Gauges } from '@tablier/core';
import { Repository, rowOf, rowsOf, statement } from './repository.ts';

export interface GaugeTables {
  /** What a member says of a game they have played. */
  readonly gauge_vote: { readonly account: string; readonly game: string } & Gauges;
}

/** `means`: `null` without a vote. */
export interface GaugeTally {
  readonly votes: number;
  readonly means: Gauges | null;
}

/** Votes of members on the gauges of games. They end with their account. */
export class GaugeRepository extends Repository {
  /** Stores or replaces the vote of an account. Returns whether the database answered. */
  async vote(account: string, game: string, gauges: Gauges): Promise<boolean> {
    const saved = this.database
      .insertInto('gauge_vote')
      .values({ account, game, ...gauges })
      .onConflict((row) => row.columns(['account', 'game']).doUpdateSet(gauges));
    const done = await this.transact([this.lockMember(account), statement(saved)]);
    return done.name !== 'unavailable';
  }

  async of(account: string): Promise<readonly { readonly game: string; readonly vote: Gauges }[]> {
    const own = this.database
      .selectFrom('gauge_vote')
      .select(['game', ...GAUGES])
      .where('account', '=', account);
    return (await rowsOf(own.orderBy('game'))).map(({ game, ...vote }) => ({ game, vote }));
  }

  async tally(game: string): Promise<GaugeTally> {
    const row = await rowOf(
      this.database
        .selectFrom('gauge_vote')
        .select(({ fn }) => [fn.countAll().as('votes'), fn.avg('complexity').as('complexity')])
        .select(({ fn }) => [fn.avg('strategy').as('strategy'), fn.avg('luck').as('luck')])
        .select(({ fn }) => fn.avg('interaction').as('interaction'))
        .where('game', '=', game),
    );
    if (row === undefined || Number(row.votes) === 0) return { votes: 0, means: null };
    const { votes, complexity, strategy, luck, interaction } = row;
    return {
      votes: Number(votes),
      means: {
        complexity: Number(complexity),
        strategy: Number(strategy),
        luck: Number(luck),
        interaction: Number(interaction),
      },
    };
  }
}
