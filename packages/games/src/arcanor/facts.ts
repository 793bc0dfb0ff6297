import type { DeclaredFacts } from '@tablier/core';
import { OPTIONS, PRESETS } from './options.ts';

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
