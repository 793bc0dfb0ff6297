import type { TimedTerms } from './terms.ts';

/**
 * Lag is credited from a quota, so an occasionally slow connection does not lose the game and no player gains by
 * causing lag. The figures are those of scalachess (`LagTracker`): a game of T seconds (main time and 40 turns' worth
 * of increments) earns min(100, T * 2/5 + 15) centiseconds per turn, begins with three times that, and keeps at most
 * seven times that.
 */
const EXPECTED_TURNS = 40;
const BEGIN_GAINS = 3;
const MAX_GAINS = 7;

/** The longest wait for a move in transit, in ms, once a clock shows zero. */
export const MAX_GRACE = 2000;

/** Milliseconds of quota that a turn earns. */
export function quotaGain(terms: TimedTerms): number {
  return Math.min(1000, expectedSeconds(terms) * 4 + 150);
}

export const firstQuota = (terms: TimedTerms): number => BEGIN_GAINS * quotaGain(terms);

/** The quota after a turn for which `credited` was taken from it. */
export const nextQuota = (terms: TimedTerms, quota: number, credited: number): number =>
  Math.min(MAX_GAINS * quotaGain(terms), quota - credited + quotaGain(terms));

/** A measured lag in whole milliseconds; an invalid one counts as none. */
export const wholeLag = (lag = 0): number => (Number.isFinite(lag) ? Math.max(0, Math.floor(lag)) : 0);

/** What is credited for a lag: never more than the quota, nor than the time that passed. */
export const creditOf = (lag: number, quota: number, spent: number): number => Math.min(wholeLag(lag), quota, spent);

/** The expected duration of a game for one player: main time and 40 turns' worth of increments. */
export function expectedSeconds(terms: TimedTerms): number {
  switch (terms.system) {
    case 'sudden-death':
      return terms.base;
    case 'fischer':
      return terms.base + EXPECTED_TURNS * terms.increment;
    case 'bronstein':
    case 'delay':
      return terms.base + EXPECTED_TURNS * terms.delay;
    case 'byo-yomi':
      return terms.base + EXPECTED_TURNS * terms.period;
    case 'days':
      return EXPECTED_TURNS * terms.days * 86_400;
  }
}
