import type { Rng } from '@tablier/core';
import { terms } from '@tablier/testkit/online';
import type { Plan } from '../crash/plans.ts';

/** A table at which players are slow enough for the default limits. */
export const shortPlan = (rng: Rng): Plan => ({
  terms: terms('masker', { clock: { system: 'fischer', base: 120, increment: 5 }, chairs: ['me', 'open'] }),
  thinks: 300 + rng.below(200),
});
