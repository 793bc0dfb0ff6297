import type { ServerContext } from '../lib/context.ts';
import { type BotLimits, BotPool, DEFAULT_BOT_LIMITS } from './bot-pool.ts';

export interface BotSettings {
  readonly bots?: Partial<BotLimits>;
  /** The module that bot threads run. */
  readonly botThread?: URL;
}

export function createBots({ metrics }: ServerContext, { bots, botThread }: BotSettings): BotPool {
  const pool = new BotPool({ ...DEFAULT_BOT_LIMITS, ...bots }, botThread, (game, seconds) =>
    metrics.searched(game, seconds),
  );
  metrics.gauge('tablier_bots_waiting', 'Bot moves that wait for a thread.', () => pool.counts.waiting);
  metrics.gauge('tablier_bots_searching', 'Bot moves that are being searched.', () => pool.counts.searching);
  return pool;
}
