import type { NodeNote, Roll } from '@tablier/store';

/** A node that was not heard of for so long is silent: nothing is decided that depends on it. Milliseconds. */
export const SILENT = 1250;
/** One that was not heard of for so long is taken for dead. Milliseconds. */
export const DEAD = 2500;

interface Peer {
  /** Its note as last read. */
  readonly at: number;
  /** When it made that note, by the clock of this node, or a little earlier. */
  readonly signAt: number;
  /** When a new note was last seen. */
  readonly seenAt: number;
  readonly lives: boolean;
}

/** The end of a node. */
export interface Gone {
  readonly node: string;
  /** When it gave its last sign of life, or a little earlier. */
  readonly signAt: number;
}

/** What the notes say that was not known before. */
export interface News {
  readonly came: readonly string[];
  /** Ended in good order. */
  readonly left: readonly Gone[];
  readonly died: readonly Gone[];
}

/**
 * The other nodes, as their notes tell. A node lives as long as its note changes: how long ago that was is told by the clock of
 * this node, and only for nodes seen for the first time by that of the database. No node's clock is compared with another's.
 */
export class Membership {
  #peers: ReadonlyMap<string, Peer> = new Map();

  get living(): readonly string[] {
    return [...this.#peers].flatMap(([node, { lives }]) => (lives ? [node] : []));
  }

  /** Those that live, as far as is known, and were not heard of for a while. */
  silent(now: number): readonly string[] {
    return [...this.#peers].flatMap(([node, { lives, seenAt }]) => (lives && now - seenAt >= SILENT ? [node] : []));
  }

  /** Takes in notes that were asked for at `askedAt` and came at `now`. */
  take(roll: Roll, askedAt: number, now: number): News {
    const before = this.#peers;
    const after = new Map(
      roll.notes.map((note) => [note.node, peerAfter(before.get(note.node), note, roll, askedAt, now)]),
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

  /** Nothing could be heard until now: everybody has time to give a sign anew. */
  excuse(now: number): void {
    this.#peers = new Map([...this.#peers].map(([node, peer]) => [node, { ...peer, seenAt: now }]));
  }
}

function peerAfter(known: Peer | undefined, { at, isGone }: NodeNote, roll: Roll, askedAt: number, now: number): Peer {
  if (known !== undefined && known.at === at) return known;
  const age = roll.now - at;
  const signAt = askedAt - age;
  if (known !== undefined) return { at, signAt, seenAt: now, lives: !isGone };
  return { at, signAt, seenAt: signAt, lives: !isGone && age < DEAD };
}
