import type { Box } from '../boxes.ts';

export const box: Box = { place: 1, ratio: 1, minutes: 25, wood: 'oak', from: 0.55, isSample: true };
