import type { ClockTerms } from '@tablier/match';

/** The clocks that have a name: for quick pairing, and the first that a page offers. From the quickest to the slowest. */
export const PACES = {
  quick: { system: 'fischer', base: 300, increment: 3 },
  calm: { system: 'fischer', base: 900, increment: 10 },
  days: { system: 'days', days: 3, vacation: 0 },
  untimed: { system: 'none' },
} as const satisfies Readonly<Record<string, ClockTerms>>;

export type Pace = keyof typeof PACES;

export const PACE_NAMES = ['quick', 'calm', 'days', 'untimed'] as const satisfies readonly Pace[];

/** How many people a quick pairing brings together. */
export const PAIR = 2;
