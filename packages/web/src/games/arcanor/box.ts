import type { Box } from '../catalogue.ts';

export const box: Box = { place: 4, ratio: 8.9 / 7.9, minutes: 20, wood: 'teak', from: 0.3 };
