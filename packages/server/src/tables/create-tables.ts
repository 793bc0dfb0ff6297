import { PATIENCE, type Patience } from '@tablier/match';
import type { BotPool } from '../bots/bot-pool.ts';
import type { RunningNode } from '../cluster/node.ts';
import type { ServerContext } from '../lib/context.ts';
import type { HoldingLimits } from './holdings.ts';
import { Rooms } from './rooms.ts';

export interface TableSettings {
  /** How long an absent player is waited for. */
  readonly patience?: Patience;
  readonly holdings?: Partial<HoldingLimits>;
}

export interface TableParts {
  readonly node: RunningNode;
  readonly bots: BotPool;
  /** How often presence at one table is sent at most. Milliseconds. */
  readonly presencePace: number;
}

export function createTables(context: ServerContext, parts: TableParts, settings: TableSettings): Rooms {
  const { store, chance, log, now, metrics } = context;
  const { patience = PATIENCE, holdings } = settings;
  const rooms = new Rooms({ ...parts, store, chance, log, now, patience, ...(holdings && { holdings }) });
  metrics.gauge('tablier_tables_in_memory', 'Tables kept in memory.', () => rooms.count);
  return rooms;
}
