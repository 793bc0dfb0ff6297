import { colourName } from './words.ts';

/** `red` for `R`. */
export const secretName = (value: string): string => colourName(value);
