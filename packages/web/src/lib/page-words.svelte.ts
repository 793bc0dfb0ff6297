import { settings } from './settings.svelte.ts';

/** The texts of a page that are loaded before it is shown, because the title of the window is that of its heading. */
export class PageWords<Words> {
  current: Words | null = $state.raw(null);
  readonly #load: (language: string) => Promise<Words>;

  constructor(load: (language: string) => Promise<Words>) {
    this.#load = load;
  }

  /** Rejects if the server cannot be reached. */
  async load(): Promise<void> {
    this.current = await this.#load(settings.language);
  }

  /** Follows the language of the page, as an effect of its component. If the server cannot be reached, the texts keep their language. */
  follow(): void {
    $effect(() => {
      void settings.language;
      this.load().catch(() => undefined);
    });
  }
}
