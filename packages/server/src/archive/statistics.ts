import type { GameStatistics } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import { FreshCache } from '../lib/fresh-cache.ts';
import { foundGamesOf } from './found-games.ts';

interface StatisticsDeps {
  readonly store: Pick<Store, 'finished' | 'running'>;
  readonly now: () => number;
}

/** The statistics of a game are read again after this time. Seconds. */
export const STATISTICS_FRESH = 10;
const MAX_GAMES = 100;
const RESULTS = 8;

/** Reads the statistics of a game. */
export function createStatistics({ store, now }: StatisticsDeps): (game: string) => Promise<GameStatistics> {
  const cache = new FreshCache<GameStatistics>({ freshMs: STATISTICS_FRESH * 1000, most: MAX_GAMES, now });
  return (game) => cache.get(game, () => statisticsOf(game, store));
}

async function statisticsOf(game: string, store: StatisticsDeps['store']): Promise<GameStatistics> {
  const [tally, running, { games }] = await Promise.all([
    store.finished.tally(game),
    store.running(),
    store.finished.search({ game, limit: RESULTS }),
  ]);
  return { ...tally, playing: running.get(game) ?? 0, results: foundGamesOf(games) };
}
