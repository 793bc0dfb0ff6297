import type { RecordedOutage } from '@tablier/store';
import type { Outage } from './fleet.ts';

/** The last sign of a killed node is at most this much older than the kill. Milliseconds. */
const LAST_SIGN = 1000;
/** After such an outage the clocks wait until the nodes know again who is present. Milliseconds. */
const RECOVERY = 2000;

/**
 * The outages that nodes found although nothing was killed: on a machine that is too busy, a node does not answer in time. Its tables
 * are credited for that, so their clocks charge less than the wall time.
 */
export function starvedOutages(recorded: readonly RecordedOutage[], kills: readonly Outage[]): readonly Outage[] {
  const isKill = ({ from }: RecordedOutage): boolean =>
    kills.some(
      ({ killedAt, backAt, isTotal }) =>
        from >= killedAt - LAST_SIGN && from <= (isTotal ? backAt : killedAt) + LAST_SIGN,
    );
  return recorded
    .filter((span) => !isKill(span))
    .map(({ from, until }) => ({
      killedAt: from,
      backAt: until,
      isTotal: false,
      knownAt: () => Number.POSITIVE_INFINITY,
      slack: { over: 0, under: until - from + RECOVERY },
    }));
}
