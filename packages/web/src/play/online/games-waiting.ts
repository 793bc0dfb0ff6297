import type { MyTable } from '@tablier/protocol';

/** The tables where the user is to move, without the one that is shown: first the one whose clock runs out first, last those without a clock. */
export function gamesWaiting(own: readonly MyTable[], shown: string): readonly MyTable[] {
  const end = ({ until }: MyTable): number => until ?? Number.POSITIVE_INFINITY;
  return own
    .filter(({ id, turn }) => turn && id !== shown)
    .sort((left, right) => (end(left) === end(right) ? left.at - right.at : end(left) - end(right)));
}
