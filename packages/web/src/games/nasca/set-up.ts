import type { NascaDeal } from '@tablier/games/nasca';
import type { SetUpParts } from '../boards.ts';
import Landscape from './Landscape.svelte';
import { landscapePicture } from './landscapes.ts';

export const setUp: SetUpParts = {
  main: ['landscape', 'rounds'],
  picture: landscapePicture,
  // A person makes the landscape [N10].
  ownDeal: { first: { neutrals: [] } satisfies NascaDeal, Editor: Landscape },
};
