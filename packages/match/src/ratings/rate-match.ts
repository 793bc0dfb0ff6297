import { deviationAfter, type Rating, RATING_PERIOD, updateRating } from './glicko.ts';

/** A seat of a finished match, before the match counts. */
export interface RatedSeat {
  readonly before: Rating;
  /** When `before` was computed, in milliseconds since 1970; `null` for a new player. */
  readonly since: number | null;
  /** The place of the seat, 1 for the first. Equal places are a draw. */
  readonly place: number;
  /** Seats of one side win and lose together. */
  readonly side: number;
}

interface Side {
  readonly rating: number;
  readonly deviation: number;
  readonly place: number;
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
    const comparisons = names
      .filter((name) => name !== seat.side)
      .flatMap((name) => {
        const opponent = sides.get(name);
        return opponent === undefined
          ? []
          : [{ opponent, score: scoreOf(seat.place, opponent.place), weight: 1 / (names.length - 1) }];
      });
    return updateRating(seat.before, comparisons, periodsSince(seat.since, at), own?.rating);
  });
}

/** A clock that went back counts as no time. */
const periodsSince = (since: number | null, at: number): number =>
  since === null ? 0 : Math.max(0, at - since) / RATING_PERIOD;

function sideOf(seats: readonly RatedSeat[], at: number): Side {
  const mean = (of: (seat: RatedSeat) => number): number =>
    seats.reduce((sum, seat) => sum + of(seat), 0) / seats.length;
  const squared = mean(({ before, since }) => deviationAfter(before, periodsSince(since, at)) ** 2);
  return { rating: mean(({ before }) => before.rating), deviation: Math.sqrt(squared), place: seats[0]?.place ?? 1 };
}

const scoreOf = (own: number, other: number): number => (own === other ? 0.5 : Number(own < other));
