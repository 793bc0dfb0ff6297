import { RETURN_GRACE } from '@tablier/protocol';
import type { Gap } from '@tablier/testkit/online';
import type { Turn } from './clocks.ts';
import type { Outage } from './fleet.ts';

/** The part of a turn that no one is charged for. Milliseconds. */
export interface Excuse {
  /** No client was served. */
  readonly away: number;
  /** In addition, the player to move had no connection yet. */
  readonly findingBack: number;
}

/**
 * No one is charged for the time in which no client was served, nor for the time in which the player to move had no connection because
 * of a kill, as long as the server waits for them. If a kill was detected only after the turn, the server guarantees nothing.
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

/** How much of a turn is in at least one of these spans. */
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
