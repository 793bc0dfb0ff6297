import type { AbsencePolicy } from '@tablier/match';
import type { Store } from '@tablier/store';
import type { BotPool } from '../bots/bot-pool.ts';
import type { ServerNode } from '../cluster/node.ts';
import type { Chance } from '../lib/chance.ts';
import type { InProgress } from '../lib/tasks.ts';
import type { Log } from '../lib/log.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { TableFault } from '../lib/table-fault.ts';
import type { Room } from './room.ts';
import type { SubscribersOptions } from './subscribers.ts';
import type { TableLog } from './table-log.ts';

/** What a room needs from the rest of the server. */
export interface RoomDeps extends Pick<SubscribersOptions, 'hiddenAuthors'> {
  readonly store: Store;
  readonly log: Log;
  readonly tableLog: TableLog;
  readonly chance: Chance;
  readonly bots: BotPool;
  readonly node: ServerNode;
  readonly now: () => number;
  /** The shortest interval between two presence messages. Milliseconds. */
  readonly presencePace: number;
  readonly absencePolicy: AbsencePolicy;
  /** Matches that are over and are being archived. */
  readonly archiving: InProgress;
  /** Called when a match has changed ratings. */
  readonly onRated?: ((game: string) => void) | undefined;
  /** By address. */
  readonly ratedTogether?: RateLimiter | undefined;
  /** Called after every change, once it is durable and the sender has been answered. */
  readonly onChange: (room: Room) => void;
  /** Called when the log of this room can no longer be read, after which the room is closed. */
  readonly onFault: (room: Room, fault: TableFault) => void;
}
