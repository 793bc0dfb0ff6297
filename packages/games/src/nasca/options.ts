import type { Options, OptionsOf } from '@tablier/core';
import type { WallRules } from './scoring.ts';

/** The landscapes whose neutral pieces the rules give [N9]. */
export const CONTINENTS = ['africa', 'asia', 'australia', 'europe', 'north-america', 'south-america'] as const;
export type Continent = (typeof CONTINENTS)[number];

/** The options in the order in which they are written [N9] [N12] [N16]. */
export const NASCA_OPTIONS = {
  landscape: { values: ['none', ...CONTINENTS, 'custom', 'random'], default: 'none' },
  rounds: { values: [2, 1], default: 2 },
  corners: { values: ['closed', 'open'], default: 'closed' },
  neutralWalls: { values: ['no', 'yes'], default: 'no' },
} as const;

export type NascaOptions = OptionsOf<typeof NASCA_OPTIONS>;

/** How these options read walls [N12]. */
export function wallRules(options: Options): WallRules {
  return { openCorners: options['corners'] === 'open', neutralWalls: options['neutralWalls'] === 'yes' };
}
