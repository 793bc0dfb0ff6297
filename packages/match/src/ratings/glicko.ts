/** Glicko-2, with the steps of glicko.net/glicko/glicko2.pdf (M. E. Glickman) and the changes of docs/ratings.md. */

/** The strength of a player, in the units of Glicko: 1500 is the strength of a new player, 400 points are odds of ten to one. */
export interface Rating {
  readonly rating: number;
  /** The standard deviation of `rating`, in the same unit. */
  readonly deviation: number;
  /** How much the strength itself varies in a rating period, in units of Glicko-2. */
  readonly volatility: number;
}

export interface Comparison {
  readonly opponent: Pick<Rating, 'rating' | 'deviation'>;
  /** 1 for a win, 0.5 for a draw, 0 for a loss. */
  readonly score: number;
  /** The share of a game that this comparison counts for. Absent: 1. */
  readonly weight?: number;
}

export const NEW_RATING: Rating = { rating: 1500, deviation: 350, volatility: 0.06 };

/** A rating with a greater deviation is provisional. */
export const PROVISIONAL_DEVIATION = 110;

/** Milliseconds of a rating period: five days. */
export const RATING_PERIOD = 5 * 24 * 3_600_000;

/** How much the volatility may change in a rating period. */
const TAU = 0.5;
/** Points of Glicko for one unit of Glicko-2. */
const SCALE = 173.7178;
const CONVERGENCE = 1e-6;

/** Step 3: how much a result counts if the strength of the opponent is uncertain. */
const certainty = (phi: number): number => 1 / Math.sqrt(1 + (3 * phi * phi) / (Math.PI * Math.PI));

/** The deviation after a number of rating periods without a game, at most that of a new player. Periods may be a fraction. */
export function deviationAfter({ deviation, volatility }: Omit<Rating, 'rating'>, periods: number): number {
  const grown = Math.sqrt(deviation * deviation + periods * (volatility * SCALE) ** 2);
  return Math.min(NEW_RATING.deviation, grown);
}

/** The number of periods after which a rating without games becomes provisional; 0 if it is provisional. */
export function periodsUntilProvisional({ deviation, volatility }: Omit<Rating, 'rating'>): number {
  const room = PROVISIONAL_DEVIATION ** 2 - deviation * deviation;
  return Math.max(0, room / (volatility * SCALE) ** 2);
}

/** A rating after results, `periods` after the last update. `strength`: the rating, own or the team's, that expected scores follow from. */
export function updateRating(
  own: Rating,
  comparisons: readonly Comparison[],
  periods: number,
  strength: number = own.rating,
): Rating {
  if (comparisons.length === 0) return { ...own, deviation: deviationAfter(own, periods) };
  const phi = own.deviation / SCALE;
  let [information, surprise] = [0, 0];
  for (const { opponent, score, weight = 1 } of comparisons) {
    const g = certainty(opponent.deviation / SCALE);
    const expected = 1 / (1 + Math.exp((-g * (strength - opponent.rating)) / SCALE));
    information += weight * g * g * expected * (1 - expected);
    surprise += weight * g * (score - expected);
  }
  const variance = 1 / information;
  const volatility = newVolatility(own.volatility, { phi, variance, delta: variance * surprise });
  // Step 6, with the time since the last update instead of one period.
  const before = deviationAfter({ deviation: own.deviation, volatility }, periods) / SCALE;
  const after = 1 / Math.sqrt(1 / (before * before) + information);
  return { rating: own.rating + after * after * surprise * SCALE, deviation: after * SCALE, volatility };
}

/** Step 5: the volatility that fits the results, found with the Illinois method. */
function newVolatility(
  sigma: number,
  { phi, variance, delta }: { readonly phi: number; readonly variance: number; readonly delta: number },
): number {
  const start = Math.log(sigma * sigma);
  const spread = phi * phi + variance;
  const slope = (x: number): number => {
    const e = Math.exp(x);
    return (e * (delta * delta - spread - e)) / (2 * (spread + e) ** 2) - (x - start) / (TAU * TAU);
  };
  let [a, b] = [start, lowerBound()];
  let [atA, atB] = [slope(a), slope(b)];
  while (Math.abs(b - a) > CONVERGENCE) {
    const c = a + ((a - b) * atA) / (atB - atA);
    const atC = slope(c);
    if (atC * atB <= 0) [a, atA] = [b, atB];
    else atA /= 2;
    [b, atB] = [c, atC];
  }
  return Math.exp(a / 2);

  function lowerBound(): number {
    if (delta * delta > spread) return Math.log(delta * delta - spread);
    let steps = 1;
    while (slope(start - steps * TAU) < 0) steps++;
    return start - steps * TAU;
  }
}

export interface RatedSeat {
  readonly before: Rating;
  /** When `before` was computed, in milliseconds since 1970; `null` for a new player. */
  readonly since: number | null;
  /** The place of the seat, 1 for the first. Equal places are a draw. */
  readonly place: number;
  /** Seats of one side win and lose together. */
  readonly side: number;
}

/**
 * The ratings of all seats after a match that ended at `at`. Each side is compared with each other side by their places, and a comparison
 * counts for one share of `sides - 1`, so a match with four players is as much evidence as one with two. A side has the mean rating of its
 * seats and the quadratic mean of their deviations. Partners share the expected score of their side.
 */
export function rateMatch(seats: readonly RatedSeat[], at: number): readonly Rating[] {
  const names = [...new Set(seats.map(({ side }) => side))];
  const sides = new Map(
    names.map((name) => [
      name,
      sideOf(
        seats.filter((seat) => seat.side === name),
        at,
      ),
    ]),
  );
  return seats.map((seat) => {
    const own = sides.get(seat.side);
    const others = [...sides].filter(([name]) => name !== seat.side);
    const comparisons = others.map(([, opponent]) => {
      return { opponent, score: scoreOf(seat.place, opponent.place), weight: 1 / others.length };
    });
    return updateRating(seat.before, comparisons, periodsSince(seat.since, at), own?.rating);
  });
}

/** A clock that went back counts as no time. */
const periodsSince = (since: number | null, at: number): number =>
  since === null ? 0 : Math.max(0, at - since) / RATING_PERIOD;

function sideOf(
  seats: readonly RatedSeat[],
  at: number,
): { readonly rating: number; readonly deviation: number; readonly place: number } {
  const mean = (of: (seat: RatedSeat) => number): number =>
    seats.reduce((sum, seat) => sum + of(seat), 0) / seats.length;
  const squared = mean(({ before, since }) => deviationAfter(before, periodsSince(since, at)) ** 2);
  return { rating: mean(({ before }) => before.rating), deviation: Math.sqrt(squared), place: seats[0]?.place ?? 1 };
}

const scoreOf = (own: number, other: number): number => (own === other ? 0.5 : Number(own < other));
