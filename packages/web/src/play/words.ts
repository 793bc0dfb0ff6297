import { type Game, NOBODY, type Outcome, type RecordEnd, type Seat, type View } from '@tablier/core';
import { boardOf } from '../boards/index.ts';
import * as m from '../paraglide/messages.js';
import { hasText, seatName, text } from '../text.ts';
import type { Occupant } from './seats.ts';

/** `You`, `Player 2`, `Bot, medium`. Somebody who plays alone against bots is addressed. */
export function who(occupant: Occupant, persons: number): string {
  if (occupant.kind === 'bot') return m.who_bot({ level: text(`level_${occupant.level}`) });
  return persons === 1 ? m.who_you() : m.who_player({ number: occupant.number });
}

/** `2 players`, `2 to 4 players`. */
export function playersText(game: Game): string {
  const [least = 2] = game.players;
  const most = game.players.at(-1) ?? least;
  return least === most ? m.players_count({ count: least }) : m.players_range({ least, most });
}

/** A word that a game's view says of itself, where it says one: `phase`, `decidedBy`, `end`. */
function wordOf(view: View, field: string): string | null {
  const value: unknown = Object.entries(view).find(([name]) => name === field)?.[1];
  return typeof value === 'string' ? value : null;
}

const firstText = (candidates: readonly string[]): string => candidates.find(hasText) ?? (candidates.at(-1) as string);

/** Whose turn it is and what for: `Dark to place`, `Your turn: place a piece`. */
export function turnText(game: Game, view: View, occupant: Occupant | null, persons: number): string {
  if (view.turn === NOBODY) return m.turn_over();
  const phase = boardOf(game.id)?.task?.(view) ?? wordOf(view, 'phase');
  const address = occupant === null ? 'turn' : occupant.kind === 'bot' ? 'turnbot' : persons === 1 ? 'turnyou' : 'turn';
  const key = firstText([`${address}_${game.id}_${phase}`, `${address}_${game.id}`, `${address}_any`]);
  return text(key, { seat: seatName(game, view.turn) });
}

/** The forced passes before this turn, in words; empty where nobody had to pass. */
export function passTexts(game: Game, view: View): string[] {
  const phase = wordOf(view, 'phase');
  const key = firstText([`pass_${game.id}_${phase}`, `pass_${game.id}`, 'pass_any']);
  return view.passed.map((seat) => text(key, { seat: seatName(game, seat) }));
}

/** The seats that share the first place. */
export const winners = ({ places }: Outcome): Seat[] => [...places.keys()].filter((seat) => places[seat] === 1);

/** The headline of a finished game, for somebody at `own` or, with `null`, for everybody. */
export function resultTitle(game: Game, end: RecordEnd, own: Seat | null): string {
  const first = winners(end);
  if (end.by === 'abort') return m.result_aborted();
  if (first.length === end.places.length) return m.result_draw();
  if (own !== null) return first.includes(own) ? m.result_you_win() : m.result_you_lose();
  return m.result_wins({ names: names(game, first), count: first.length });
}

/** `Dark and Light`. */
export function names(game: Game, seats: readonly Seat[]): string {
  return new Intl.ListFormat(m.language_tag(), { type: 'conjunction' }).format(
    seats.map((seat) => seatName(game, seat)),
  );
}

/** Why a finished game ended as it did, with the tie-break where one decided. */
export function resultReason(game: Game, view: View, end: RecordEnd): string {
  const lost = [...end.places.keys()].filter((seat) => end.places[seat] === Math.max(...end.places));
  if (end.by === 'resign') return m.end_resign({ names: names(game, lost) });
  if (end.by === 'time') return m.end_time({ names: names(game, lost) });
  if (end.by !== 'rules') return text(`end_${end.by}`);
  const decision = wordOf(view, 'decidedBy') ?? wordOf(view, 'end');
  const inputs = { names: names(game, winners(end)), ...unplayedOf(view) };
  return text(firstText([`end_${game.id}_${decision}`, `end_${game.id}`, 'end_rules']), inputs);
}

/** The lengths that break a tie in Isaac [I16], larger first, where the view tells them. */
function unplayedOf(view: View): { readonly more: number; readonly less: number } {
  const lengths: unknown = Object.entries(view).find(([name]) => name === 'unplayed')?.[1];
  const numbers = Array.isArray(lengths) ? lengths.map(Number) : [0];
  return { more: Math.max(...numbers), less: Math.min(...numbers) };
}
