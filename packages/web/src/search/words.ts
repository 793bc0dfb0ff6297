import type english from './words.en.json';

export type Words = Readonly<Record<keyof typeof english, string>>;

const WORDS = import.meta.glob<Words>('./words.*.json', { import: 'default' });

/** Loads the texts about finished games in one language. They are not in the catalogue, which every page loads. Rejects if the server cannot be reached. */
export async function loadSearchWords(language: string): Promise<Words> {
  const words = await WORDS[`./words.${language}.json`]?.();
  if (words === undefined) throw new Error(`finished games have no words in ${language}`);
  return words;
}
