import { hashText } from '@tablier/core';
import fc from 'fast-check';
import { SEED } from './seed.ts';

// Properties draw their inputs from the seed of the run, so that a failure can be repeated. A property may have a seed of its own.
fc.configureGlobal({ seed: hashText(SEED) });
