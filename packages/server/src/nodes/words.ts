import { MAX_WORD_BYTES } from '@tablier/store';
import type { Here } from './node.ts';

/** What nodes say to one another. */
export interface Word {
  /** Who says it. */
  readonly node: string;
  /** Whether everybody is asked to say who is where. */
  readonly asks: boolean;
  /** Who looks at tables over the lines of this node. */
  readonly here: readonly (readonly [table: string, here: Here])[];
}

type Entry = readonly [table: string, seats: readonly number[], spectators: number];

/** As few words as hold all of it. */
export function formatHere(node: string, here: Word['here']): readonly string[] {
  const empty = Buffer.byteLength(JSON.stringify({ node, here: [] }));
  const words: Entry[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const [table, { seats, spectators }] of here) {
    const entry: Entry = [table, seats, spectators];
    const added = Buffer.byteLength(JSON.stringify(entry)) + 1;
    const fits = size + added <= MAX_WORD_BYTES;
    if (fits) words.at(-1)?.push(entry);
    else words.push([entry]);
    size = (fits ? size : empty) + added;
  }
  return words.map((entries) => JSON.stringify({ node, here: entries }));
}

export const formatAsk = (node: string): string => JSON.stringify({ node, asks: true });

/** `null` for what no node of this version says. */
export function parseWord(text: string): Word | null {
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

function entryOf(entry: unknown): [string, Here][] {
  if (!Array.isArray(entry)) return [];
  const [table, seats, spectators] = entry as readonly unknown[];
  if (typeof table !== 'string' || typeof spectators !== 'number' || !Array.isArray(seats)) return [];
  const numbers = (seats as readonly unknown[]).filter((seat) => typeof seat === 'number');
  return [[table, { seats: numbers, spectators }]];
}
