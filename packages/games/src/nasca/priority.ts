import type { Move } from '@tablier/core';
import { SEAT_COLOURS } from './board.ts';
import { COLUMNS, ENDS, ROOMS, SIZES, STARTS, STRIDES } from './placements.ts';
import type { NascaPosition } from './position.ts';

/** The weights for covering an enemy cell, covering an own one, a cell of length, a level, and an end at an own wall or an edge. */
const COVER_ENEMY = 3;
const COVER_OWN = -1;
const LENGTH = 0.3;
const LEVEL = 0.5;
const CONNECTION = 1;

/** Prefers long and high pieces that cover enemy walls and connect own walls. */
export function priority(position: NascaPosition, move: Move): number {
  const { colours, heights } = position.board;
  const own = SEAT_COLOURS[position.turn] as number;
  const start = STARTS[move] as number;
  const end = ENDS[move] as number;
  const stride = STRIDES[move] as number;
  let worth = LENGTH * (SIZES[move] as number) + LEVEL * (heights[start] as number);
  for (let cell = start; cell <= end; cell += stride) {
    const colour = colours[cell] as number;
    if (colour === own) worth += COVER_OWN;
    else if (colour === SEAT_COLOURS[0] || colour === SEAT_COLOURS[1]) worth += COVER_ENEMY;
  }
  const direction = stride === 1 ? 0 : 1;
  const isAtNearEdge = direction === 0 ? start % COLUMNS === 0 : start < COLUMNS;
  const isAtFarEdge = ROOMS[end * 2 + direction] === 1;
  if (isAtNearEdge || colours[start - stride] === own) worth += CONNECTION;
  if (isAtFarEdge || colours[end + stride] === own) worth += CONNECTION;
  return worth;
}
