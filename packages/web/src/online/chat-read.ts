const KEY = 'tablier.chat-read';
/** Tables of which it is remembered how far their chat was read: the last ones. */
const MOST = 50;

type Entry = readonly [table: string, n: number];

function isEntry(data: unknown): data is Entry {
  if (!Array.isArray(data)) return false;
  const parts: readonly unknown[] = data;
  return typeof parts[0] === 'string' && Number.isInteger(parts[1]);
}

function readStored(): Entry[] {
  try {
    const data: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(data) ? data.filter(isEntry) : [];
  } catch {
    return [];
  }
}

/** The number of the last line of a table's chat that was read on this device; 0 for none. */
export const readUpTo = (table: string): number => readStored().find(([id]) => id === table)?.[1] ?? 0;

export function rememberRead(table: string, n: number): void {
  const others = readStored().filter(([id]) => id !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, [table, n]].slice(-MOST)));
  } catch {
    // It counts as new again after a reload, then.
  }
}
