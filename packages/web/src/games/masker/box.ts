import type { Box } from '../catalogue.ts';

export const box: Box = { place: 3, ratio: 1, minutes: 10, wood: 'walnut', from: 0.1, isFirst: true, isSample: true };
