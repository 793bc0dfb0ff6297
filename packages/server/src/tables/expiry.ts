import type { StreamStatus } from '@tablier/store';
import { phaseOf, type TableHead, type TableState } from './table-state.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A table that nobody sits down at is closed after so long. Milliseconds. */
export const WAITING_EXPIRY = 7 * DAY;
/** A match in which no clock runs ends after so long without an event. Milliseconds. */
export const MATCH_EXPIRY = 30 * DAY;
/** The same for a match of one person against bots. Milliseconds. */
export const BOT_MATCH_EXPIRY = 3 * DAY;
/** A table that was closed before a match began is erased, with its chat, after so long without an event. Milliseconds. */
export const CLOSED_LIFE = 30 * DAY;
/** A match with so many events ends, whatever they are. No game that is played comes near. */
export const MOST_EVENTS = 10_000;

/** The same told by the head of a table, before its log is read. Milliseconds. */
export function expiryByHead(status: StreamStatus, { chairs }: Pick<TableHead, 'chairs'>): number {
  if (status === 'open') return WAITING_EXPIRY;
  return chairs.filter(({ kind }) => kind !== 'bot').length > 1 ? MATCH_EXPIRY : BOT_MATCH_EXPIRY;
}

/** No table expires sooner. Milliseconds. */
export const EARLIEST_EXPIRY: number = Math.min(WAITING_EXPIRY, MATCH_EXPIRY, BOT_MATCH_EXPIRY);

/** Whether nothing has happened at a table for so long, or so much, that it ends by itself. A running clock decides alone. */
export function isExpired(state: TableState, now: number): boolean {
  const idle = now - state.touchedAt;
  const phase = phaseOf(state);
  if (phase === 'waiting') return state.head.pace === undefined && idle >= WAITING_EXPIRY;
  if (phase !== 'playing' || state.match === null) return false;
  const { clock } = state.match;
  if (clock !== null && clock.seat >= 0 && !clock.paused) return false;
  const people = state.chairs.filter(({ kind }) => kind === 'person').length;
  return idle >= (people > 1 ? MATCH_EXPIRY : BOT_MATCH_EXPIRY);
}
