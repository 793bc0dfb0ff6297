import { readItem, removeItem, writeItem } from '../lib/local-storage.ts';

/** The storage key of the current game. */
const CURRENT = 'tablier.game';
/** The storage key of the first unreadable game. */
const UNREADABLE = 'tablier.game.aside';

/** The text of the saved game, or `null`. */
export const readCurrent = (): string | null => readItem(CURRENT);

/** Saves a game; returns whether the browser allowed it. */
export const writeCurrent = (text: string): boolean => writeItem(CURRENT, text);

/** The key of an unreadable game, counted from 1. Each game has its own key, so that none replaces another. */
const unreadableKey = (number: number): string => (number === 1 ? UNREADABLE : `${UNREADABLE}.${number}`);

/** How many unreadable games are stored. */
function countUnreadable(): number {
  let count = 0;
  while (readItem(unreadableKey(count + 1)) !== null) count++;
  return count;
}

/** Moves an unreadable game to a key of its own, where it stays until the user deletes it. */
export function quarantineCurrent(): void {
  const text = readCurrent();
  if (text !== null && writeItem(unreadableKey(countUnreadable() + 1), text)) removeItem(CURRENT);
}

/** The unreadable game that was stored last, or `null`. */
export const readUnreadable = (): string | null => readItem(unreadableKey(Math.max(1, countUnreadable())));

/** Deletes the unreadable game that was stored last. */
export function deleteUnreadable(): void {
  const count = countUnreadable();
  if (count > 0) removeItem(unreadableKey(count));
}
