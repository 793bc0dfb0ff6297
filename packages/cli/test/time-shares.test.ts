import { makeSearch, planOf, SLICE } from '@tablier/ai';
import { games } from '@tablier/games';
import { expect, test } from 'vitest';
import { dealtSetup, gameRng, readConditions, taskOf } from '../src/shared/setup.ts';
import { timeSharesOf } from '../src/commands/bench.ts';

test.each(games.map((game) => [game.id, game] as const))(
  'a search of %s spends time in every part',
  async (_, game) => {
    const setup = dealtSetup(readConditions(game, {}), gameRng('shares', 0));
    const search = makeSearch(taskOf(game, setup, game.start(setup)), planOf(game, 8), gameRng('shares', 1), {
      nodes: Number.POSITIVE_INFINITY,
    });
    const shares = await timeSharesOf(() => {
      const { user } = process.cpuUsage();
      while (process.cpuUsage().user - user < 500_000 && !search.step(SLICE)) continue;
    });
    if (shares === null) throw new Error('no source is known');
    expect(Object.keys(shares)).toEqual(['rules', 'evaluation', 'table', 'search']);
    expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 2);
    for (const share of Object.values(shares)) expect(share).toBeGreaterThan(0.002);
  },
);
