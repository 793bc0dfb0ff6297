import { type Level, LEVELS } from '@tablier/core';
import { findGame } from '@tablier/games';
import { NEW_RATING, type Rating } from '@tablier/match';

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
