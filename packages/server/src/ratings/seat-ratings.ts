import { deviationAfter, NEW_RATING, PROVISIONAL_DEVIATION, type Rating, RATING_PERIOD } from '@tablier/match';
import { type Pace, PACE_NAMES, type ShownRating } from '@tablier/protocol';
import type { RatingKind, Store } from '@tablier/store';
import type { Person } from '../accounts/people.ts';
import { findGame } from '@tablier/games';

/** A rating as others see it. */
export const shownRatingOf = ({ rating, deviation }: Pick<Rating, 'rating' | 'deviation'>): ShownRating => ({
  value: Math.round(rating),
  provisional: deviation > PROVISIONAL_DEVIATION,
});

/** A stored rating at a later time: its deviation has grown. */
export function ratingAt(stored: Rating & { readonly updatedAt: number }, now: number): Rating {
  const { rating, volatility, updatedAt } = stored;
  const periods = Math.max(0, now - updatedAt) / RATING_PERIOD;
  return { rating, volatility, deviation: deviationAfter(stored, periods) };
}

/** A person with the rating that a rated table shows next to their name. A guest has none, nor has a person who does not show it. */
export async function withRating(
  person: Person,
  kind: RatingKind,
  { store, now }: { readonly store: Pick<Store, 'ratings'>; readonly now: () => number },
): Promise<Person> {
  if (person.guest !== false) return person;
  const { ratings } = store;
  const stored = await ratings.shownOf(person.id, kind);
  if (stored !== null) return { ...person, rating: shownRatingOf(ratingAt(stored, now())) };
  const isShown = (await ratings.profileOf(person.id)).ratings;
  return isShown ? { ...person, rating: shownRatingOf(NEW_RATING) } : person;
}

/** The game and pace in a path; `null` if one of them does not exist. */
export function parseKind(
  parts: Readonly<Record<string, string>>,
): { readonly game: string; readonly pace: Pace } | null {
  const pace = PACE_NAMES.find((name) => name === parts['pace']);
  const game = findGame(parts['game'] ?? '');
  return pace === undefined || game === undefined ? null : { game: game.id, pace };
}

export const isPace = (text: string): text is Pace => PACE_NAMES.some((name) => name === text);
