import type { SeatTime, TimedTerms } from '@tablier/match';

/**
 * The clock systems once more, as one would explain them: time is handed out coin by coin, from the first purse to the
 * last. Written without a look at the sources, to compare with.
 */
export interface Purse extends SeatTime {
  /** Free at the beginning of each turn. */
  readonly free: number;
}

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

export function firstPurse(terms: TimedTerms): Purse {
  switch (terms.system) {
    case 'days':
      return { free: terms.days * DAY, left: 0, periods: 0 };
    case 'delay':
      return { free: terms.delay * SECOND, left: terms.base * SECOND, periods: 0 };
    case 'byo-yomi':
      return { free: 0, left: terms.base * SECOND, periods: terms.periods };
    default:
      return { free: 0, left: terms.base * SECOND, periods: 0 };
  }
}

/** The purse after a turn of `used` ms; `null` where it was not enough. */
export function spend(terms: TimedTerms, purse: Purse, used: number): Purse | null {
  let owed = used - Math.min(used, purse.free);
  let { left, periods } = purse;
  const fromMain = Math.min(owed, left);
  owed -= fromMain;
  left -= fromMain;
  if (terms.system === 'byo-yomi') {
    while (owed >= terms.period * SECOND && periods > 0) {
      owed -= terms.period * SECOND;
      periods -= 1;
    }
    return periods === 0 ? null : { ...purse, left, periods };
  }
  const nothingRemains = terms.system === 'days' ? used >= purse.free : left === 0 && used >= purse.free;
  if (nothingRemains) return null;
  if (terms.system === 'fischer') {
    left += terms.increment * SECOND;
    if (terms.cap !== undefined && left > terms.cap * SECOND) left = terms.cap * SECOND;
  }
  if (terms.system === 'bronstein') left += used < terms.delay * SECOND ? used : terms.delay * SECOND;
  return { ...purse, left, periods };
}

/** All that a seat can spend in one turn. */
export function wholePurse(terms: TimedTerms, { free, left, periods }: Purse): number {
  return free + left + (terms.system === 'byo-yomi' ? periods * terms.period * SECOND : 0);
}
