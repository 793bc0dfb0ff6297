import { wordsLoader } from '../../lib/words-loader.ts';
import type english from './words.en.json';
import type { Played } from '../../board/board-module.ts';
import { fill } from '../../lib/language.ts';

export type Words = Readonly<Record<keyof typeof english, string>>;

export const loadWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

/** Says a turn as a sentence. `who`: the player, as at the beginning of a sentence; `null` for the user, who is addressed. */
export type SayTurn = (turn: Played, who: string | null) => string;

export const turnSayer =
  (words: Words): SayTurn =>
  ({ key, inputs }, who) =>
    who === null ? fill(words[`you_${key}`], inputs) : fill(words[key], { ...inputs, who });
