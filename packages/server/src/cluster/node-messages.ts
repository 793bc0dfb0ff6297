import { MAX_NODE_MESSAGE_BYTES } from '@tablier/store';
import type { Here } from './node.ts';

export interface NodeMessage {
  readonly node: string;
  readonly asks: boolean;
  readonly here: readonly TablePresence[];
}

export type TablePresence = readonly [table: string, here: Here, left: readonly number[]];

type Entry = readonly [table: string, seats: readonly number[], spectators: number, left?: readonly number[]];

export function formatPresence(node: string, here: NodeMessage['here']): readonly string[] {
  const empty = Buffer.byteLength(JSON.stringify({ node, here: [] }));
  const messages: Entry[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const [table, { seats, spectators }, left] of here) {
    const entry: Entry = left.length > 0 ? [table, seats, spectators, left] : [table, seats, spectators];
    const added = Buffer.byteLength(JSON.stringify(entry)) + 1;
    const fits = size + added <= MAX_NODE_MESSAGE_BYTES;
    if (fits) messages.at(-1)?.push(entry);
    else messages.push([entry]);
    size = (fits ? size : empty) + added;
  }
  return messages.map((entries) => JSON.stringify({ node, here: entries }));
}

export const formatPresenceRequest = (node: string): string => JSON.stringify({ node, asks: true });

/** `null` for a message that no node of this version sends. */
export function parseNodeMessage(text: string): NodeMessage | null {
  const { node, asks = false, here = [] } = fieldsOf(text);
  if (typeof node !== 'string' || typeof asks !== 'boolean' || !Array.isArray(here)) return null;
  const entries: readonly unknown[] = here;
  return { node, asks, here: entries.flatMap(entryOf) };
}

function fieldsOf(text: string): { readonly node?: unknown; readonly asks?: unknown; readonly here?: unknown } {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

function entryOf(entry: unknown): TablePresence[] {
  if (!Array.isArray(entry)) return [];
  const [table, seats, spectators, left = []] = entry as readonly unknown[];
  if (typeof table !== 'string' || typeof spectators !== 'number' || !Array.isArray(seats)) return [];
  return [[table, { seats: numbersIn(seats), spectators }, Array.isArray(left) ? numbersIn(left) : []]];
}

const numbersIn = (list: readonly unknown[]): number[] => list.filter((entry) => typeof entry === 'number');
