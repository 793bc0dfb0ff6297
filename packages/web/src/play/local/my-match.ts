import type { Level, LevelGame } from '@tablier/core';
import { winners } from '../../table/match-ui/match-texts.ts';
import type { GameEntry } from './game-entry.ts';
import { type LocalSeat, personSeats } from './seats.ts';

/** Which games tell how strong a person plays. */
export interface Kind {
  readonly game: string;
  readonly players: number;
}

/** The level of the bots that a person played alone against; `null` for other games and for bots of several levels. */
export function levelAgainst(seats: readonly LocalSeat[]): Level | null {
  const levels = new Set(seats.flatMap((seat) => (seat.kind === 'bot' ? [seat.level] : [])));
  const [level] = levels;
  return level === undefined || levels.size > 1 || personSeats(seats).length !== 1 ? null : level;
}

function levelGameOf({ seats, end, plies, thought }: GameEntry): LevelGame | null {
  const level = levelAgainst(seats);
  if (level === null || end === null || end.by === 'abort') return null;
  const [own = -1] = personSeats(seats);
  const first = winners(end);
  const result = first.length === end.places.length ? 0.5 : Number(first.includes(own));
  return { level, result, pace: thought === undefined || plies === 0 ? null : thought / plies };
}

/** The finished games against bots of one level, the first one first. `entries`: the last one first. */
export const levelGames = (entries: readonly GameEntry[], { game, players }: Kind): LevelGame[] =>
  entries
    .filter((entry) => entry.game === game && entry.seats.length === players)
    .flatMap((entry) => levelGameOf(entry) ?? [])
    .reverse();

export const isMatch = (seats: readonly LocalSeat[]): boolean =>
  seats.some((seat) => seat.kind === 'bot' && seat.match);

/** The same seats, and from now on the level of the bots follows the person. */
export const followed = (seats: readonly LocalSeat[]): LocalSeat[] =>
  seats.map((seat) => (seat.kind === 'bot' ? { ...seat, match: true } : seat));

export const atLevel = (seats: readonly LocalSeat[], level: Level): LocalSeat[] =>
  seats.map((seat) => (seat.kind === 'bot' ? { ...seat, level } : seat));
