import type { NodeStatus, NodeList } from '@tablier/store';

/** A node without a heartbeat for this long is silent: nothing that depends on it is decided. Milliseconds. */
export const SILENT = 1250;
/** A node without a heartbeat for this long is considered dead. Milliseconds. */
export const DEAD = 2500;

interface Peer {
  /** Its last heartbeat as read from the database. */
  readonly at: number;
  /** When that heartbeat was written, by the clock of this node, or slightly earlier. */
  readonly signAt: number;
  /** When a new heartbeat was last seen. */
  readonly seenAt: number;
  readonly lives: boolean;
}

export interface DepartedNode {
  readonly node: string;
  /** The time of its last heartbeat, or slightly earlier. */
  readonly signAt: number;
}

interface MembershipChanges {
  readonly came: readonly string[];
  readonly left: readonly DepartedNode[];
  readonly died: readonly DepartedNode[];
}

/**
 * The other nodes, as their heartbeats show. A node is alive as long as its heartbeat changes. The age of a heartbeat
 * is measured by the clock of this node; only for nodes seen for the first time by the clock of the database. Clocks of
 * different nodes are never compared.
 */
export class Membership {
  #peers: ReadonlyMap<string, Peer> = new Map();

  get living(): readonly string[] {
    return [...this.#peers].flatMap(([node, { lives }]) => (lives ? [node] : []));
  }

  isGone(node: string): boolean {
    return this.#peers.get(node)?.lives === false;
  }

  silent(now: number): readonly string[] {
    return [...this.#peers].flatMap(([node, { lives, seenAt }]) => (lives && now - seenAt >= SILENT ? [node] : []));
  }

  /** Processes heartbeats that were requested at `requestedAt` and arrived at `now`. */
  take(list: NodeList, requestedAt: number, now: number): MembershipChanges {
    const before = this.#peers;
    const after = new Map(
      list.notes.map((note) => [
        note.node,
        peerAfter(before.get(note.node), note, { listedAt: list.now, requestedAt, now }),
      ]),
    );
    for (const [node, peer] of before) if (peer.lives && !after.has(node)) after.set(node, peer);
    const died = [...after].flatMap(([node, { lives, seenAt, signAt }]) =>
      lives && now - seenAt >= DEAD ? [{ node, signAt }] : [],
    );
    for (const { node } of died) after.set(node, { ...(after.get(node) as Peer), lives: false });
    this.#peers = after;
    const lived = (node: string): boolean => before.get(node)?.lives ?? false;
    const dead = new Set(died.map(({ node }) => node));
    return {
      came: this.living.filter((node) => !lived(node)),
      left: [...after].flatMap(([node, { lives, signAt }]) =>
        lived(node) && !lives && !dead.has(node) ? [{ node, signAt }] : [],
      ),
      died,
    };
  }

  /** No heartbeat could be read until now, so every node gets a new grace period. */
  excuse(now: number): void {
    this.#peers = new Map([...this.#peers].map(([node, peer]) => [node, { ...peer, seenAt: now }]));
  }
}

/** When heartbeats were listed, by the clock of the database, and when they were requested and arrived, by that of this node. */
interface ListTimes {
  readonly listedAt: number;
  readonly requestedAt: number;
  readonly now: number;
}

function peerAfter(
  known: Peer | undefined,
  { at, isGone }: NodeStatus,
  { listedAt, requestedAt, now }: ListTimes,
): Peer {
  if (known !== undefined && known.at === at) return known;
  const age = listedAt - at;
  const signAt = requestedAt - age;
  if (known !== undefined) return { at, signAt, seenAt: now, lives: !isGone };
  return { at, signAt, seenAt: signAt, lives: !isGone && age < DEAD };
}
