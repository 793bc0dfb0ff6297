import { NEW_RATING, periodsUntilProvisional, rateMatch, type Rating, RATING_PERIOD } from '@tablier/match';
import type { RatingKind } from './rating.ts';

export interface Standing extends Rating {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  /** When it was computed; `null` for a new player. */
  readonly since: number | null;
}

export interface SeatResult {
  readonly side: number;
  readonly place: number;
  readonly before: Standing;
  /** Whether the match does not change the rating: that of a level. */
  readonly isFixed?: boolean;
}

export const NEW_STANDING: Standing = { ...NEW_RATING, games: 0, wins: 0, draws: 0, since: null };

/** The ratings after a match, by seat. The only place that decides how a match changes them: recording and rebuilding share it. */
export function nextStandings(seats: readonly SeatResult[], at: number): readonly Standing[] {
  const rated = rateMatch(
    seats.map(({ before, side, place }) => ({ side, place, before, since: before.since })),
    at,
  );
  const isDraw = seats.every(({ place }) => place === seats[0]?.place);
  return seats.map(({ before, place, isFixed }, seat) => {
    if (isFixed === true) return before;
    const { rating, deviation, volatility } = rated[seat] ?? before;
    return {
      rating,
      deviation,
      volatility,
      games: before.games + 1,
      wins: before.wins + Number(!isDraw && place === 1),
      draws: before.draws + Number(isDraw),
      // A clock that went back must not let time pass twice.
      since: Math.max(at, before.since ?? at),
    };
  });
}

export function ratingColumns({ since, ...standing }: Standing) {
  const updatedAt = since ?? 0;
  const periods = periodsUntilProvisional(standing);
  const settled = periods === 0 ? 0 : Math.floor(updatedAt + periods * RATING_PERIOD);
  return { ...standing, updated_at: updatedAt, settled_until: settled };
}

export const changeColumns = (before: Standing, { rating, deviation, volatility }: Rating) => ({
  rating_before: before.rating,
  deviation_before: before.deviation,
  volatility_before: before.volatility,
  since: before.since,
  rating,
  deviation,
  volatility,
});

export const keyOf = (account: string, { game, pace }: RatingKind): string => `${account} ${game} ${pace}`;
