import type {
  Leaderboard,
  Pace,
  PersonRating,
  Profile,
  RatedGames,
  RatingChanges,
  RatingGraph,
  ShownProfile,
} from '@tablier/protocol';
import { askServer, type Refusal } from '../../lib/connection/server-request.ts';

/** A value, or why there is none. The server of this page made it, so its form is not checked. */
type Answer<T> = { readonly value: T } | Refusal;

const get = async <T>(path: string): Promise<Answer<T>> => (await askServer('GET', path)) as Answer<T>;

/** `place`: the `next` of the previous page; `null` for the top. */
export const leaderboard = (game: string, pace: Pace, place: string | null): Promise<Answer<Leaderboard>> =>
  get(`/api/ratings/${game}/${pace}${place === null ? '' : `?after=${encodeURIComponent(place)}`}`);

export const ownRatings = (): Promise<Answer<{ readonly ratings: readonly PersonRating[] }>> => get('/api/me/ratings');

export const ratingChanges = (table: string): Promise<Answer<RatingChanges>> => get(`/api/tables/${table}/ratings`);

const pathOf = (name: string): string => `/api/people/${encodeURIComponent(name)}`;

export const profileOf = (name: string): Promise<Answer<Profile>> => get(pathOf(name));

export const ratingGraph = (name: string, game: string, pace: Pace): Promise<Answer<RatingGraph>> =>
  get(`${pathOf(name)}/graph/${game}/${pace}`);

export const ratedGames = (name: string, before: number | null): Promise<Answer<RatedGames>> =>
  get(`${pathOf(name)}/games${before === null ? '' : `?before=${before}`}`);

export const ownProfile = (): Promise<Answer<ShownProfile>> => get('/api/me/profile');

export const saveProfile = async (shows: ShownProfile): Promise<Answer<ShownProfile>> =>
  (await askServer('PUT', '/api/me/profile', shows)) as Answer<ShownProfile>;

/** Whether the user shows a profile. A request for a profile that does not exist is an error in the console. */
export async function hasOwnProfile(): Promise<boolean> {
  const shows = await ownProfile();
  return !('value' in shows) || shows.value.ratings || shows.value.games;
}
