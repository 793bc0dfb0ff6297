import { defaultOptions, type Game, type GameFacts, type Level, type Options } from '@tablier/core';
import type { LocalSeat } from './seats.ts';

export interface LocalPlan {
  readonly game: Game;
  readonly options: Options;
  readonly seats: readonly LocalSeat[];
  /** The deal that a person made; absent: a random one. */
  readonly deal?: unknown;
  /** Whether it teaches while it is played. */
  readonly teaches?: boolean;
}

export const usualOptions = (game: GameFacts): Options =>
  Object.values(game.presets)[0] ?? defaultOptions(game.options);

/** A game to start at once: usual rules, the fewest players, bots of a level, and the first move for the user. */
export function quickPlan(game: Game, level: Level = 1): LocalPlan {
  const bots = Array.from({ length: (game.players[0] ?? 2) - 1 }, (): LocalSeat => ({ kind: 'bot', level }));
  return { game, options: usualOptions(game), seats: [{ kind: 'person', number: 1 }, ...bots] };
}
