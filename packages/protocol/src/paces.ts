import { type ClockTerms, expectedSeconds } from '@tablier/match';

/** The named time controls, for quick pairing and as defaults of the page. From fastest to slowest. */
export const PACES = {
  quick: { system: 'fischer', base: 300, increment: 3 },
  calm: { system: 'fischer', base: 900, increment: 10 },
  days: { system: 'days', days: 3, vacation: 0 },
  untimed: { system: 'none' },
} as const satisfies Readonly<Record<string, ClockTerms>>;

export type Pace = keyof typeof PACES;

export const PACE_NAMES = ['quick', 'calm', 'days', 'untimed'] as const satisfies readonly Pace[];

/** A clock with less time per player than this is quick. Seconds: between `quick` and `calm`. */
const CALM_SECONDS = 900;

/** The pace of any time control. There is one rating for each game and pace. */
export function ratingPaceOf(clock: ClockTerms): Pace {
  if (clock.system === 'none') return 'untimed';
  if (clock.system === 'days') return 'days';
  return expectedSeconds(clock) < CALM_SECONDS ? 'quick' : 'calm';
}

export const PAIR = 2;
