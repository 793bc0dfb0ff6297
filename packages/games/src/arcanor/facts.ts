import type { DeclaredFacts, OptionsOf } from '@tablier/core';

/** Whether the contents of stacks are shown [A4]. */
export const OPTIONS = { table: { values: ['memory', 'open'], default: 'memory' } } as const;

export type ArcanorOptions = OptionsOf<typeof OPTIONS>;

export const PRESETS = { memory: { table: 'memory' }, open: { table: 'open' } } as const;

export const facts = {
  id: 'arcanor',
  name: 'Arcanor',
  author: 'Michaël Aguilar',
  year: 1994,
  rulesVersion: 1,
  players: [2],
  options: OPTIONS,
  presets: PRESETS,
  seatNames: ['light', 'dark'],
} as const satisfies DeclaredFacts;
