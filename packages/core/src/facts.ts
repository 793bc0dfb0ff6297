import type { DeclaredFacts, GameFacts } from './game.ts';
import { defaultOptions } from './options.ts';

const SEAT_NAMES = ['first', 'second', 'third', 'fourth'] as const;

/** The facts of a game, with the defaults of those that it does not declare. */
export function completeFacts({
  id,
  name,
  author,
  year,
  rulesVersion,
  players,
  ...declared
}: DeclaredFacts): GameFacts {
  const options = declared.options ?? {};
  const presets = declared.presets ?? { default: defaultOptions(options) };
  const seatNames = declared.seatNames ?? SEAT_NAMES.slice(0, Math.max(...players));
  return { id, name, author, year, rulesVersion, players, options, presets, seatNames };
}
