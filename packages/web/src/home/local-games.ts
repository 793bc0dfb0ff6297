import { findGame } from '../games/catalogue.ts';
import type { GameEntry } from '../local/game-entry.ts';
import { occupantsOf, personSeats } from '../local/seats.ts';
import { resultTitle, winners } from '../match-ui/match-texts.ts';
import { occupantName, sentenceName } from '../match-ui/occupants.ts';
import * as m from '../paraglide/messages.js';

/** How a finished local game is filed: for the person who played alone against bots, or as a game of several people. */
export const RESULTS = ['won', 'lost', 'drawn', 'shared'] as const;
export type LocalResult = (typeof RESULTS)[number];

export const resultNames: Record<LocalResult, () => string> = {
  won: m.games_result_won,
  lost: m.games_result_lost,
  drawn: m.games_result_drawn,
  shared: m.games_result_shared,
};

/** `null` while the game is on. */
export function resultOf({ seats, end }: Pick<GameEntry, 'seats' | 'end'>): LocalResult | null {
  if (end === null) return null;
  const [own, ...others] = personSeats(seats);
  if (own === undefined || others.length > 0) return 'shared';
  const first = winners(end);
  if (first.length === end.places.length) return 'drawn';
  return first.includes(own) ? 'won' : 'lost';
}

/** `Isaac`; the id of a game that this version does not know. */
export const gameName = ({ game }: Pick<GameEntry, 'game'>): string => findGame(game)?.name ?? game;

/** `You – Bot, Kitten (1)`. */
export const playersOf = ({ seats }: Pick<GameEntry, 'seats'>): string =>
  occupantsOf(seats).map(occupantName).join(' – ');

/** `You win`, `Ada (Dark) wins`, or the moves so far. */
export function stateText(entry: GameEntry): string {
  const { seats, end, plies } = entry;
  const game = findGame(entry.game);
  if (end === null || game === undefined) return m.home_moves({ count: plies });
  const [own = null, ...others] = personSeats(seats);
  const called = occupantsOf(seats).map(sentenceName);
  return resultTitle(game, end, { own: others.length > 0 ? null : own, called });
}

/** `104 – 87`; `null` where no points were made, as in a game that was resigned at once. */
export const scoreText = ({ end }: Pick<GameEntry, 'end'>): string | null =>
  end === null || end.scores.every((score) => score === 0) ? null : end.scores.join(' – ');
