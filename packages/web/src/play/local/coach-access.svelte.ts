import type { LocalSession } from './local-session.svelte.ts';
import type Bubble from '../../table/coach/Bubble.svelte';
import type { TableCoach } from './table-coach.svelte.ts';
import { settings } from '../../lib/settings.svelte.ts';

/** The coach of a session: a script of its own, loaded once it is wanted. */
export class CoachAccess {
  Bubble: typeof Bubble | null = $state.raw(null);
  coach: TableCoach | null = $state.raw(null);
  isMissing = $state(false);
  #isClosed = false;
  #loading: Promise<void> | null = null;
  readonly #session: LocalSession;

  constructor(session: LocalSession) {
    this.#session = session;
  }

  /** `null` if it cannot be loaded; the next call tries again. */
  async load(): Promise<TableCoach | null> {
    this.#loading ??= this.#load();
    await this.#loading;
    return this.coach;
  }

  async speak(): Promise<void> {
    const { coach } = this;
    const { language } = settings;
    if (coach === null) return;
    const sentences = await import('../../table/coach/sentences.ts').then(
      ({ loadSentences }) => loadSentences(this.#session.game.id, language),
      () => null,
    );
    if (sentences !== null && settings.language === language) coach.speak(sentences);
  }

  close(): void {
    this.#isClosed = true;
    this.coach?.end();
  }

  async #load(): Promise<void> {
    this.isMissing = false;
    try {
      const [{ createCoach }, { default: Bubble }] = await Promise.all([
        import('./table-coach.svelte.ts'),
        import('../../table/coach/Bubble.svelte'),
      ]);
      this.Bubble = Bubble;
      const coach = await createCoach(this.#session, settings);
      if (this.#isClosed) coach.end();
      else this.coach = coach;
    } catch {
      this.isMissing = true;
      this.#loading = null;
    }
  }
}
