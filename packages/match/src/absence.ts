import { type Game, NOBODY, type Seat } from '@tablier/core';
import { expectedSeconds } from './clock/lag.ts';
import type { ClockTerms } from './clock/index.ts';

/** How somebody went: `left` closed the page or went elsewhere in it, `broken` fell silent without a word. */
export type Departure = 'left' | 'broken';

/** Somebody who is not there. */
export interface Absence {
  /** Milliseconds of the injected time. */
  readonly since: number;
  readonly how: Departure;
}

/** How long absence is borne, in milliseconds; `null` for as long as it lasts, as there the clock alone decides. */
export interface Patience {
  /** After so long the others may claim that who is to move has gone. */
  claim(terms: ClockTerms, how: Departure): number | null;
  /** After so long a match whose first turns are waited for in vain is broken off. */
  lostGame(terms: ClockTerms): number | null;
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const LEAST = 15 * SECOND;
const MOST = 300 * SECOND;
/** A broken line finds back by itself more often than somebody who went on purpose. */
const BROKEN = 3;
const LEAST_LOST = 90 * SECOND;

/** For who left: a twentieth of the time that a game of one player lasts by the clock, from 15 seconds to 5 minutes. */
const patienceOfClock = (terms: Exclude<ClockTerms, { readonly system: 'none' | 'days' }>): number =>
  Math.min(MOST, Math.max(LEAST, (expectedSeconds(terms) * SECOND) / 20));

/** The patience of everyday: the slower the clock, the longer, and longer with a line than with a person. */
export const PATIENCE: Patience = {
  claim(terms, how) {
    if (terms.system === 'days') return null;
    const left = terms.system === 'none' ? HOUR : patienceOfClock(terms);
    return how === 'left' ? left : BROKEN * left;
  },
  lostGame(terms) {
    if (terms.system === 'days') return null;
    return terms.system === 'none' ? 24 * HOUR : Math.max(LEAST_LOST, 4 * patienceOfClock(terms));
  },
};

/** Moves after which a match counts: until then it is aborted, not claimed. */
export const FIRST_MOVES = 2;

/** What a claim depends on beside who is away; a match and its view both have it. */
export interface ClaimMoment {
  readonly players: number;
  readonly turn: Seat;
  readonly plies: number;
}

/**
 * The seat whose absence `seat` could claim: the one that is waited for, unless that is oneself or a partner, who would
 * lose together. `NOBODY` where there is none, and before two moves were made.
 */
export function claimTarget(game: Pick<Game, 'partners'>, moment: ClaimMoment, seat: Seat): Seat {
  const { players, turn, plies } = moment;
  if (turn === NOBODY || turn === seat || plies < FIRST_MOVES) return NOBODY;
  return game.partners(players, turn).includes(seat) ? NOBODY : turn;
}
