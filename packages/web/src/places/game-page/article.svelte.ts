import type { ArticleVersion } from '@tablier/protocol/operations';
import { Attempt, type Done } from '../../lib/connection/attempt.svelte.ts';
import { call } from '../../lib/connection/server-request.ts';
import { ifAllowed } from '../../lib/local-storage.ts';

/** The text that the page has for a game and a language that no member has changed yet. */
const OWN = import.meta.glob<string>('../../../../games/src/*/tips.*.txt', { query: '?raw', import: 'default' });

interface Draft {
  /** The version that it was made from. */
  readonly base: number;
  readonly text: string;
}

/** The article of a game in a language, as the server has it, and what the reader makes of it. */
export class Article {
  readonly #place: { readonly game: string; readonly language: string };
  readonly attempt = new Attempt();
  /** Version 0 has no date and no author. `null` before the server has answered, and without any text. */
  newest: ArticleVersion | null = $state.raw(null);
  mayEdit = $state(false);
  /** What is being written; `null` while nothing is. */
  draft: Draft | null = $state.raw(null);
  /** Those that were asked for, the newest first. */
  versions: readonly ArticleVersion[] = $state.raw([]);
  hasOlder = $state(false);
  readonly #own: Promise<ArticleVersion>;

  constructor(game: string, language: string) {
    this.#place = { game, language };
    const load = OWN[`../../../../games/src/${game}/tips.${language}.txt`] ?? (() => Promise.resolve(''));
    this.#own = load().then((text) => ({ number: 0, at: 0, name: null, username: null, text: text.trim() }));
  }

  /** Without the server it is the text of the page. */
  async load(): Promise<void> {
    const own = await this.#own;
    const answer = await call('GET /api/articles/{game}/{language}', { params: this.#place });
    const known = 'value' in answer ? answer.value : { newest: null, mayEdit: false };
    [this.newest, this.mayEdit] = [known.newest ?? own, known.mayEdit];
  }

  /** Begins to write, or goes on where the reader left off. */
  edit(): void {
    this.draft = this.#stored() ?? { base: this.newest?.number ?? 0, text: this.newest?.text ?? '' };
  }

  write(text: string): void {
    if (this.draft === null) return;
    this.draft = { ...this.draft, text };
    this.#store(text === this.newest?.text ? null : this.draft);
  }

  cancel(): void {
    this.#store(null);
    [this.draft, this.attempt.refusal] = [null, null];
  }

  /** Saves the draft. After `article-changed` it is still there, and based on the newest version. */
  async save(): Promise<boolean> {
    const { draft } = this;
    if (draft === null || !(await this.#put(draft))) return false;
    this.#store(null);
    this.draft = null;
    return true;
  }

  /** Saves the text of an earlier version as the newest. */
  restore(text: string): Promise<boolean> {
    return this.#put({ base: this.newest?.number ?? 0, text });
  }

  async #put(body: Draft): Promise<boolean> {
    const isSaved = await this.attempt.run(async (): Promise<Done> => {
      const answer = await call('PUT /api/articles/{game}/{language}', { params: this.#place, body });
      if ('error' in answer) return answer;
      [this.newest, this.versions] = [answer.value, []];
      return null;
    });
    if (this.attempt.refusal?.error !== 'article-changed') return isSaved;
    await this.load();
    if (this.draft !== null) {
      this.draft = { ...this.draft, base: this.newest?.number ?? 0 };
      this.#store(this.draft);
    }
    return false;
  }

  /** Asks for the newest versions, or for those before the oldest one. The last of all is the text of the page. */
  async loadVersions(): Promise<void> {
    const before = this.versions.at(-1)?.number;
    await this.attempt.run(async () => {
      const query = before === undefined ? {} : { before };
      const answer = await call('GET /api/articles/{game}/{language}/versions', { params: this.#place, query });
      if ('error' in answer) return answer;
      const found = answer.value.versions;
      this.hasOlder = (found.at(-1)?.number ?? 1) > 1 && found.length > 0;
      this.versions = [...this.versions, ...found, ...(this.hasOlder ? [] : [await this.#own])];
      return null;
    });
  }

  get #key(): string {
    return `article ${this.#place.game} ${this.#place.language}`;
  }

  #stored(): Draft | null {
    return ifAllowed(() => JSON.parse(sessionStorage.getItem(this.#key) ?? 'null') as Draft | null, null);
  }

  /** So that a reload, or a look at another page, loses nothing. Without storage the draft lasts as long as the page. */
  #store(draft: Draft | null): void {
    const key = this.#key;
    if (draft === null) ifAllowed(() => sessionStorage.removeItem(key), undefined);
    else ifAllowed(() => sessionStorage.setItem(key, JSON.stringify(draft)), undefined);
  }
}
