import type { PersonRating, Profile, RatedGames } from '@tablier/protocol';
import type { AccountRating, HeadToHead, PublicAccount, RatedGame, Store } from '@tablier/store';
import { parseUsername } from '../accounts/usernames.ts';
import { isPace, ratingAt, shownRatingOf } from './seat-ratings.ts';

/** The newest matches that count for the results against one person. */
const MAX_AGAINST = 1000;
/** The newest tournaments on a profile. */
const MAX_TOURNAMENTS = 20;

/** A username as others see it. One that may be an e-mail address is never shown, and has no profile. */
export const publicUsername = (username: string): string | null => (username.includes('@') ? null : username);

/** Ratings as they are at a time. */
export const personRatings = (ratings: readonly AccountRating[], now: number): PersonRating[] =>
  ratings.flatMap((own) =>
    isPace(own.pace)
      ? [{ game: own.game, pace: own.pace, games: own.games, ...shownRatingOf(ratingAt(own, now)) }]
      : [],
  );

interface ProfileDeps {
  readonly store: Pick<Store, 'ratings' | 'tournaments'>;
  readonly now: () => number;
}

/** The account whose profile has this name. `null` for an unknown name, and for an account that shows nothing. */
export async function findProfile(name: string, store: Pick<Store, 'ratings'>): Promise<PublicAccount | null> {
  const username = parseUsername(name);
  if (username === null || publicUsername(username) === null) return null;
  const found = await store.ratings.byUsername(username);
  return found !== null && (found.shows.ratings || found.shows.games) ? found : null;
}

/** What others see of an account. `viewer`: the account of the caller, if they have one. */
export async function profileFor(found: PublicAccount, viewer: string | null, deps: ProfileDeps): Promise<Profile> {
  const { account, name, username, shows } = found;
  const { ratings, tournaments } = deps.store;
  const [played, entered] = await Promise.all([ratings.of(account), tournaments.entered(account, MAX_TOURNAMENTS)]);
  const isOther = viewer !== null && viewer !== account;
  const against = isOther ? await ratings.headToHead(viewer, account, MAX_AGAINST) : null;
  return {
    name,
    username,
    ...(shows.ratings && { ratings: personRatings(played, deps.now()) }),
    ...(shows.games && { games: resultsByGame(played), tournaments: entered }),
    against,
  };
}

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

function gameSeat({ place, before, after, name, username, showsRating }: RatedGame['seats'][number]) {
  const change = showsRating ? Math.round(after) - Math.round(before) : null;
  return { place, change, name, username: username === null ? null : publicUsername(username) };
}
