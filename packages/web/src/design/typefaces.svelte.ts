import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url';
import { TYPEFACES_COOKIE } from '@tablier/protocol/language';
import { setCookie } from '../lib/local-storage.ts';
import { untilLoaded } from '../lib/load-part.ts';

/** Their names in `--serif` and `--sans`, apart from those of `fonts.css`, which have the same files. */
const FACES = [
  ['Fraunces late', fraunces, '100 900'],
  ['Figtree late', figtree, '300 900'],
] as const;

/**
 * The typefaces of a first visit, loaded after the scripts, and those that arrive too late for the first HTML: a browser keeps its fallbacks then
 * (`font-display: optional`), so that nothing moves. They are shown when the next page is, because all of its elements are new, and at a table
 * with the next move.
 */
class Typefaces {
  /** Whether they are in use. What stays from page to page is drawn again when this changes. */
  isShown = $state(false);
  #loaded: readonly FontFace[] = [];

  async load(): Promise<void> {
    this.#loaded = await untilLoaded(() =>
      Promise.all(FACES.map(([name, file, weight]) => new FontFace(name, `url(${file})`, { weight }).load())),
    );
    setCookie(TYPEFACES_COOKIE, '1');
  }

  show(): void {
    if (this.isShown || this.#loaded.length === 0) return;
    for (const face of this.#loaded) document.fonts.add(face);
    this.isShown = true;
  }
}

export const typefaces = new Typefaces();
