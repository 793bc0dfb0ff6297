import { findGame } from '@tablier/games';
import { type Pace, PACE_NAMES } from '@tablier/protocol';

/** The game and pace in a path; `null` if one of them does not exist. */
export function parseKind(
  parts: Readonly<Record<string, string>>,
): { readonly game: string; readonly pace: Pace } | null {
  const pace = PACE_NAMES.find((name) => name === parts['pace']);
  const game = findGame(parts['game'] ?? '');
  return pace === undefined || game === undefined ? null : { game: game.id, pace };
}

export const isPace = (text: string): text is Pace => PACE_NAMES.some((name) => name === text);
