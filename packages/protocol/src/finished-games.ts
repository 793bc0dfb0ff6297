import { ENDINGS } from '@tablier/core';
import * as z from 'zod/mini';
import { PACE_NAMES } from './paces.ts';
import { count, moment } from './values.ts';

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
  /** The seat of the player that was asked for; `null` without one. */
  seat: z.nullable(count),
  seats: z.array(
    z.object({
      place: count,
      score: z.nullable(z.number()),
      result: z.enum(SEAT_RESULTS),
      /** `null` for a bot, a deleted person, and one who does not show their games. */
      name: z.nullable(z.string()),
      /** `null` for a person without a profile. */
      username: z.nullable(z.string()),
      /** The level of a bot; `null` for a person. */
      bot: z.nullable(count),
    }),
  ),
});
export type FoundGame = z.infer<typeof foundGame>;

/**
 * `GET /api/statistics/:game`: the public games and the games against bots on this server. Medians are those of the newest 501 games; `null`
 * without any. At most 10 s old.
 */
export const gameStatistics = z.object({
  games: count,
  /** Games that the first seat won, and draws. */
  firstWins: count,
  draws: count,
  medianMs: z.nullable(count),
  medianPlies: z.nullable(count),
  /** Public games that are being played. */
  playing: count,
  /** The newest public games. */
  results: z.array(foundGame),
});
export type GameStatistics = z.infer<typeof gameStatistics>;
