import { RETURN_GRACE } from '@tablier/protocol';
import type { Gap } from '@tablier/testkit/online';
import type { Turn } from './clocks.ts';
import type { Outage } from './fleet.ts';

/** What of a turn is to be charged to nobody. Milliseconds. */
export interface Excuse {
  /** Nobody was served. */
  readonly away: number;
  /** On top of that, whoever was to move had no line yet. */
  readonly findingBack: number;
}

/**
 * Of a turn nobody is charged for the times in which nobody was served, nor for those in which its player was without a line because
 * of a kill, as far as it is waited for him; of a kill that became known only when the turn was over, nobody has promised that.
 */
export function excused(turn: Turn, gaps: readonly Gap[], outages: readonly Outage[]): Excuse {
  const away = outages
    .filter(({ isTotal }) => isTotal)
    .map(({ killedAt, backAt }) => ({ from: killedAt, until: backAt }));
  const missing = gaps.flatMap((gap) => {
    const cause = outages.findLast(({ killedAt }) => killedAt <= gap.from);
    if (cause === undefined || cause.knownAt() >= turn.to) return [];
    return [within(gap, { from: cause.killedAt, until: cause.backAt + RETURN_GRACE })];
  });
  const [unserved, lost] = [lengthOf(away, turn), lengthOf([...away, ...missing], turn)];
  return { away: unserved, findingBack: lost - unserved };
}

const within = (one: Gap, other: Gap): Gap => ({
  from: Math.max(one.from, other.from),
  until: Math.min(one.until, other.until),
});

/** How much of a turn lies in at least one of these times. */
function lengthOf(spans: readonly Gap[], { from, to }: Turn): number {
  let [length, reached] = [0, from];
  for (const span of spans.toSorted((left, right) => left.from - right.from)) {
    const { from: begins, until } = within(span, { from: reached, until: to });
    if (until <= begins) continue;
    length += until - begins;
    reached = until;
  }
  return length;
}
