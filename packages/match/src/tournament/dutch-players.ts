/** What the FIDE Dutch System knows of an entrant: their place, and which seat they should have (Handbook C.04.3, 1.7 and 5). */
import {
  type Entrant,
  type Float,
  type History,
  inOrder,
  pastOf,
  type PastOf,
  POINT,
  type Tournament,
} from './tournament.ts';

/** The strength of the preference for a seat. */
const [MILD, STRONG, ABSOLUTE] = [1, 2, 3];

/** An entrant who is paired in this round. */
export interface Player {
  readonly number: number;
  readonly past: PastOf;
  readonly points: number;
  /** From 0, by initial order among those who have played or play now. */
  readonly rank: number;
  readonly isTop: boolean;
  readonly preferred: number | null;
  readonly strength: number;
  /** By how many games the seats differ. */
  readonly imbalance: number;
  /** The seat of the last two games, if it is the same. */
  readonly repeated: number | null;
  /** In the last round and the one before. */
  readonly floats: readonly Float[];
}

export function playersOf(
  { entrants, rounds }: Tournament,
  history: History,
  { present, round }: { readonly present: readonly Entrant[]; readonly round: number },
): readonly Player[] {
  const takePart = entrants.filter((entrant) => present.includes(entrant) || pastOf(history, entrant.number).wasPaired);
  const ranks = new Map(inOrder(takePart, history, { byPoints: false }).map(({ number }, rank) => [number, rank]));
  const isLast = rounds !== undefined && round >= rounds;
  return inOrder(present, history, { byPoints: true }).map(({ number }) => {
    const past = pastOf(history, number);
    const { points } = past;
    const isTop = isLast && 2 * points > POINT * (round - 1);
    const floats = [1, 2].map((back) => past.floats[round - 1 - back] ?? null);
    return { number, past, points, rank: ranks.get(number) ?? 0, isTop, floats, ...preferenceOf(past) };
  });
}

/** The preference for a seat (1.7): balance first, then another seat than last time. */
function preferenceOf({ seats }: PastOf): Pick<Player, 'preferred' | 'strength' | 'imbalance' | 'repeated'> {
  const last = seats.at(-1) ?? null;
  const difference = seats.reduce((sum, seat) => sum + (seat === 0 ? 1 : -1), 0);
  const imbalance = Math.abs(difference);
  const repeated = seats.length > 1 && last === seats.at(-2) ? last : null;
  if (last === null) return { preferred: null, strength: 0, imbalance, repeated };
  const [balancing, other] = [difference > 0 ? 1 : 0, 1 - last];
  const isAbsolute = imbalance > 1 || repeated !== null;
  const preferred = imbalance > 1 ? balancing : repeated !== null || imbalance === 0 ? other : balancing;
  return { preferred, strength: isAbsolute ? ABSOLUTE : imbalance > 0 ? STRONG : MILD, imbalance, repeated };
}

export const clash = (one: Player, other: Player): boolean =>
  one.preferred !== null && one.preferred === other.preferred;
export const isAbsolute = ({ strength }: Player): boolean => strength === ABSOLUTE;

/** The seats of a pair (5.2). `high` is the higher ranked. */
export function seatsOf(high: Player, low: Player): readonly number[] {
  const seat = seatOf(high, low);
  return seat === 0 ? [high.number, low.number] : [low.number, high.number];
}

function seatOf(high: Player, low: Player): number {
  if (!clash(high, low)) return high.preferred ?? (low.preferred === null ? high.rank % 2 : 1 - low.preferred);
  const own = high.preferred ?? 0;
  // The stronger preference is granted; of two absolute ones the wider difference.
  const [one, other] = [high, low].map((each) => 100 * each.strength + (isAbsolute(each) ? each.imbalance : 0));
  if (one !== other) return (one ?? 0) > (other ?? 0) ? own : 1 - own;
  // The latest game in which they had different seats.
  const [ours, theirs] = [high.past.seats, low.past.seats];
  for (let back = 1; back <= Math.min(ours.length, theirs.length); back++)
    if (ours.at(-back) !== theirs.at(-back)) return theirs.at(-back) ?? 0;
  return own;
}

export const isDown = ({ floats }: Player, back: number): boolean => floats[back - 1] === 'down';
export const floatsUpAgain = (high: Player, low: Player, back: number): boolean =>
  high.points > low.points && low.floats[back - 1] === 'up';

export const NO_COLOURS = [false, false, false, false];

/** C10 to C13: who of a pair would have the wrong seat, from the worst case on. */
export function coloursOf(one: Player, other: Player): readonly boolean[] {
  if (!clash(one, other)) return NO_COLOURS;
  const preferred = one.preferred ?? 0;
  const areAbsolute = isAbsolute(one) && isAbsolute(other);
  const [denied, granted] = one.imbalance > other.imbalance ? [other, one] : [one, other];
  const isThird =
    one.imbalance === other.imbalance
      ? denied.repeated !== null && denied.repeated === granted.repeated
      : denied.repeated === 1 - preferred;
  return [
    one.imbalance > 1 && other.imbalance > 1,
    areAbsolute && isThird,
    true,
    one.strength >= STRONG && other.strength >= STRONG && !areAbsolute,
  ];
}
