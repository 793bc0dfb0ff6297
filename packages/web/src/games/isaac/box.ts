import type { Box } from '../catalogue.ts';

export const box: Box = { place: 1, ratio: 1, minutes: 25, wood: 'oak', from: 0.55, isSample: true };
