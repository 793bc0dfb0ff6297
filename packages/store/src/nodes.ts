export interface NodeStatus {
  readonly node: string;
  /** Its last heartbeat, by the clock of the database. Milliseconds since 1970. */
  readonly at: number;
  readonly isGone: boolean;
}

export interface NodeList {
  /** By the clock of the database, which all nodes share: milliseconds since 1970. */
  readonly now: number;
  /** All other nodes, newest heartbeat first. Nodes that ended long ago may be missing. */
  readonly notes: readonly NodeStatus[];
}

/** The longest message between nodes, in bytes of UTF-8. */
export const MAX_NODE_MESSAGE_BYTES = 7900;

/** Who passes notices and messages between nodes: PostgreSQL (`none`), the broker, or PostgreSQL until the broker is back. */
export type BrokerState = 'none' | 'connected' | 'unreachable';

/** Membership of the nodes on one database, and messages between them. Messages are not stored and may be lost. */
export interface NodePort {
  readonly brokerState: BrokerState;
  /** Records a heartbeat of this node and reads those of the others. Rejects with `StoreUnavailable`. */
  heartbeat(node: string): Promise<NodeList>;
  /** Records that this node leaves in order. Rejects with `StoreUnavailable`. */
  leave(node: string): Promise<void>;
  /** Sends a message to all nodes that subscribe; this one may receive it too. Throws a `RangeError` for one that is too long. */
  publish(message: string): void;
  /** Subscribes to messages, which arrive once `follow` has been called. Returns a function that unsubscribes. */
  subscribe(subscriber: NodeSubscriber): () => void;
}

export interface NodeSubscriber {
  readonly onMessage: (message: string) => void;
  /** Called at the first connection and after every lost one: earlier messages may have been missed. */
  readonly onGap: () => void;
  /** Called when a connection to the database was lost, even briefly. */
  readonly onBreak: () => void;
}
