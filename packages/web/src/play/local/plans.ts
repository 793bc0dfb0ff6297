import { defaultOptions, type Game, type GameFacts, type Level, type Options, parseLevel } from '@tablier/core';
import type { LocalBot, LocalSeat } from './seats.ts';

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
export function quickPlan(game: Game, bot: Omit<LocalBot, 'kind'> = { level: 1 }): LocalPlan {
  const bots = Array.from({ length: (game.players[0] ?? 2) - 1 }, (): LocalSeat => ({ kind: 'bot', ...bot }));
  return { game, options: usualOptions(game), seats: [{ kind: 'person', number: 1 }, ...bots] };
}

/** _My match_: a bot whose level follows the user. Its choice in the set-up names the level of now. */
const MATCH = 'match';

export const matchChoice = (level: Level): string => `${MATCH}${level}`;

export const isMatchChoice = (choice: string): boolean => choice.startsWith(MATCH);

/** The level of a bot that was chosen; `null` for a person. */
export const levelOf = (choice: string): Level | null =>
  parseLevel(isMatchChoice(choice) ? choice.slice(MATCH.length) : choice);
