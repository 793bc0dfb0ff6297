import * as z from 'zod/mini';
import { count, described, moment, PACE_NAMES, shownRating, listOf } from './values.ts';

const kind = { game: z.string(), pace: z.enum(PACE_NAMES) };

/** The newest rating of a person in a game at a pace. */
export const personRating = z.object({ ...kind, ...shownRating.shape, games: count });
export type PersonRating = z.infer<typeof personRating>;

/** The best players, best first. `next` is the `after` of the next page. `username` is `null` for a person without a profile. */
export const leaderboard = z.object({
  players: listOf({ rank: count, name: z.string(), username: z.nullable(z.string()), value: z.int(), games: count }),
  next: z.nullable(z.string()),
});
export type Leaderboard = z.infer<typeof leaderboard>;

/** The longest author and engine of a program, in characters. */
export const MAX_PROGRAM_TEXT = 60;
const programText = z.string().check(z.minLength(1), z.maxLength(4 * MAX_PROGRAM_TEXT));

/** What the account of a program says of itself. */
export const programFacts = z.strictObject({
  author: programText,
  engine: described('Its name and version.', programText),
  source: described('Where its source is; empty for nowhere.', z.string().check(z.regex(/^(https?:\/\/\S{1,200})?$/))),
  arenas: described(
    'The games whose daily arenas it plays in while it is online.',
    z.array(z.string()).check(z.maxLength(20)),
  ),
});
export type ProgramFacts = z.infer<typeof programFacts>;

/** The programs of a game at a pace, the best first, and the levels of the bots, whose ratings are fixed. */
export const programLadder = z.object({
  programs: listOf({
    ...programFacts.shape,
    name: z.string(),
    username: z.nullable(z.string()),
    online: z.boolean(),
    rating: described('`null` before the first rated game.', z.nullable(shownRating)),
    games: count,
  }),
  levels: listOf({ level: count, value: z.int() }),
});
export type ProgramLadder = z.infer<typeof programLadder>;

export const ownRatings = z.object({ ratings: z.array(personRating) });

/** What a finished match changed, by seat. `null` for a person who does not show it. */
export const ratingChanges = z.object({
  changes: z.array(z.nullable(z.object({ before: shownRating, after: shownRating }))),
});
export type RatingChanges = z.infer<typeof ratingChanges>;

export const profileSettings = z.object({ ratings: z.boolean(), games: z.boolean() });
export type ShownProfile = z.infer<typeof profileSettings>;

const results = { wins: count, draws: count, losses: count };

/** A profile. Without `ratings` or `games` if the person does not show them. */
export const profile = z.object({
  name: z.string(),
  username: z.string(),
  /** Absent: the account is that of a person. */
  program: z.exactOptional(programFacts),
  ratings: z.exactOptional(z.array(personRating)),
  /** Results of rated matches, by game. */
  games: z.exactOptional(listOf({ game: z.string(), ...results })),
  /** The listed tournaments that the person entered, newest first. Absent with `games`. */
  tournaments: z.exactOptional(listOf({ id: z.string(), name: z.string(), game: z.string() })),
  /** Results of the caller against this person; `null` for the person themselves, and without an account. */
  against: z.nullable(z.object(results)),
});
export type Profile = z.infer<typeof profile>;

/** The newest points of a rating, oldest first. */
export const ratingGraph = z.object({ points: listOf({ at: moment, ...shownRating.shape }) });
export type RatingGraph = z.infer<typeof ratingGraph>;

/** Rated matches, newest first. `next` is the `before` of the next page. */
export const ratedGames = z.object({
  games: listOf({
    ...kind,
    at: moment,
    /** The id of the game in the archive. */
    id: z.string(),
    /** The seat of the person. */
    seat: count,
    /** `change` is `null` for a person who does not show their ratings, `name` and `username` are `null` for a deleted person and for one who does not show their games. */
    seats: listOf({
      place: count,
      change: z.nullable(z.int()),
      name: z.nullable(z.string()),
      username: z.nullable(z.string()),
      /** Of a bot, which has no name. */
      level: z.exactOptional(count),
    }),
  }),
  next: z.nullable(count),
});
export type RatedGames = z.infer<typeof ratedGames>;
