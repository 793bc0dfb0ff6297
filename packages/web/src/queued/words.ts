import type english from './words.en.json';

export type Words = Readonly<Record<keyof typeof english, string>>;

const WORDS = import.meta.glob<Words>('./words.*.json', { import: 'default' });

/** Loads the texts in one language: few moves wait for a connection. Rejects if the server cannot be reached. */
export async function loadWords(language: string): Promise<Words> {
  const words = await WORDS[`./words.${language}.json`]?.();
  if (words === undefined) throw new Error(`queued moves have no words in ${language}`);
  return words;
}
