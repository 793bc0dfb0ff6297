const KEY = 'tablier.chat-read';
/** Tables of which it is remembered how far their chat was read: the last ones. */
const MOST = 50;

function readStored(): [table: string, n: number][] {
  try {
    const data: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(data)) return [];
    return data.filter(
      (entry): entry is [string, number] => typeof entry?.[0] === 'string' && Number.isInteger(entry[1]),
    );
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
