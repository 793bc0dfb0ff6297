import { isolated } from '@tablier/protocol/language';
import type { OwnResult, OwnTable } from '@tablier/protocol';
import { findGame } from '../../games/catalogue.ts';
import { agoText, dayText } from '../../lib/dates.ts';
import { formatRoute } from '../../lib/routes.ts';
import { time } from '../../lib/time.svelte.ts';
import type { GameEntry } from '../../play/local/game-entry.ts';
import { occupantsOf, personSeats } from '../../play/local/seats.ts';
import { peopleText } from '../../play/lobby/lobby-texts.ts';
import { resultTitle, winners, type Occupant, occupantName, sentenceName } from '../../table/match-ui/match-texts.ts';
import { rematchText, standingRematch } from '../../play/online/table-texts.ts';
import * as m from '../../paraglide/messages.js';

/** The names of the results of a finished game: for the user, or as a local game of several people, which the server does not have. */
export const RESULTS = {
  won: m.games_result_won,
  lost: m.games_result_lost,
  drawn: m.games_result_drawn,
  shared: m.games_result_shared,
} as const satisfies Record<OwnResult | 'shared', () => string>;
export type GameResult = keyof typeof RESULTS;

/** `null` while the game is running. */
export function resultOf({ seats, end }: Pick<GameEntry, 'seats' | 'end'>): GameResult | null {
  if (end === null) return null;
  const [own, ...others] = personSeats(seats);
  if (own === undefined || others.length > 0) return 'shared';
  const first = winners(end);
  if (first.length === end.places.length) return 'drawn';
  return first.includes(own) ? 'won' : 'lost';
}

/** A game in the list of the user's games: a local one, or a table on the server. */
export interface ListedGame {
  readonly id: string;
  /** The id of the game, such as `isaac`. */
  readonly game: string;
  /** `Isaac`; the id of a game that this version does not know. */
  readonly title: string;
  /** `You – Bot, Kitten (1)`. */
  readonly names: string;
  /** `You win`, `Ada (Dark) wins`, or the moves so far. */
  readonly state: string;
  /** `104 – 87`; `null` if no points were made, as in a game that was resigned at once. */
  readonly score: string | null;
  /** When it was last changed, began or ended. Milliseconds since 1970. */
  readonly at: number;
  readonly isOver: boolean;
  /** Whether it waits for a move of the user, or for an answer. */
  readonly isAwaited: boolean;
  readonly href: string;
  /** `null` for a table on the server. */
  readonly entry: GameEntry | null;
}

export function listedEntry(entry: GameEntry): ListedGame {
  const { id, game, seats, end, changed, plies } = entry;
  return {
    id,
    game,
    title: titleOf(game),
    names: occupantsOf(seats)
      .map((occupant) => isolated(occupantName(occupant)))
      .join(' – '),
    state: end === null ? m.home_moves({ count: plies }) : localResult(entry),
    score: end === null || end.scores.every((score) => score === 0) ? null : end.scores.join(' – '),
    at: changed,
    isOver: end !== null,
    isAwaited: false,
    href: formatRoute({ page: 'play', id }),
    entry,
  };
}

const titleOf = (game: string): string => findGame(game)?.name ?? game;

function localResult({ game: id, seats, end, plies }: GameEntry): string {
  const game = findGame(id);
  if (end === null || game === undefined) return m.home_moves({ count: plies });
  const [own = null, ...others] = personSeats(seats);
  const called = occupantsOf(seats).map(sentenceName);
  return resultTitle(game, end, { own: others.length > 0 ? null : own, called });
}

export function listedTable(table: OwnTable): ListedGame {
  const { id, game, at, phase, chairs, you, turn, rematch } = table;
  const agreed = rematch === undefined ? [] : standingRematch(rematch, time.now);
  const others = chairs.filter((_, seat) => seat !== you);
  return {
    id,
    game,
    title: titleOf(game),
    names: `${m.who_you()} – ${peopleText(others)}`.replace(/ – $/, ''),
    state:
      rematch !== undefined && agreed.length > 0 ? rematchText({ chairs, you, rematch }, time.now) : tableState(table),
    score: null,
    at,
    isOver: phase === 'over',
    isAwaited: (phase === 'playing' && turn === you) || (agreed.length > 0 && !agreed.includes(you)),
    href: formatRoute({ page: 'table', id }),
    entry: null,
  };
}

function tableState({ game: id, phase, chairs, places, ended, turn, plies, you }: OwnTable): string {
  const game = findGame(id);
  if (phase === 'waiting') return m.games_waiting();
  if (phase === 'playing') return turn === you ? m.games_your_turn() : m.home_moves({ count: plies });
  if (game === undefined || places === null || ended === null) return m.home_moves({ count: plies });
  const called = chairs.map((chair) => (isOccupied(chair) ? sentenceName(chair) : ''));
  return resultTitle(game, { by: ended, places, scores: [] }, { own: you, called });
}

const isOccupied = (chair: OwnTable['chairs'][number]): chair is Occupant & OwnTable['chairs'][number] =>
  chair.kind === 'person' || chair.kind === 'bot';

/** After this time a date is shown instead of a number of days. Milliseconds. */
const DATED = 7 * 86_400_000;

/** `3 minutes ago`; `12 Oct 2026` for what is older. */
export const whenText = (at: number, now: number): string =>
  now - at < DATED ? agoText(at, now) : dayText(at, 'medium');
