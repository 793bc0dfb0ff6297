import type { SecretPairs } from '@tablier/testkit';
import { ArcanorPair } from './pair.ts';

export const secretPairs: SecretPairs = [(seed) => ({ kind: 'arcanor', pair: new ArcanorPair(seed) })];
export { mutations } from './mutations.ts';
