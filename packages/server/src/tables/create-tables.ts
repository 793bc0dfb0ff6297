import { type AbsencePolicy, DEFAULT_ABSENCE_POLICY } from '@tablier/match';
import type { BotPool } from '../bots/bot-pool.ts';
import type { RunningNode, ServerNode } from '../cluster/node.ts';
import type { InProgress } from '../lib/tasks.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { TableFault } from '../lib/errors.ts';
import type { Room } from './room.ts';
import type { SubscribersOptions } from './watching/subscribers.ts';
import type { TableLog } from './logs/table-log.ts';
import type { Contacts, HiddenAuthors } from '../contacts/contacts.ts';
import type { ServerContext } from '../lib/context.ts';
import type { HoldingLimits } from './opening/holdings.ts';
import { Rooms } from './rooms.ts';

export interface RoomDeps
  extends Pick<SubscribersOptions, 'hiddenAuthors'>, Pick<ServerContext, 'store' | 'log' | 'now' | 'chance'> {
  readonly tableLog: TableLog;
  readonly bots: BotPool;
  readonly node: ServerNode;
  /** The shortest interval between two presence messages. Milliseconds. */
  readonly presencePace: number;
  readonly absencePolicy: AbsencePolicy;
  readonly archiving: InProgress;
  readonly onRated?: ((game: string) => void) | undefined;
  readonly ratedTogether?: RateLimiter | undefined;
  readonly onChange: (room: Room) => void;
  /** Called when the log of this room can no longer be read, after which the room is closed. */
  readonly onFault: (room: Room, fault: TableFault) => void;
}

export interface TableSettings {
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
