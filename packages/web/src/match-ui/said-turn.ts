import type { Played } from '../board/played.ts';
import { fill } from '../lib/fill.ts';
import type { Words } from './words.ts';

/** Says a turn as a sentence. `who`: the player, as at the beginning of a sentence. */
export type SayTurn = (turn: Played, who: string) => string;

export const turnSayer =
  (words: Words): SayTurn =>
  ({ key, inputs }, who) =>
    fill(words[key], { ...inputs, who });
