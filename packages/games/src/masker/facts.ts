import type { DeclaredFacts } from '@tablier/core';
import { OPTIONS, PRESETS } from './options.ts';

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
