import { isObject, parseJson } from '@tablier/core';
import { messagesOf, type NodeList, type NodeStatus } from '@tablier/store';
import type { Here } from './node.ts';

/** A node without a heartbeat for this long is silent: nothing that depends on it is decided. Milliseconds. */
export const SILENT = 1250;
/** A node without a heartbeat for this long is considered dead. Milliseconds. */
export const DEAD = 2500;

interface Peer {
  /** Its last heartbeat as read from the database. */
  readonly at: number;
  /** When that heartbeat was written, by the clock of this node, or slightly earlier. */
  readonly signAt: number;
  readonly seenAt: number;
  readonly lives: boolean;
}

export interface DepartedNode {
  readonly node: string;
  /** The time of its last heartbeat, or slightly earlier. */
  readonly signAt: number;
}

/**
 * The other nodes: alive as long as their heartbeats change. The age of one is measured by the clock of this node, at first sight by that of
 * the database. Clocks of different nodes are never compared.
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

  take(list: NodeList, requestedAt: number, now: number) {
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

/** The times say when heartbeats were listed, by the clock of the database, and requested and here, by that of this node. */
function peerAfter(
  known: Peer | undefined,
  { at, isGone }: NodeStatus,
  { listedAt, requestedAt, now }: Readonly<Record<'listedAt' | 'requestedAt' | 'now', number>>,
): Peer {
  if (known !== undefined && known.at === at) return known;
  const age = listedAt - at;
  const signAt = requestedAt - age;
  if (known !== undefined) return { at, signAt, seenAt: now, lives: !isGone };
  return { at, signAt, seenAt: signAt, lives: !isGone && age < DEAD };
}

export interface NodeMessage {
  readonly node: string;
  readonly asks: boolean;
  readonly here: readonly TablePresence[];
}

export type TablePresence = readonly [table: string, here: Here, left: readonly number[]];

export function formatPresence(node: string, here: NodeMessage['here']): readonly string[] {
  const entries = here.map(([table, { seats, spectators }, left]) =>
    JSON.stringify([table, seats, spectators, ...(left.length > 0 ? [left] : [])]),
  );
  const empty = JSON.stringify({ node, here: [] });
  const parts = messagesOf(entries, ',', Buffer.byteLength(empty));
  return parts.map((part) => `${empty.slice(0, -2)}${part}]}`);
}

export const formatPresenceRequest = (node: string): string => JSON.stringify({ node, asks: true });

export function parseNodeMessage(text: string): NodeMessage | null {
  const data = parseJson(text);
  const { node, asks = false, here = [] } = isObject(data) ? data : {};
  if (typeof node !== 'string' || typeof asks !== 'boolean' || !Array.isArray(here)) return null;
  const entries: readonly unknown[] = here;
  return { node, asks, here: entries.flatMap(entryOf) };
}

function entryOf(entry: unknown): TablePresence[] {
  if (!Array.isArray(entry)) return [];
  const [table, seats, spectators, left = []] = entry as readonly unknown[];
  if (typeof table !== 'string' || typeof spectators !== 'number' || !Array.isArray(seats)) return [];
  return [[table, { seats: numbersIn(seats), spectators }, Array.isArray(left) ? numbersIn(left) : []]];
}

const numbersIn = (list: readonly unknown[]): number[] => list.filter((entry) => typeof entry === 'number');
