import { LEVELS, type Level, type Rng, type Seat, shuffle } from '@tablier/core';
import type { Occupant } from '../match-ui/occupants.ts';
import * as m from '../paraglide/messages.js';

/** A seat of a local game, as it is saved. Persons are counted from 1; the one who set the game up is the first. */
export type LocalSeat =
  { readonly kind: 'person'; readonly number: number } | { readonly kind: 'bot'; readonly level: Level };

/** The occupants of local seats. A person who plays alone against bots is `You`, others are `Player 2`. */
export function occupantsOf(seats: readonly LocalSeat[]): Occupant[] {
  const isAlone = personSeats(seats).length === 1;
  const nameOf = (number: number): string => (isAlone ? m.who_you() : m.who_player({ number }));
  return seats.map((seat) => (seat.kind === 'person' ? { kind: 'person', name: nameOf(seat.number) } : seat));
}

/** `drawn`, or the index of the player who takes the first seat; the others follow in order. */
export type Begins = 'drawn' | number;

/** The players in their seats. If the seats are drawn, the persons are numbered in the order of their seats. */
export function arrange(players: readonly LocalSeat[], begins: Begins, rng: Rng): LocalSeat[] {
  return begins === 'drawn' ? numbered(shuffle([...players], rng)) : rotate(players, begins);
}

function numbered(seats: readonly LocalSeat[]): LocalSeat[] {
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

/** Reads a seat of unknown origin. */
export function parseLocalSeat(data: unknown): LocalSeat | null {
  if (typeof data !== 'object' || data === null) return null;
  const { kind, number, level } = data as Readonly<Record<string, unknown>>;
  if (kind === 'person' && typeof number === 'number' && Number.isInteger(number) && number > 0)
    return { kind, number };
  const known = LEVELS.find((name) => name === level);
  return kind === 'bot' && known !== undefined ? { kind, level: known } : null;
}
