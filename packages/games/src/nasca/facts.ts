import type { DeclaredFacts } from '@tablier/core';
import { OPTIONS, PRESETS } from './options.ts';

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
