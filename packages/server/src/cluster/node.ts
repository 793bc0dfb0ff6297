import type { Span } from './outages.ts';

/** Who looks at a table over the lines of one node, or of several. */
export interface Here {
  /** The chairs or seats whose people are there, rising. */
  readonly seats: readonly number[];
  /** How many lines look on from no chair. */
  readonly spectators: number;
}

export const NOBODY_HERE: Here = { seats: [], spectators: 0 };

/** Whether a node can be sent players. */
export interface NodeHealth {
  /** When this node last made a durable note that it works, or wrote to the database. Milliseconds since 1970. */
  readonly lastWriteAt: number;
  /** Whether the last write that is known of was done. */
  readonly isServing: boolean;
}

/** This server among those that share its data: which tables it looks after, and when tables were not served. */
export interface ServerNode {
  /** Whether other nodes may have written what this one has not been told yet. */
  readonly isShared: boolean;
  /** Whether this node runs the clocks and the bots of a table. Two that think so do no harm, but work twice. */
  owns(table: string): boolean;
  /** A time in which a table was not served, and which a clock that was true at `since` has not been spared. */
  owed(table: string, since: number): Span | null;
  /** Whether it is known until when tables were served, so that clocks can be judged; asked for again where it is not. */
  isServing(): boolean | Promise<boolean>;
  /** Resolves when more may be known of a node that serves the table and is silent; `null` where none is. No clock falls meanwhile. */
  silence(table: string): Promise<void> | null;
  /** The database did not answer. */
  doubt(): void;
  /** What is known of the database without asking it. */
  health(): NodeHealth;
  /** Tells the other nodes who looks at a table here, and the chairs or seats of those who did until now and have gone on purpose. */
  share(table: string, here: Here, left: readonly number[]): void;
  /** Who looks at a table on the other nodes. */
  onOtherNodes(table: string): Here;
}

/** What a node tells the rest of its server. */
export interface NodeEvents {
  /** Other tables may be kept here now, or an outage is over: clocks and bots are to be looked after. */
  readonly onChange: () => void;
  /** Other people look at a table on other nodes; those in the chairs or seats of `left` have gone on purpose. */
  readonly onPresence: (table: string, left: readonly number[]) => void;
}

/** A node at work. */
export interface RunningNode extends ServerNode {
  /** Finds out what was not served until now; to be awaited before anything is judged. */
  start(events: NodeEvents): Promise<void>;
  /** What could not be served until now was due to the start. */
  opened(): void;
  /** Says goodbye: the others take over. */
  stop(): Promise<void>;
}
