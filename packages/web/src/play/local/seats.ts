import {
  isObject,
  type Level,
  parseLevel,
  type Rng,
  type Seat,
  shuffle,
  defaultOptions,
  type Game,
  type GameFacts,
  type Options,
} from '@tablier/core';
import { parseName } from '@tablier/protocol/lines';
import { randomText } from '../../lib/random.ts';
import type { Occupant } from '../../table/match-ui/match-texts.ts';
import * as m from '../../paraglide/messages.js';

interface LocalPerson {
  readonly kind: 'person';
  readonly number: number;
  readonly name?: string;
}

export interface LocalBot {
  readonly kind: 'bot';
  readonly level: Level;
  /** The level follows the person from game to game. */
  readonly match?: true;
}

/** A seat of a local game, as it is saved. Persons are counted from 1; the one who set the game up is the first. */
export type LocalSeat = LocalPerson | LocalBot;

/** The occupants of local seats. A person who plays alone against bots is `You`, others have their name or are `Player 2`. */
export function occupantsOf(seats: readonly LocalSeat[]): Occupant[] {
  const isAlone = personSeats(seats).length === 1;
  const nameOf = ({ name, number }: LocalPerson): string =>
    isAlone ? m.who_you() : (name ?? m.who_player({ number }));
  return seats.map((seat) => (seat.kind === 'person' ? { kind: 'person', name: nameOf(seat) } : seat));
}

/** The persons with their names, by number. An empty or absent name leaves the person unnamed. */
export function named(seats: readonly LocalSeat[], names: readonly string[]): LocalSeat[] {
  return seats.map((seat) => {
    if (seat.kind === 'bot') return seat;
    const name = parseName(names[seat.number - 1]);
    return name === null ? seat : { ...seat, name };
  });
}

export const isNameRefused = (name: string): boolean => name.trim() !== '' && parseName(name) === null;

/** `drawn`, or the index of the player who takes the first seat; the others follow in order. */
export type Begins = 'drawn' | number;

/** The players in their seats. If the seats are drawn, persons without names are numbered in the order of their seats. */
export function arrange(players: readonly LocalSeat[], begins: Begins, rng: Rng): LocalSeat[] {
  return begins === 'drawn' ? numbered(shuffle([...players], rng)) : rotate(players, begins);
}

/** A person keeps their number if others have names: `Player 2` next to `Ada` is the person with this name in the set-up. */
function numbered(seats: LocalSeat[]): LocalSeat[] {
  if (seats.some((seat) => seat.kind === 'person' && seat.name !== undefined)) return seats;
  let number = 0;
  return seats.map((seat) => (seat.kind === 'person' ? { kind: 'person', number: ++number } : seat));
}

/** The seats of a rematch: all move up by one, so two players change sides. */
export const swapSeats = (seats: readonly LocalSeat[]): LocalSeat[] => rotate(seats, 1);

function rotate<T>(items: readonly T[], by: number): T[] {
  return [...items.slice(by), ...items.slice(0, by)];
}

export const personSeats = (seats: readonly LocalSeat[]): Seat[] =>
  [...seats.keys()].filter((seat) => seats[seat]?.kind === 'person');

/** The levels at which the coach is suggested. */
const BEGINNER_LEVELS: readonly Level[] = [1, 2];

export const isForBeginners = (seats: readonly LocalSeat[]): boolean =>
  seats.every((seat) => seat.kind === 'person' || BEGINNER_LEVELS.includes(seat.level));

export function parseSeats(data: unknown, players: number): LocalSeat[] | null {
  if (!Array.isArray(data) || data.length !== players) return null;
  const seats = data.map(parseLocalSeat).filter((seat) => seat !== null);
  return seats.length === players ? seats : null;
}

/** An invalid name is dropped, so that the game can still be read. */
function parseLocalSeat(data: unknown): LocalSeat | null {
  if (!isObject(data)) return null;
  const { kind, number, level, name, match } = data;
  if (kind === 'person' && typeof number === 'number' && Number.isInteger(number) && number > 0) {
    const known = parseName(name);
    return known === null ? { kind, number } : { kind, number, name: known };
  }
  const known = parseLevel(level);
  return kind === 'bot' && known !== null ? { kind, level: known, ...(match === true && { match }) } : null;
}

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

/** _My level_: a bot whose level follows the user. Its choice in the set-up names the level of now. */
const MATCH = 'match';

export const matchChoice = (level: Level): string => `${MATCH}${level}`;

export const isMatchChoice = (choice: string): boolean => choice.startsWith(MATCH);

/** The level of a bot that was chosen; `null` for a person. */
export const levelOf = (choice: string): Level | null =>
  parseLevel(isMatchChoice(choice) ? choice.slice(MATCH.length) : choice);

/** A seed for a bot: 128 bits as text. */
export const newSeed = (): string => randomText(32, '0123456789abcdef');

/** The id of a local game: 12 letters and digits, about 62 bits. */
export const newId = (): string => randomText(12, 'abcdefghijklmnopqrstuvwxyz0123456789');
