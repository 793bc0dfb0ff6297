import { defaultOptions, type Game, type Options } from '@tablier/core';
import type { LocalSeat } from './seats.ts';

/** What a game on this device begins with. */
export interface LocalPlan {
  readonly game: Game;
  readonly options: Options;
  readonly seats: readonly LocalSeat[];
  /** The deal that a person made; absent: chance deals. */
  readonly deal?: unknown;
}

/** The first of the ready-made rules. */
export const usualOptions = (game: Game): Options => Object.values(game.presets)[0] ?? defaultOptions(game.options);

/** A game for somebody who wants to begin at once: usual rules, the fewest players, the easiest bots, and the first move. */
export function quickPlan(game: Game): LocalPlan {
  const bots = Array.from({ length: (game.players[0] ?? 2) - 1 }, (): LocalSeat => ({
    kind: 'bot',
    level: 'beginner',
  }));
  return { game, options: usualOptions(game), seats: [{ kind: 'person', number: 1 }, ...bots] };
}
