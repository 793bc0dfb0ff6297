import { DEFAULT_ABSENCE_POLICY, type AbsencePolicy } from '@tablier/match';
import type { BotPool } from '../bots/bot-pool.ts';
import type { RunningNode } from '../cluster/node.ts';
import type { Contacts } from '../contacts/contacts.ts';
import type { HiddenAuthors } from '../contacts/hidden-authors.ts';
import type { ServerContext } from '../lib/context.ts';
import type { HoldingLimits } from './holdings.ts';
import { Rooms } from './rooms.ts';

export interface TableSettings {
  /** How long the server waits for an absent player. */
  readonly absencePolicy?: AbsencePolicy;
  readonly holdings?: Partial<HoldingLimits>;
}

interface TableDeps {
  readonly contacts: Contacts;
  readonly hiddenAuthors: HiddenAuthors;
  readonly node: RunningNode;
  readonly bots: BotPool;
  /** The shortest interval between two presence messages of one table. Milliseconds. */
  readonly presencePace: number;
}

export function createTables(context: ServerContext, deps: TableDeps, settings: TableSettings): Rooms {
  const { store, chance, log, now, metrics } = context;
  const { absencePolicy = DEFAULT_ABSENCE_POLICY, holdings } = settings;
  const onRated = (game: string): void => metrics.ratedMatches.inc({ game });
  const ratedTogether = context.limiter('ratedTogether');
  const settled = { absencePolicy, onRated, ratedTogether, ...(holdings && { holdings }) };
  const rooms = new Rooms({ ...deps, store, chance, log, now, ...settled });
  metrics.gauge('tablier_tables_in_memory', 'Tables kept in memory.', () => rooms.count);
  return rooms;
}
