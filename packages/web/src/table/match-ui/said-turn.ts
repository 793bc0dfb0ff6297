import type { Played } from '../../board/played.ts';
import { fill } from '../../lib/fill.ts';
import type { Words } from './words.ts';

/** Says a turn as a sentence. `who`: the player, as at the beginning of a sentence; `null` for the user, who is addressed. */
export type SayTurn = (turn: Played, who: string | null) => string;

export const turnSayer =
  (words: Words): SayTurn =>
  ({ key, inputs }, who) =>
    who === null ? fill(words[`you_${key}`], inputs) : fill(words[key], { ...inputs, who });
