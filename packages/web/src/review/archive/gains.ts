import type { BoardModule, Gain } from '../../board/board-module.ts';
import type { Moment } from './retrace.ts';

/**
 * The points that each seat made, gain by gain, in the order of the moves. A move that loses points reduces the earlier gains, which then
 * no longer say how they arose.
 */
export function gainsOf(
  moments: readonly Moment[],
  { howScored }: Pick<BoardModule, 'howScored'>,
): readonly (readonly Gain[])[] {
  const seats = moments[0]?.scores ?? [];
  return seats.map((_, seat) => {
    const gains: Gain[] = [];
    let total = 0;
    for (const [ply, { scores, view, lastMoves }] of moments.entries()) {
      const score = scores[seat] ?? 0;
      // A turn of several moves is explained from the position before it.
      const before = moments[ply - lastMoves.length]?.view ?? view;
      if (score > total)
        gains.push(gainOf(score - total, howScored?.({ before, moves: lastMoves, after: view }, seat) ?? null));
      for (let lost = total - score; lost > 0;) {
        const last = gains.pop()?.points ?? lost;
        if (last > lost) gains.push({ points: last - lost });
        lost -= last;
      }
      total = score;
    }
    return gains;
  });
}

const gainOf = (points: number, how: string | null): Gain => (how === null ? { points } : { points, how });
