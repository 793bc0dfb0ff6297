import { LEVELS, type Level, type Rng, type Seat, shuffle } from '@tablier/core';

/** Who sits on a chair of a game played on this device. */
export type Occupant =
  /** Persons are counted from 1; who set the game up is the first. */
  { readonly kind: 'person'; readonly number: number } | { readonly kind: 'bot'; readonly level: Level };

/** `drawn`, or the index of the player who takes the first seat; the others follow in their order. */
export type Begins = 'drawn' | number;

/** The players on their chairs. Where they are drawn, the persons are counted in the order of their seats. */
export function arrange(players: readonly Occupant[], begins: Begins, rng: Rng): Occupant[] {
  return begins === 'drawn' ? numbered(shuffle([...players], rng)) : rotate(players, begins);
}

function numbered(seats: readonly Occupant[]): Occupant[] {
  let number = 0;
  return seats.map((seat) => (seat.kind === 'person' ? { kind: 'person', number: ++number } : seat));
}

/** The chairs of a rematch: everybody moves up one, so that with two players they change sides. */
export const swapSeats = (seats: readonly Occupant[]): Occupant[] => rotate(seats, 1);

function rotate<T>(items: readonly T[], by: number): T[] {
  return [...items.slice(by), ...items.slice(0, by)];
}

export const personSeats = (seats: readonly Occupant[]): Seat[] =>
  [...seats.keys()].filter((seat) => seats[seat]?.kind === 'person');

/** Reads a chair of unknown origin. */
export function parseOccupant(data: unknown): Occupant | null {
  if (typeof data !== 'object' || data === null) return null;
  const { kind, number, level } = data as Readonly<Record<string, unknown>>;
  if (kind === 'person' && typeof number === 'number' && Number.isInteger(number) && number > 0)
    return { kind, number };
  const known = LEVELS.find((name) => name === level);
  return kind === 'bot' && known !== undefined ? { kind, level: known } : null;
}
