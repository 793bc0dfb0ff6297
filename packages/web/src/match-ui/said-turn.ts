import type { Played } from '../board/played.ts';
import { fill } from '../lib/fill.ts';
import { loadWords } from './words.ts';

/** Says a turn as a sentence. `who`: the player, as at the beginning of a sentence. */
export type SayTurn = (turn: Played, who: string) => string;

/** Loads the words of a language. Rejects if the server cannot be reached. */
export async function turnSayer(language: string): Promise<SayTurn> {
  const words = await loadWords(language);
  return ({ key, inputs }, who) => fill(words[key], { ...inputs, who });
}
