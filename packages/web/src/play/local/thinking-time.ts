import { type Game, type Level, type Position } from '@tablier/core';

/** The shortest time before the move of a bot, so that users can follow. Milliseconds. */
export const LEAST = 450;

/** How much longer the animal of a level may take: the kitten and the hare answer at once, the owl takes a breath. Milliseconds. */
const BREATHS: Readonly<Record<Level, number>> = { 1: 0, 2: 150, 3: 50, 4: 250, 5: 400, 6: 600, 7: 1200, 8: 900 };
/** So many moves or more take the whole breath. */
const MANY = 40;
/** The first plies of a game are played from habit. */
const HABIT = 4;
/** Breaths differ a little from ply to ply, as those of the living do. */
const RHYTHM = [1, 0.8, 1.15, 0.9, 1.25, 0.85, 1.05] as const;

interface Moment {
  readonly position: Position;
  /** The plies made so far. */
  readonly plies: number;
  /** Whether the seat has just moved and goes on with its turn. */
  readonly goesOn: boolean;
}

/**
 * The time that a bot seems to think, at most 1.5 s more than `LEAST`. It depends on what everyone at the table sees: the moves are those that
 * a spectator could expect, so that no one reads a secret from it.
 */
export function thinkingTime(game: Game, level: Level, { position, plies, goesOn }: Moment): number {
  const moves = game.choices(game.view(position, 'spectator')).length;
  if (goesOn || moves <= 1) return LEAST;
  const width = Math.min(1, Math.log(moves) / Math.log(MANY));
  const ease = plies < HABIT ? 0.5 : 1;
  return LEAST + Math.round(BREATHS[level] * width * ease * (RHYTHM[plies % RHYTHM.length] ?? 1));
}
