import { settings } from '../../lib/settings.svelte.ts';
import { loadWords, type Words } from './words.ts';

/** The texts of the page. They are loaded with it, because the title of the window is that of its heading. */
class Texts {
  words: Words | null = $state.raw(null);

  /** Rejects if the server cannot be reached. */
  async load(): Promise<void> {
    this.words = await loadWords(settings.language);
  }
}

export const texts = new Texts();
