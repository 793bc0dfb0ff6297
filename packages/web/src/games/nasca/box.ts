import type { Box } from '../catalogue.ts';

export const box: Box = { place: 2, ratio: 11.9 / 10.9, minutes: 15, wood: 'cherry', from: 0.7 };
