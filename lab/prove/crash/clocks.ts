import type { TableView } from '@tablier/protocol';
import type { Store, StoredEvent } from '@tablier/store';
import { type Excuse, excused } from './excuses.ts';
import type { Outage, Slack } from './fleet.ts';
import type { TableJournal } from './journal.ts';

/** The errors of the charged time at one table. Milliseconds, never negative. */
export interface Charge {
  /** A description of the table. */
  readonly what: string;
  /** More than the time in which the seats to move were served and had a connection, or could have had one. */
  readonly over: number;
  /** Less than that, and not explained by credited lag. */
  readonly under: number;
  /** The outages during the match. */
  readonly outages: number;
  /** The time that players took to reconnect, which no one is charged for. Milliseconds. */
  readonly findingBack: number;
  /** The precision of the measurement. */
  readonly slack: Slack;
}

/** The precision of the moments at which a clock is read, in milliseconds. */
const ONCE = 100;

/** Each outage increases the allowed error of a clock. */
const slackOf = (outages: readonly Outage[], kind: keyof Slack): number =>
  outages.reduce((sum, { slack }) => sum + slack[kind], ONCE);

/**
 * What all clocks charged at a finished table, compared with the wall time of each turn, less the time that no one is charged for.
 * `null` if there is no clock, or if it does not show how much it charged.
 */
export async function chargeOf(
  store: Store,
  table: TableJournal,
  { kills, starved }: { readonly kills: readonly Outage[]; readonly starved: readonly Outage[] },
): Promise<Charge | null> {
  const charged = chargedAt(table.lastViews[0]);
  const events = charged === null ? [] : await store.read(table.id, 1);
  const turns = turnsOf(events, table.lastViews[0]);
  const [from, to] = [turns[0]?.from, turns.at(-1)?.to];
  if (charged === null || from === undefined || to === undefined) return null;
  const during = [...kills, ...starved].filter(({ killedAt, backAt }) => killedAt < to && backAt > from);
  const wall = to - from;
  const excuses = turns.map((turn) => excused(turn, table.gaps.get(turn.seat) ?? [], kills));
  const sum = (kind: keyof Excuse): number => excuses.reduce((total, excuse) => total + excuse[kind], 0);
  const served = wall - sum('away') - sum('findingBack');
  const credited = events.reduce((total, event) => total + lagOf(event), 0);
  return {
    what: table.what,
    over: Math.max(0, charged - served),
    under: Math.max(0, served - charged - credited),
    outages: during.length,
    findingBack: sum('findingBack'),
    slack: { over: slackOf(during, 'over'), under: slackOf(during, 'under') },
  };
}

const lagOf = ({ data }: StoredEvent): number => (data as { readonly lag?: number }).lag ?? 0;

/** The time used by clocks that only run down, or gain a fixed time each turn. Milliseconds. */
function chargedAt(view: TableView | undefined): number | null {
  const clock = view?.match?.clock;
  if (!clock) return null;
  const { terms, seats } = clock;
  if (terms.system !== 'sudden-death' && terms.system !== 'fischer') return null;
  const left = seats.reduce((sum, seat) => sum + seat.left, 0);
  const granted = terms.system === 'fischer' ? terms.increment * lastMovesOf(view?.match?.moves ?? []).length : 0;
  return (terms.base * seats.length + granted) * 1000 - left;
}

/** One turn according to the log. Milliseconds since 1970. */
export interface Turn {
  readonly seat: number;
  readonly from: number;
  readonly to: number;
}

/** The turns with a running clock; none if no clock was started. */
function turnsOf(events: readonly StoredEvent[], view: TableView | undefined): readonly Turn[] {
  const moments = events.filter(({ kind }) => kind === 'moved').map(({ at }) => at);
  let from = events.find(({ kind }) => kind === 'started')?.at;
  if (from === undefined) return [];
  const turns: Turn[] = [];
  for (const { ply, seat } of lastMovesOf(view?.match?.moves ?? [])) {
    const to: number = moments[ply - 1] ?? from;
    turns.push({ seat, from, to });
    from = to;
  }
  return turns;
}

/** The last move of each turn. */
const lastMovesOf = <M extends { readonly seat: number; readonly turnIndex: number }>(moves: readonly M[]): M[] =>
  moves.filter(({ seat, turnIndex }, at) => {
    const next = moves[at + 1];
    return next?.seat !== seat || next.turnIndex !== turnIndex;
  });
