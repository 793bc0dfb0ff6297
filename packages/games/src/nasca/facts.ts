import { type DeclaredFacts, defaultOptions, type OptionsOf } from '@tablier/core';

/** The landscapes whose neutral pieces the rules define [N9]. */
export const CONTINENTS = ['africa', 'asia', 'australia', 'europe', 'north-america', 'south-america'] as const;
export type Continent = (typeof CONTINENTS)[number];

/** The options in the order in which they are written [N9] [N12] [N16]. */
export const OPTIONS = {
  landscape: { values: ['none', ...CONTINENTS, 'custom', 'random'], default: 'none' },
  rounds: { values: [2, 1], default: 2 },
  corners: { values: ['closed', 'open'], default: 'closed' },
  neutralWalls: { values: ['no', 'yes'], default: 'no' },
} as const;

export type NascaOptions = OptionsOf<typeof OPTIONS>;

const defaults = defaultOptions(OPTIONS);

export const PRESETS = {
  plain: defaults,
  landscape: { ...defaults, landscape: 'random' },
  short: { ...defaults, rounds: 1 },
} as const;

export const facts = {
  id: 'nasca',
  name: 'Nasca',
  author: 'Corné van Moorsel',
  year: 1998,
  rulesVersion: 1,
  players: [2],
  options: OPTIONS,
  presets: PRESETS,
  seatNames: ['dark', 'light'],
} as const satisfies DeclaredFacts;
