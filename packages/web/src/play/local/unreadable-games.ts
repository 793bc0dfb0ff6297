import { readItem, removeItem, writeItem } from '../../lib/local-storage.ts';

/** The storage key of the one game that earlier versions stored. */
export const OLD_GAME = 'tablier.game';
/** The storage key of the first unreadable game. */
const UNREADABLE = 'tablier.game.aside';

/** The key of an unreadable game, counted from 1. Each game has its own key, so that none replaces another. */
const unreadableKey = (number: number): string => (number === 1 ? UNREADABLE : `${UNREADABLE}.${number}`);

/** How many unreadable games are stored. */
export function countUnreadable(): number {
  let count = 0;
  while (readItem(unreadableKey(count + 1)) !== null) count++;
  return count;
}

/** Moves the text of an unreadable game to a key of its own, where it stays until the user deletes it. */
export function quarantine(key: string): void {
  const text = readItem(key);
  if (text !== null && writeItem(unreadableKey(countUnreadable() + 1), text)) removeItem(key);
}

/** The unreadable game that was stored last, or `null`. */
export const readUnreadable = (): string | null => readItem(unreadableKey(Math.max(1, countUnreadable())));

/** Deletes the unreadable game that was stored last. */
export function deleteUnreadable(): void {
  const count = countUnreadable();
  if (count > 0) removeItem(unreadableKey(count));
}
