import {
  type Game,
  type GameFacts,
  NOBODY,
  type Outcome,
  type RecordEnd,
  type Seat,
  type View,
  type BotStrength,
  type Level,
  LEVELS,
  strengthOf,
} from '@tablier/core';
import { boardOf } from '../../games/boards.ts';
import * as m from '../../paraglide/messages.js';
import { joined, type People, playerName, type Players } from '../../lib/people.ts';
import { hasText, text } from '../../lib/text.ts';

/** `2 players`, `2 to 4 players`. */
export function playersText(game: GameFacts): string {
  const [least = 2] = game.players;
  const most = game.players.at(-1) ?? least;
  return least === most ? m.players_count({ count: least }) : m.players_range({ least, most });
}

/** A word from a game's view, if it has one: `phase`, `decidedBy`, `end`. */
function wordOf(view: View, field: string): string | null {
  const value: unknown = Object.entries(view).find(([name]) => name === field)?.[1];
  return typeof value === 'string' ? value : null;
}

const firstText = (candidates: readonly string[]): string => candidates.find(hasText) ?? (candidates.at(-1) as string);

/** Whose turn it is and the task: `Ada to place a piece`, `Your turn: place a piece`. `isBot`: whether a bot is to move. */
export function turnText(game: Game, view: View, people: People, { isBot }: { readonly isBot: boolean }): string {
  if (view.turn === NOBODY) return m.turn_over();
  const phase = boardOf(game.id)?.task?.(view) ?? wordOf(view, 'phase');
  const address = isBot ? 'turnbot' : people.who(view.turn) === 'you' ? 'turnyou' : 'turn';
  const key = firstText([`${address}_${game.id}_${phase}`, `${address}_${game.id}`, `${address}_any`]);
  return text(key, { seat: people.title(view.turn) });
}

/** A status as a sentence of a longer text. */
export const asSentence = (status: string): string => (/[.…!?]$/.test(status) ? status : `${status}.`);

/** News about a position for all viewers: a phase or a round has begun, or seats had to pass. Usually empty. */
export function newsTexts(game: Game, view: View, people: People): readonly string[] {
  const begun = boardOf(game.id)?.begins?.(view, people) ?? [];
  return begun.length > 0 ? begun : passTexts(game, view, people);
}

function passTexts(game: Game, view: View, people: People): string[] {
  const phase = wordOf(view, 'phase');
  const key = firstText([`pass_${game.id}_${phase}`, `pass_${game.id}`, 'pass_any']);
  return view.passed.map((seat) => text(key, { seat: people.title(seat), who: people.who(seat) }));
}

export const winners = ({ places }: Outcome): Seat[] => [...places.keys()].filter((seat) => places[seat] === 1);

export function resultTitle(game: GameFacts, end: RecordEnd, players: Players): string {
  const first = winners(end);
  const { own } = players;
  if (end.by === 'abort') return m.result_aborted();
  if (first.length === end.places.length) return m.result_draw();
  if (own !== null) return first.includes(own) ? m.result_you_win() : m.result_you_lose();
  return m.result_wins({ names: subject(game, first, players).names, count: first.length });
}

/** The subject of a sentence: `who` selects its form. */
interface Subject {
  readonly names: string;
  readonly who: 'you' | 'one' | 'many';
}

function subject(game: GameFacts, seats: readonly Seat[], { own, called }: Players): Subject {
  const names = joined(seats.map((seat) => playerName(game, called, seat)));
  if (own !== null && seats.includes(own)) return { names, who: 'you' };
  return { names, who: seats.length === 1 ? 'one' : 'many' };
}

export function resultReason(game: Game, view: View, end: RecordEnd, players: Players): string {
  const last = Math.max(...end.places);
  const lost = [...end.places.keys()].filter((seat) => end.places[seat] === last);
  if (end.by === 'resign') return m.end_resign(subject(game, lost, players));
  if (end.by === 'time') return m.end_time(subject(game, lost, players));
  if (end.by !== 'rules') return text(`end_${end.by}`);
  const decision = wordOf(view, 'decidedBy') ?? wordOf(view, 'end');
  const inputs = { ...subject(game, winners(end), players), ...boardOf(game.id)?.endInputs?.(view) };
  return text(firstText([`end_${game.id}_${decision}`, `end_${game.id}`, 'end_rules']), inputs);
}

/** Who sits in a seat of a match, local or online. The name of a deleted account is empty. */
export type Occupant = { readonly kind: 'person'; readonly name: string } | ({ readonly kind: 'bot' } & BotStrength);

/** `Hare`. */
export const levelName = (level: Level): string => text(`level_${level}`);

export const levelCharacter = (level: Level): string => text(`level_character_${level}`);

/** `Bot, Hare (3)`. */
export const botName = (level: Level): string => m.who_bot({ level: levelName(level), number: level });

/** The level of the bot with a name from `botName`; `null` for a person. */
export const levelOfName = (name: string): Level | null => LEVELS.find((level) => botName(level) === name) ?? null;

/** The name in a list of players: `Ada`, `Bot, Hare (3)`. */
export const occupantName = (occupant: Occupant): string =>
  occupant.kind === 'bot' ? botName(strengthOf(occupant)) : occupant.name || m.account_gone();

/** The name in a sentence: `Ada`, `Hare`. */
export const sentenceName = (occupant: Occupant): string =>
  occupant.kind === 'bot' ? levelName(strengthOf(occupant)) : occupantName(occupant);
