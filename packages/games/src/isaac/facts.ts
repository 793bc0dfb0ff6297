import type { DeclaredFacts } from '@tablier/core';
import { OPTIONS, PRESETS } from './options.ts';

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
