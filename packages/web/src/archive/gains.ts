import type { Moment } from './retrace.ts';

/** The points that each seat made, gain by gain, in the order of the moves. A move that loses points reduces the earlier gains. */
export function gainsOf(moments: readonly Pick<Moment, 'scores'>[]): readonly (readonly number[])[] {
  const seats = moments[0]?.scores ?? [];
  return seats.map((_, seat) => {
    const gains: number[] = [];
    let total = 0;
    for (const { scores } of moments) {
      const score = scores[seat] ?? 0;
      if (score > total) gains.push(score - total);
      for (let lost = total - score; lost > 0;) {
        const last = gains.pop() ?? lost;
        if (last > lost) gains.push(last - lost);
        lost -= last;
      }
      total = score;
    }
    return gains;
  });
}
