import type { TimedTerms } from './terms.ts';

/** The time a seat has. Milliseconds. */
export interface SeatTime {
  /** Main time; with days per turn, the time for this turn. */
  readonly left: number;
  /** Remaining byo-yomi periods, including the current one; otherwise 0. */
  readonly periods: number;
}

/** What the clock of a seat shows in a turn. Milliseconds. */
export interface ClockReading {
  /** How long until it runs out if the turn does not end: the sum of all of the following. */
  readonly total: number;
  /** What passes before the main time does (simple delay). */
  readonly delay: number;
  readonly main: number;
  /** Remaining byo-yomi periods, including the current one. */
  readonly periods: number;
  /** What is left of the current period; a whole one while main time lasts. */
  readonly period: number;
}

const SECOND = 1000;
export const DAY = 86_400 * SECOND;

export function firstTime(terms: TimedTerms): SeatTime {
  if (terms.system === 'days') return { left: terms.days * DAY, periods: 0 };
  return { left: terms.base * SECOND, periods: terms.system === 'byo-yomi' ? terms.periods : 0 };
}

export const firstVacation = (terms: TimedTerms): number => (terms.system === 'days' ? terms.vacation * DAY : 0);

const delayOf = (terms: TimedTerms): number => (terms.system === 'delay' ? terms.delay * SECOND : 0);
const periodOf = (terms: TimedTerms): number => (terms.system === 'byo-yomi' ? terms.period * SECOND : 0);

/** How much time a seat can spend on a turn. Spending exactly this much is too much. */
export const allowance = (terms: TimedTerms, { left, periods }: SeatTime): number =>
  delayOf(terms) + left + periods * periodOf(terms);

/** What a seat's clock shows after `spent` ms of its turn. */
export function readTime(terms: TimedTerms, time: SeatTime, spent: number): ClockReading {
  const length = periodOf(terms);
  const charged = Math.max(0, spent - delayOf(terms));
  const over = Math.max(0, charged - time.left);
  const periods = length === 0 ? 0 : Math.max(0, time.periods - Math.floor(over / length));
  return {
    total: Math.max(0, allowance(terms, time) - spent),
    delay: Math.max(0, delayOf(terms) - spent),
    main: Math.max(0, time.left - charged),
    periods,
    period: periods === 0 ? 0 : length - (over % length),
  };
}

/** The time left when `spent` ms are charged and nothing is added. */
export function charge(terms: TimedTerms, time: SeatTime, spent: number): SeatTime {
  const { main, periods } = readTime(terms, time, spent);
  return { left: main, periods };
}

/**
 * The time after a turn that took `spent` ms, which is less than the allowance: charged, then increased by the
 * increment of a turn.
 */
export function timeAfterTurn(terms: TimedTerms, time: SeatTime, spent: number): SeatTime {
  const { left, periods } = charge(terms, time, spent);
  switch (terms.system) {
    case 'sudden-death':
    case 'delay':
    case 'byo-yomi':
      return { left, periods };
    case 'fischer': {
      const granted = left + terms.increment * SECOND;
      return { left: terms.cap === undefined ? granted : Math.min(terms.cap * SECOND, granted), periods };
    }
    case 'bronstein':
      return { left: left + Math.min(spent, terms.delay * SECOND), periods };
    case 'days':
      return { left: terms.days * DAY, periods };
  }
}
