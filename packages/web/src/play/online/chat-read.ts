import { readJson, writeJson } from '../../lib/local-storage.ts';

const KEY = 'tablier.chat-read';
/** The number of tables whose reading position is stored; the oldest are dropped. */
const MOST = 50;

type Entry = readonly [table: string, n: number];

function isEntry(data: unknown): data is Entry {
  if (!Array.isArray(data)) return false;
  const parts: readonly unknown[] = data;
  return typeof parts[0] === 'string' && Number.isInteger(parts[1]);
}

function readStored(): Entry[] {
  const data = readJson(KEY);
  return Array.isArray(data) ? data.filter(isEntry) : [];
}

/** The number of the last chat line of a table that was read on this device; 0 for none. */
export const readUpTo = (table: string): number => readStored().find(([id]) => id === table)?.[1] ?? 0;

export function rememberRead(table: string, n: number): void {
  const others = readStored().filter(([id]) => id !== table);
  // Without storage the lines count as new after a reload.
  writeJson(KEY, [...others, [table, n]].slice(-MOST));
}
