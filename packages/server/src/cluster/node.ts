import type { Span } from './outages.ts';

export interface Here {
  readonly seats: readonly number[];
  readonly spectators: number;
}

export const NO_PRESENCE: Here = { seats: [], spectators: 0 };

export interface NodeHealth {
  /** When this node last made a durable heartbeat or wrote to the database. Milliseconds since 1970. */
  readonly lastWriteAt: number;
  readonly isServing: boolean;
}

/** This server among those that share its data: which tables it owns, and when tables were not served. */
export interface ServerNode {
  /** Whether other nodes may have written events that this one does not know yet. */
  readonly isShared: boolean;
  /** Whether this node runs its clocks and bots. If two nodes believe so, work is done twice without harm. */
  owns(table: string): boolean;
  /** A span in which a table was not served and for which a clock that was correct at `since` has not been credited. */
  owed(table: string, since: number): Span | null;
  /** Whether it is known until when tables were served; if not, the node checks. Clocks are evaluated only then. */
  isServing(): boolean | Promise<boolean>;
  /** Resolves when more is known of a silent node of the table; `null` for none. Until then no clock runs out. */
  silence(table: string): Promise<void> | null;
  doubt(): void;
  health(): NodeHealth;
  share(table: string, here: Here, left: readonly number[]): void;
  onOtherNodes(table: string): Here;
}

export interface NodeEvents {
  /** The node may own other tables now, or an outage is over: clocks and bots must be checked. */
  readonly onChange: () => void;
  /** Presence at a table changed on other nodes. `left`: chairs or seats whose players left on purpose. */
  readonly onPresence: (table: string, left: readonly number[]) => void;
}

export interface RunningNode extends ServerNode {
  /** Determines the outages until now. To be awaited before anything is decided. */
  start(events: NodeEvents): Promise<void>;
  /** To be called when the server accepts clients. Time until now counts as the start-up outage. */
  opened(): void;
  stop(): Promise<void>;
}
