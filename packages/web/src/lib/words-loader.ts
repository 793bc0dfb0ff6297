import { currentLanguage } from './language.ts';

/**
 * Returns a function that loads the texts of one feature, in the language of the page unless another one is given. Such texts are not in the
 * catalogue, which every page loads. `files`: `import.meta.glob('./words.*.json', { import: 'default' })` of the feature's folder. The function
 * rejects if the server cannot be reached, or if there is no file in this language. Reactive.
 */
export function wordsLoader<Words>(
  files: Readonly<Record<string, () => Promise<Words>>>,
): (language?: string) => Promise<Words> {
  return async (language = currentLanguage()) => {
    const name = `./words.${language}.json`;
    const load = files[name];
    if (load === undefined) throw new Error(`there is no ${name}; there are ${Object.keys(files).join(', ')}`);
    return load();
  };
}
