import type { OptionsOf, OptionsSpec } from '@tablier/core';

/** Who begins the scoring [I9], and how a counter moves [I13]. */
export const ISAAC_OPTIONS = {
  scoringStarts: { values: ['placer', 'passer'], default: 'placer' },
  counter: { values: ['exact', 'upTo'], default: 'exact' },
} as const satisfies OptionsSpec;

export type IsaacOptions = OptionsOf<typeof ISAAC_OPTIONS>;

export const ISAAC_PRESETS = {
  page: { scoringStarts: 'placer', counter: 'exact' },
  published: { scoringStarts: 'passer', counter: 'upTo' },
} as const satisfies Record<string, IsaacOptions>;
