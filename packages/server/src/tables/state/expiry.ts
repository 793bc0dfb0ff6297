import type { ClockTerms } from '@tablier/match';
import type { StreamStatus } from '@tablier/store';
import { phaseOf, type TableHead, type TableState } from './table-state.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A table without a match closes after this time without an event. Milliseconds. */
export const WAITING_EXPIRY = 7 * DAY;
/** A match without a running clock ends after this time without an event. Milliseconds. */
export const MATCH_EXPIRY = 30 * DAY;
/** The same for a match of one person against bots. Milliseconds. */
export const BOT_MATCH_EXPIRY = 3 * DAY;
/** A table closed before a match is erased with its chat after this time. Milliseconds. */
export const CLOSED_LIFE = 30 * DAY;
/** How long an offer of a rematch stands in a game with a running clock: as long as people wait. Milliseconds. */
const QUICK_REMATCH = 10 * 60_000;
/** A match with this many events ends. Real games stay far below. */
export const MAX_EVENTS = 10_000;

/** How long an offer of a rematch stands: as long as a turn of days, or as an invitation. Milliseconds. */
export function rematchTerm(clock: ClockTerms): number {
  if (clock.system === 'none') return WAITING_EXPIRY;
  return clock.system === 'days' ? clock.days * DAY : QUICK_REMATCH;
}

/** The expiry time of a table, from its head alone, without reading its log. Milliseconds. */
export function expiryByHead(status: StreamStatus, { chairs }: Pick<TableHead, 'chairs'>): number {
  if (status === 'open') return WAITING_EXPIRY;
  return chairs.filter(({ kind }) => kind !== 'bot').length > 1 ? MATCH_EXPIRY : BOT_MATCH_EXPIRY;
}

/** The shortest expiry time of any table. Milliseconds. */
export const EARLIEST_EXPIRY: number = Math.min(WAITING_EXPIRY, MATCH_EXPIRY, BOT_MATCH_EXPIRY);

/** Whether a table has been idle long enough to end. While a clock runs, only the clock ends a match. */
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
