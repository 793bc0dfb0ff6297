import { type Level, LEVELS } from '@tablier/core';
import { findGame } from '@tablier/games';
import { NEW_RATING, type Rating, deviationAfter, PROVISIONAL_DEVIATION, RATING_PERIOD } from '@tablier/match';
import {
  type Pace,
  PACE_NAMES,
  type PersonRating,
  type Profile,
  type RatedGames,
  type ShownRating,
  type Leaderboard,
} from '@tablier/protocol';
import type { AccountRating, HeadToHead, PublicAccount, RatedGame, RatingKind, Store, Leader } from '@tablier/store';
import type { Person } from '../accounts/people.ts';
import { parseUsername } from '../accounts/passwords.ts';
import type { Bans } from '../moderation/moderation.ts';
import { FreshCache } from '../lib/caches.ts';

/** On the ladder of programs a player who looks one move ahead has this rating: 0 in the measurements of the levels. */
const GREEDY = 1000;
/** The step between two levels of a game without measurements. */
const STEP = 100;
/** About that of the measurements. */
const DEVIATION = 40;

/** The rating of a level on the ladder of programs. No match changes it. */
export function levelRating(game: string, level: Level): Rating {
  const elo = findGame(game)?.advice.elo?.[level - 1] ?? STEP * (level - 1);
  return { ...NEW_RATING, rating: GREEDY + elo, deviation: DEVIATION };
}

export const levelRatings = (game: string) =>
  LEVELS.map((level) => ({ level, value: Math.round(levelRating(game, level).rating) }));

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

export const isPace = (text: string): text is Pace => PACE_NAMES.some((name) => name === text);

const MAX_AGAINST = 1000;
const MAX_TOURNAMENTS = 20;

/** A username as others see it. One that may be an e-mail address is never shown, and has no profile. */
export const publicUsername = (username: string | null): string | null =>
  username?.includes('@') === true ? null : username;

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
    ...(program !== null && { program }),
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

function gameSeat({ place, before, after, name, username, level, showsRating }: RatedGame['seats'][number]) {
  const change = showsRating ? Math.round(after) - Math.round(before) : null;
  const own = { place, change, name, username: publicUsername(username) };
  return level === null ? own : { ...own, level };
}

const MAX_RANK = 5000;
const MAX_TIES = 1000;
/** How many times more rows are read because players of a page are banned. */
const MAX_READS = 5;
/** A page of a leaderboard is read again after this time. Seconds. */
export const LEADERS_FRESH = 10;
const MAX_CACHED = 500;

/** Before the first player. `ties`: the players with this very rating so far. */
const TOP = { rank: 0, rating: Number.POSITIVE_INFINITY, ties: 0 };
type LeaderPlace = Readonly<typeof TOP>;

/** The `next` of a previous page; `null` for any other text. It contains a rating and no account, because ids never leave the server. */
export function parsePlace(text: unknown): LeaderPlace | null {
  if (text === undefined) return TOP;
  const [, rank, rating, ties] =
    typeof text === 'string' ? (/^(\d{1,4})~(-?\d{1,5}(?:\.\d{1,17})?)~(\d{1,4})$/.exec(text) ?? []) : [];
  const place = { rank: Number(rank), rating: Number(rating), ties: Number(ties) };
  return rank !== undefined && place.rank < MAX_RANK && place.ties <= MAX_TIES ? place : null;
}

const formatPlace = ({ rank, rating, ties }: LeaderPlace): string => `${rank}~${rating}~${ties}`;

const placeAfter = ({ rank, ...before }: LeaderPlace, { rating }: Leader): LeaderPlace => ({
  rank,
  rating,
  ties: rating === before.rating ? before.ties + 1 : 1,
});

interface LeaderPagesDeps {
  readonly store: Pick<Store, 'ratings'>;
  readonly now: () => number;
  /** Banned people do not appear on leaderboards. */
  readonly bans: Pick<Bans, 'has'>;
}

interface WantedPage {
  readonly after: LeaderPlace;
  readonly limit: number;
}

export function createLeaderPages({ store, now, bans }: LeaderPagesDeps) {
  const pages = new FreshCache<Leaderboard>({ freshMs: LEADERS_FRESH * 1000, most: MAX_CACHED, now });
  const more = (kind: RatingKind, { rating, ties }: LeaderPlace, limit: number): Promise<readonly Leader[]> => {
    const page = { now: now(), limit };
    return store.ratings.leaders(kind, rating === TOP.rating ? page : { ...page, after: { rating, ties } });
  };
  const read = async (kind: RatingKind, { after, limit }: WantedPage): Promise<Leaderboard> => {
    const players: Leaderboard['players'] = [];
    let place = after;
    for (let reads = 0; reads < MAX_READS; reads++) {
      const found = await more(kind, place, limit + 1);
      for (const leader of found) {
        if (players.length === limit) return { players, next: place.rank < MAX_RANK ? formatPlace(place) : null };
        place = placeAfter(place, leader);
        if (bans.has(leader.account)) continue;
        place = { ...place, rank: place.rank + 1 };
        players.push({ rank: place.rank, ...playerOf(leader) });
      }
      if (found.length <= limit) return { players, next: null };
    }
    return { players, next: formatPlace(place) };
  };
  return (kind: RatingKind, wanted: WantedPage): Promise<Leaderboard> =>
    pages.get(`${kind.game} ${kind.pace} ${formatPlace(wanted.after)} ${wanted.limit}`, () => read(kind, wanted));
}
export type LeaderPages = ReturnType<typeof createLeaderPages>;

const playerOf = ({ name, username, rating, games }: Leader) => ({
  name,
  username: publicUsername(username),
  value: Math.round(rating),
  games,
});
