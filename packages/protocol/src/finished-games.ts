import { ENDINGS, GAUGES } from '@tablier/core';
import * as z from 'zod/mini';
import { count, moment, PACE_NAMES, listOf } from './values.ts';

export const SEAT_RESULTS = ['won', 'lost', 'drawn'] as const;

/** The most plies of an opening that a search can ask for. */
export const MAX_OPENING = 4;

/** A game of the archive, as searches and the page of its game show it. */
export const foundGame = z.object({
  /** The id of the game in the archive. */
  id: z.string(),
  game: z.string(),
  pace: z.enum(PACE_NAMES),
  /** The time control in the notation of `formatClockTerms`. */
  clock: z.string(),
  /** When it ended. */
  at: moment,
  /** How long it took. Milliseconds. */
  tookMs: count,
  plies: count,
  ended: z.enum(ENDINGS),
  /** The seat of the player in the search; `null` without a player. */
  seat: z.nullable(count),
  seats: listOf({
    place: count,
    score: z.nullable(z.number()),
    result: z.enum(SEAT_RESULTS),
    /** `null` for a bot, a deleted person, and a person who does not show their games. */
    name: z.nullable(z.string()),
    /** `null` for a person without a profile. */
    username: z.nullable(z.string()),
    /** The level of a bot; `null` for a person. */
    bot: z.nullable(count),
  }),
});
export type FoundGame = z.infer<typeof foundGame>;

/** What one player says of a game. */
export const gaugeVote = z.record(z.enum(GAUGES), z.int().check(z.minimum(0), z.maximum(5)));

/** From this many votes on, the gauges of a game are those of its players. */
export const ENOUGH_VOTES = 5;

/** The public games and the games against bots. Medians are of the newest 501; `null` without any. At most 10 s old. */
export const gameStatistics = z.object({
  games: count,
  /** Games that the first seat won, and draws. */
  firstWins: count,
  draws: count,
  medianMs: z.nullable(count),
  medianPlies: z.nullable(count),
  /** Public games that are being played. */
  playing: count,
  /** What players say of the game, each from 0 to 5; `null` until `ENOUGH_VOTES` have voted. */
  gauges: z.nullable(z.record(z.enum(GAUGES), z.number())),
  /** The newest public games. */
  results: z.array(foundGame),
});
export type GameStatistics = z.infer<typeof gameStatistics>;

/** The first turns of the newest public games of a game: see `Opening` of `core`. At most 10 minutes old. */
export const gameOpenings = z.object({
  games: count,
  openings: listOf({
    options: z.record(z.string(), z.union([z.string(), z.number()])),
    move: z.nullable(z.string()),
    places: count,
    games: count,
    firstWins: count,
    draws: count,
  }),
});

const place = z.string().check(z.regex(/^\d{1,15}\.\d{1,15}$/));
const date = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
const username = z.string().check(z.minLength(1), z.maxLength(100));

/** What a search asks for, besides `limit`. All conditions must hold. Unknown parameters are ignored. */
export const searchQuery = z.object({
  /** Only games of the caller, with the private ones. Otherwise public games. */
  mine: z.optional(z.literal('1')),
  /** Only games of the person with this username. */
  player: z.optional(username),
  game: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  pace: z.optional(z.enum(PACE_NAMES)),
  /** The username of another player. Only with `mine` or `player`. */
  opponent: z.optional(username),
  /** The result of the caller or the player; without one, of the first seat. */
  result: z.optional(z.enum(SEAT_RESULTS)),
  /** The first and the last day on which the game may have ended (UTC). */
  from: z.optional(date),
  until: z.optional(date),
  /** The first moves in notation, separated by spaces, at most `MAX_OPENING`. Only with `game`. */
  opening: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** The `next` of the previous page. */
  before: z.optional(place),
});
export type SearchQuery = z.infer<typeof searchQuery>;

/**
 * Games, newest first. `next` leads to the next page and is `null` at the end. A page may be shorter than
 * requested, or empty, and still have a successor: one request reads a limited number of games.
 */
export const searchAnswer = z.object({ games: z.array(foundGame), next: z.nullable(place) });
export type SearchAnswer = z.infer<typeof searchAnswer>;

/** The file of the public games of one game and month. */
export const archiveFile = z.object({
  game: z.string(),
  /** In UTC: `2026-10`. */
  month: z.string().check(z.regex(/^\d{4}-\d\d$/)),
  /** How many games it has, one per line. */
  games: count,
  /** Of the compressed file. */
  bytes: count,
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Where it is, on this server. */
  path: z.string(),
});
export type ArchiveFile = z.infer<typeof archiveFile>;

/** The monthly files of public games, newest month first. `terms`: the address of the terms of use. */
export const archiveFiles = z.object({ terms: z.string(), files: z.array(archiveFile) });
export type ArchiveFiles = z.infer<typeof archiveFiles>;
