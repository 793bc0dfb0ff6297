import { type Level, LEVELS } from '@tablier/core';
import { winners } from '../../table/match-ui/match-texts.ts';
import type { GameEntry } from './game-entry.ts';
import { type LocalSeat, personSeats } from './seats.ts';

/** The number of games in a row after which another level is offered. */
const STREAK = 3;

interface LevelOffer {
  readonly from: Level;
  readonly to: Level;
  readonly result: 'won' | 'lost';
}

/** The level of the bots that a person played alone against; `null` for other games and for bots of several levels. */
function levelAgainst(seats: readonly LocalSeat[]): Level | null {
  const levels = new Set(seats.flatMap((seat) => (seat.kind === 'bot' ? [seat.level] : [])));
  const [level] = levels;
  return level === undefined || levels.size > 1 || personSeats(seats).length !== 1 ? null : level;
}

/** `null` for a game that is not over, was aborted or was drawn. */
function resultOf({ seats, end }: Pick<GameEntry, 'seats' | 'end'>): LevelOffer['result'] | null {
  if (end === null || end.by === 'abort') return null;
  const first = winners(end);
  const [own = -1] = personSeats(seats);
  if (first.length === end.places.length) return null;
  return first.includes(own) ? 'won' : 'lost';
}

/** The level to offer after the game `id`, if it and those before it were all won or all lost at one level. `entries`: the last one first. */
export function levelOffer(entries: readonly GameEntry[], id: string): LevelOffer | null {
  const entry = entries.find((each) => each.id === id);
  if (entry === undefined) return null;
  const rest = entries.slice(entries.indexOf(entry)).filter(({ game, end }) => game === entry.game && end !== null);
  const last = rest.slice(0, STREAK);
  const [from, result] = [levelAgainst(entry.seats), resultOf(entry)];
  if (from === null || result === null || last.length < STREAK) return null;
  if (!last.every((each) => levelAgainst(each.seats) === from && resultOf(each) === result)) return null;
  const to = LEVELS[LEVELS.indexOf(from) + (result === 'won' ? 1 : -1)];
  return to === undefined ? null : { from, to, result };
}

/** The next level after one won game against bots; `null` after any other game. */
export function strongerLevel({ seats, end }: Pick<GameEntry, 'seats' | 'end'>): Level | null {
  const from = levelAgainst(seats);
  if (from === null || resultOf({ seats, end }) !== 'won') return null;
  return LEVELS[LEVELS.indexOf(from) + 1] ?? null;
}

export const atLevel = (seats: readonly LocalSeat[], level: Level): LocalSeat[] =>
  seats.map((seat) => (seat.kind === 'bot' ? { ...seat, level } : seat));
