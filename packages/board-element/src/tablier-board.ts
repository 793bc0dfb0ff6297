import { failure, type Result, success } from '@tablier/core';
import { languageAmong, readGame, type ShownGame, Viewer, type ViewerOptions } from '@tablier/web/viewer';
import { fetchRecord, parseRecord } from './read-source.ts';
import { boardStyles } from './styles.ts';
import type { TablierBoardElement } from './types.ts';

interface ShowError {
  readonly name: string;
  readonly ply?: number;
  readonly detail?: string;
}

/** Attributes that choose another game or other words; the others only change how a game is shown. */
const CHOOSE: ReadonlySet<string> = new Set(['record', 'src', 'lang']);

/** The custom element. What it contains is shown until its game is, and if it cannot be shown. */
export class TablierBoard extends HTMLElement implements TablierBoardElement {
  static readonly observedAttributes = ['record', 'src', 'ply', 'orientation', 'controls', 'lang'];

  readonly #place: ShadowRoot;
  #record: unknown = null;
  #viewer: Viewer | null = null;
  #shown: ShownGame | null = null;
  #ply: number | null = null;
  #loading: AbortController | null = null;
  #isAsked = false;

  constructor() {
    super();
    this.#place = this.attachShadow({ mode: 'open' });
    this.#place.adoptedStyleSheets = [boardStyles()];
    this.#empty();
  }

  get record(): unknown {
    return this.#record ?? this.getAttribute('record');
  }

  set record(record: unknown) {
    this.#record = record;
    this.#ask();
  }

  get last(): number | null {
    return this.#shown?.record.moves.length ?? null;
  }

  get ply(): number | null {
    const { last } = this;
    return last === null ? null : Math.min(this.#ply ?? last, last);
  }

  set ply(ply: number | null) {
    this.#step(ply === null ? null : Math.max(0, Math.trunc(ply)));
  }

  connectedCallback(): void {
    this.#ask();
  }

  disconnectedCallback(): void {
    this.#loading?.abort();
    this.#remove();
  }

  attributeChangedCallback(name: string): void {
    if (CHOOSE.has(name)) this.#ask();
    else if (name === 'ply') this.#step(this.#options().ply);
    else this.#viewer?.change(this.#options());
  }

  /** Several attributes that change together load one game. */
  #ask(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    queueMicrotask(() => {
      this.#isAsked = false;
      if (this.isConnected) void this.#load();
    });
  }

  async #load(): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    const language = languageAmong([this.lang, document.documentElement.lang, ...navigator.languages]);
    const data = await this.#read(loading.signal);
    if (data === null || loading.signal.aborted) return;
    const found: Result<ShownGame, ShowError> = data.ok
      ? await readGame(data.value, language).catch(() => failure({ name: 'unreachable' }))
      : data;
    if (loading.signal.aborted) return;
    this.#remove();
    if (!found.ok) {
      this.#tell('error', found.error);
      return;
    }
    this.#shown = found.value;
    const options = this.#options();
    this.#ply = options.ply;
    this.#place.replaceChildren();
    const onstep = (ply: number): void => this.#stepped(ply);
    this.#viewer = new Viewer(this.#place, { ...options, shown: found.value, language, fills: false, onstep });
    this.#tell('load', { game: found.value.game.id, last: this.last });
  }

  /** `null`: there is nothing to show. */
  async #read(signal: AbortSignal): Promise<Result<unknown, ShowError> | null> {
    const { record } = this;
    if (typeof record === 'string') return parseRecord(record);
    if (record !== null) return success(record);
    const src = this.getAttribute('src');
    return src === null ? null : fetchRecord(new URL(src, document.baseURI).href, signal);
  }

  #options(): ViewerOptions {
    const number = (name: string): number | null => {
      const text = this.getAttribute(name) ?? '';
      return /^\d{1,6}$/.test(text) ? Number(text) : null;
    };
    return {
      ply: number('ply'),
      bottom: Math.max(0, (number('orientation') ?? 1) - 1),
      hasControls: this.getAttribute('controls') !== 'none',
    };
  }

  #step(ply: number | null): void {
    const before = this.ply;
    this.#ply = ply;
    this.#viewer?.change({ ply });
    if (this.#viewer !== null && this.ply !== before) this.#stepped(this.ply ?? 0);
  }

  #stepped(ply: number): void {
    this.#ply = ply;
    this.#tell('step', { ply, last: this.last, move: this.#shown?.record.moves[ply - 1] ?? null });
  }

  #remove(): void {
    this.#viewer?.remove();
    this.#viewer = null;
    this.#shown = null;
    this.#empty();
  }

  #empty(): void {
    this.#place.replaceChildren(document.createElement('slot'));
  }

  #tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
