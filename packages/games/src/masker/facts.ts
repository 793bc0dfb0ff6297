import type { DeclaredFacts, OptionsOf } from '@tablier/core';

/** Which crosses touch [M7], and the flat game or the 3D variant [M16]. */
export const OPTIONS = {
  touch: { values: ['side', 'corner'], default: 'side' },
  board: { values: ['flat', 'tower'], default: 'flat' },
} as const;

export type MaskerOptions = OptionsOf<typeof OPTIONS>;

export const PRESETS = {
  flat: { touch: 'side', board: 'flat' },
  tower: { touch: 'side', board: 'tower' },
} as const;

export const facts = {
  id: 'masker',
  name: 'Masker',
  author: 'Philippe Proux',
  year: 2018,
  rulesVersion: 1,
  players: [2, 3, 4],
  options: OPTIONS,
  presets: PRESETS,
} as const satisfies DeclaredFacts;
