import { type Game, NOBODY, type Seat } from '@tablier/core';
import { expectedSeconds } from './clock/lag.ts';
import type { ClockTerms } from './clock/index.ts';

/** How a person left: `left` closed the page or navigated away, `broken` lost the connection. */
export const DEPARTURES = ['left', 'broken'] as const;
export type Departure = (typeof DEPARTURES)[number];

/** A person who is absent. */
export interface Absence {
  /** Milliseconds of the injected time. */
  readonly since: number;
  readonly how: Departure;
}

/** How long absence is tolerated, in milliseconds; `null` for without limit, because only the clock decides. */
export interface AbsencePolicy {
  /** After this time the others may claim that the player to move has left. */
  claim(terms: ClockTerms, how: Departure): number | null;
  /** After this time a match whose first turns are overdue is aborted. */
  lostGame(terms: ClockTerms): number | null;
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const LEAST = 15 * SECOND;
const MOST = 300 * SECOND;
/** A broken connection comes back more often than a person who left on purpose. */
const BROKEN = 3;
const LEAST_LOST = 90 * SECOND;

/**
 * For a deliberate departure: a twentieth of the expected duration of the game for one player, from 15 seconds to 5
 * minutes.
 */
const waitByClock = (terms: Exclude<ClockTerms, { readonly system: 'none' | 'days' }>): number =>
  Math.min(MOST, Math.max(LEAST, (expectedSeconds(terms) * SECOND) / 20));

/** The default: longer for slower clocks, and longer for a broken connection than for a deliberate departure. */
export const DEFAULT_ABSENCE_POLICY: AbsencePolicy = {
  claim(terms, how) {
    if (terms.system === 'days') return null;
    const left = terms.system === 'none' ? HOUR : waitByClock(terms);
    return how === 'left' ? left : BROKEN * left;
  },
  lostGame(terms) {
    if (terms.system === 'days') return null;
    return terms.system === 'none' ? 24 * HOUR : Math.max(LEAST_LOST, 4 * waitByClock(terms));
  },
};

/** Moves after which a match counts: until then it is aborted, not claimed. */
export const FIRST_MOVES = 2;

/** What a claim depends on besides the absence. A match and its view both have it. */
export interface ClaimMoment {
  readonly players: number;
  readonly turn: Seat;
  readonly plies: number;
}

/**
 * The seat whose absence `seat` could claim: the seat to move, unless that is `seat` itself or a partner, who would
 * lose together. `NOBODY` if there is none, and before two moves were made.
 */
export function claimTarget(game: Pick<Game, 'partners'>, moment: ClaimMoment, seat: Seat): Seat {
  const { players, turn, plies } = moment;
  if (turn === NOBODY || turn === seat || plies < FIRST_MOVES) return NOBODY;
  return game.partners(players, turn).includes(seat) ? NOBODY : turn;
}
