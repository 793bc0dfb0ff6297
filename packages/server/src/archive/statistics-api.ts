import { findGame } from '@tablier/games';
import type { GameStatistics } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import type { FastifyInstance } from 'fastify';
import { answerPublic } from '../http/conditional.ts';
import { refuse } from '../http/errors.ts';
import { FreshCache } from '../lib/fresh-cache.ts';
import { foundGamesOf } from './found-games.ts';

interface StatisticsDeps {
  readonly store: Pick<Store, 'finished' | 'running'>;
  readonly now: () => number;
}

/** The statistics of a game are read again after this time. Seconds. */
const FRESH = 10;
const MAX_GAMES = 100;
const RESULTS = 8;

/** `GET /api/statistics/:game` (`gameStatistics` in `protocol`). The same for everyone, and cacheable. */
export function addStatisticsApi(app: FastifyInstance, { store, now }: StatisticsDeps): void {
  const cache = new FreshCache<GameStatistics>({ freshMs: FRESH * 1000, most: MAX_GAMES, now });
  app.get<{ Params: { game: string } }>('/api/statistics/:game', async (request, reply): Promise<unknown> => {
    const game = findGame(request.params.game);
    if (game === undefined) return refuse(reply, 404, { name: 'not-found' });
    return answerPublic(request, reply, await cache.get(game.id, () => statisticsOf(game.id, store)), FRESH);
  });
}

async function statisticsOf(game: string, store: StatisticsDeps['store']): Promise<GameStatistics> {
  const [tally, running, { games }] = await Promise.all([
    store.finished.tally(game),
    store.running(),
    store.finished.search({ game, limit: RESULTS }),
  ]);
  return { ...tally, playing: running.get(game) ?? 0, results: foundGamesOf(games) };
}
