import type { Store, StoredEvent } from '@tablier/store';
import type { Outage, Slack } from './fleet.ts';
import type { TableJournal } from './journal.ts';

/** What was charged at one table beyond what it should have been, and below. Milliseconds, never negative. */
export interface Charge {
  /** More than the time in which somebody was served. */
  readonly over: number;
  /** Less than that, and not explained by lag that was credited. */
  readonly under: number;
  /** How often something was not served meanwhile. */
  readonly outages: number;
  /** What cannot be measured better. */
  readonly slack: Slack;
}

/** The moments at which a clock is read are known so well, in milliseconds. */
const ONCE = 100;

const mostOf = (outages: readonly Outage[], kind: keyof Slack): number =>
  outages.reduce((sum, { slack }) => sum + slack[kind], ONCE);

/**
 * What both clocks charged at a finished table, against wall time less measured downtime; `null` where the clock does not
 * tell how much it charged, or there is none.
 */
export async function chargeOf(
  store: Store,
  { id, lastViews }: TableJournal,
  outages: readonly Outage[],
): Promise<Charge | null> {
  const charged = chargedAt(lastViews[0]);
  if (charged === null) return null;
  const events = await store.read(id, 1);
  const from = events.find(({ kind }) => kind === 'started')?.at;
  const to = events.findLast(({ kind }) => kind === 'moved')?.at;
  if (from === undefined || to === undefined) return null;
  const during = outages.filter(({ killedAt, backAt }) => killedAt < to && backAt > from);
  const total = during.filter(({ isTotal }) => isTotal);
  const away = total.reduce((sum, { killedAt, backAt }) => sum + Math.min(backAt, to) - Math.max(killedAt, from), 0);
  const served = to - from - away;
  const credited = events.reduce((sum, event) => sum + lagOf(event), 0);
  return {
    over: Math.max(0, charged - served),
    under: Math.max(0, served - charged - credited),
    outages: during.length,
    slack: { over: mostOf(during, 'over'), under: mostOf(during, 'under') },
  };
}

const lagOf = ({ data }: StoredEvent): number => (data as { readonly lag?: number }).lag ?? 0;

/** What the clocks that only go down, or up by so much a turn, show to be gone. Milliseconds. */
function chargedAt(view: TableJournal['lastViews'][number] | undefined): number | null {
  const clock = view?.match?.clock;
  if (!clock) return null;
  const { terms, seats } = clock;
  if (terms.system !== 'sudden-death' && terms.system !== 'fischer') return null;
  const left = seats.reduce((sum, seat) => sum + seat.left, 0);
  const granted = terms.system === 'fischer' ? terms.increment * turnsOf(view?.match?.moves ?? []) : 0;
  return (terms.base * seats.length + granted) * 1000 - left;
}

/** How many turns these moves make up. */
function turnsOf(moves: readonly { readonly seat: number; readonly turnIndex: number }[]): number {
  return moves.filter(({ seat, turnIndex }, at) => {
    const next = moves[at + 1];
    return next?.seat !== seat || next.turnIndex !== turnIndex;
  }).length;
}
