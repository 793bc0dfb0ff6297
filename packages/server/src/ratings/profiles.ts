import { deviationAfter, NEW_RATING, PROVISIONAL_DEVIATION, type Rating, RATING_PERIOD } from '@tablier/match';
import {
  type Pace,
  PACE_NAMES,
  type PersonRating,
  type Profile,
  type ProgramFacts,
  type RatedGames,
  type ShownRating,
} from '@tablier/protocol';
import type {
  AccountRating,
  HeadToHead,
  ProgramFacts as StoredFacts,
  PublicAccount,
  RatedGame,
  RatingKind,
  Store,
} from '@tablier/store';
import type { Person } from '../accounts/people.ts';
import { findGame } from '@tablier/games';
import { parseUsername } from '../accounts/credential-texts.ts';

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

export function parseKind(
  parts: Readonly<Record<string, string>>,
): { readonly game: string; readonly pace: Pace } | null {
  const pace = PACE_NAMES.find((name) => name === parts['pace']);
  const game = findGame(parts['game'] ?? '');
  return pace === undefined || game === undefined ? null : { game: game.id, pace };
}

export const isPace = (text: string): text is Pace => PACE_NAMES.some((name) => name === text);

const MAX_AGAINST = 1000;
const MAX_TOURNAMENTS = 20;

/** A username as others see it. One that may be an e-mail address is never shown, and has no profile. */
export const publicUsername = (username: string): string | null => (username.includes('@') ? null : username);

export const personRatings = (ratings: readonly AccountRating[], now: number): PersonRating[] =>
  ratings.flatMap((own) =>
    isPace(own.pace)
      ? [{ game: own.game, pace: own.pace, games: own.games, ...shownRatingOf(ratingAt(own, now)) }]
      : [],
  );

interface ProfileDeps {
  readonly store: Pick<Store, 'programs' | 'ratings' | 'tournaments'>;
  readonly now: () => number;
}

/** The account whose profile has this name, whatever it shows. `null` for an unknown name. */
export async function findProfile(name: string, store: Pick<Store, 'ratings'>): Promise<PublicAccount | null> {
  const username = parseUsername(name);
  if (username === null || publicUsername(username) === null) return null;
  return store.ratings.byUsername(username);
}

export async function profileFor(found: PublicAccount, viewer: string | null, deps: ProfileDeps): Promise<Profile> {
  const { account, name, username, shows } = found;
  const { programs, ratings, tournaments } = deps.store;
  const [played, entered, program] = await Promise.all([
    ratings.of(account),
    tournaments.entered(account, MAX_TOURNAMENTS),
    programs.of(account),
  ]);
  const isOther = viewer !== null && viewer !== account;
  const against = isOther ? await ratings.headToHead(viewer, account, MAX_AGAINST) : null;
  return {
    name,
    username,
    ...(program !== null && { program: sentFacts(program) }),
    ...(shows.ratings && { ratings: personRatings(played, deps.now()) }),
    ...(shows.games && { games: resultsByGame(played), tournaments: entered }),
    against,
  };
}

/** As the page is sent them. */
export const sentFacts = ({ arenas, ...facts }: StoredFacts): ProgramFacts => ({ ...facts, arenas: [...arenas] });

function resultsByGame(played: readonly AccountRating[]): NonNullable<Profile['games']> {
  const results = new Map<string, HeadToHead>();
  for (const { game, games, wins, draws } of played) {
    const sum = results.get(game) ?? { wins: 0, draws: 0, losses: 0 };
    const losses = sum.losses + games - wins - draws;
    results.set(game, { wins: sum.wins + wins, draws: sum.draws + draws, losses });
  }
  return [...results].map(([game, sum]) => ({ game, ...sum }));
}

/** Rated matches of an account. Changes of ratings are shown only by people who show their ratings. */
export const gamesFor = (games: readonly RatedGame[]): RatedGames['games'] =>
  games.flatMap(({ game, pace, at, record, seat, seats }) =>
    isPace(pace) ? [{ game, pace, at, id: record, seat, seats: seats.map((each) => gameSeat(each)) }] : [],
  );

function gameSeat({ place, before, after, name, username, level, showsRating }: RatedGame['seats'][number]) {
  const change = showsRating ? Math.round(after) - Math.round(before) : null;
  const own = { place, change, name, username: username === null ? null : publicUsername(username) };
  return level === null ? own : { ...own, level };
}
