import type { Move } from '@tablier/core';
import { cellsOf, formatMove } from '@tablier/games/nasca';
import type { Played } from '../../board/played.ts';

/** A placement, and how long its piece is. */
export const played = ([move]: readonly Move[]): Played | null =>
  move === undefined ? null : { key: 'played_lays', inputs: { length: cellsOf(move).length, at: formatMove(move) } };
