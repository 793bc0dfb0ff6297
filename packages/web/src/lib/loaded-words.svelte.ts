import { settings } from './settings.svelte.ts';

/** Texts that are loaded in the language of the page, for what shows nothing without them. */
export class LoadedWords<Words> {
  /** `null` until they are there. If the server cannot be reached, they keep their language. */
  current: Words | null = $state.raw(null);
  hasFailed = $state(false);
  readonly #load: (language: string) => Promise<Words>;

  constructor(load: (language: string) => Promise<Words>) {
    this.#load = load;
  }

  /** Rejects if the server cannot be reached. */
  async load(): Promise<void> {
    const { language } = settings;
    const words = await this.#load(language);
    if (language === settings.language) this.current = words;
  }

  /** Follows the language of the page, as an effect of a component. `isWanted`: reactive. */
  follow(isWanted = (): boolean => true): this {
    $effect(() => {
      void settings.language;
      if (!isWanted()) return;
      this.load().catch(() => (this.hasFailed = true));
    });
    return this;
  }
}
