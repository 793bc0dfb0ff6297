import type { DeclaredFacts, OptionsOf } from '@tablier/core';

/** Which player begins the scoring [I9], and how a counter moves [I13]. */
export const OPTIONS = {
  scoringStarts: { values: ['placer', 'passer'], default: 'placer' },
  counter: { values: ['exact', 'upTo'], default: 'exact' },
} as const;

export type IsaacOptions = OptionsOf<typeof OPTIONS>;

export const PRESETS = {
  page: { scoringStarts: 'placer', counter: 'exact' },
  published: { scoringStarts: 'passer', counter: 'upTo' },
} as const;

export const facts = {
  id: 'isaac',
  name: 'Isaac',
  author: 'Emiliano “Wentu” Venturini',
  year: 2011,
  rulesVersion: 1,
  players: [2],
  options: OPTIONS,
  presets: PRESETS,
  seatNames: ['dark', 'light'],
} as const satisfies DeclaredFacts;
