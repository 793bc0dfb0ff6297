import { failure, parseJson, type Result, success } from '@tablier/core';
import type * as viewerPart from '@tablier/web/viewer';
import type { ShownGame, Viewer, ViewerOptions } from '@tablier/web/viewer';
import type { TablierBoardElement, TablierErrorEvent } from './types.ts';

/** Loaded with the first game: it needs a document, and so servers can import the element. */
type ViewerPart = typeof viewerPart;
type Language = ReturnType<ViewerPart['languageAmong']>;

interface Found {
  readonly part: ViewerPart;
  readonly language: Language;
  readonly game: ShownGame;
}

declare const TABLIER_BOARD_STYLES: string;

type ShowError = TablierErrorEvent['detail'];

/** Attributes that choose another game or other words; the others only change how a game is shown. */
const CHOOSE: ReadonlySet<string> = new Set(['record', 'src', 'lang']);

/** On a server there are no elements, and none of these is made. */
const Base = typeof HTMLElement === 'undefined' ? (Object as unknown as typeof HTMLElement) : HTMLElement;

/** The custom element. What it contains is shown until its game is, and if it cannot be shown. */
export class TablierBoard extends Base implements TablierBoardElement {
  static readonly observedAttributes = ['record', 'src', 'ply', 'orientation', 'controls', 'lang'];

  readonly #place: ShadowRoot;
  #record: unknown = null;
  #viewer: Viewer | null = null;
  #shown: ShownGame | null = null;
  #ply: number | null = null;
  /** The ply that a script set, until the game that it was set for is shown; `undefined`: none. */
  #wanted: number | null | undefined = undefined;
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
    const wanted = ply === null ? null : Math.max(0, Math.trunc(ply));
    this.#wanted = wanted;
    this.#step(wanted);
    // Frameworks set properties in any order: the game of this ply may be named after it.
    queueMicrotask(() => {
      if (this.#viewer !== null && !this.#isAsked && this.#loading === null) this.#wanted = undefined;
    });
  }

  connectedCallback(): void {
    this.#takeEarly('record');
    this.#takeEarly('ply');
    this.#ask();
  }

  disconnectedCallback(): void {
    this.#loading?.abort();
    this.#loading = null;
    this.#remove();
  }

  /** A property that a script set before the element was defined hides the one of the class. */
  #takeEarly(name: 'record' | 'ply'): void {
    const early = Object.getOwnPropertyDescriptor(this, name);
    if (early === undefined) return;
    Reflect.deleteProperty(this, name);
    Reflect.set(this, name, early.value);
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
    const found = await this.#find(loading.signal).catch(() => failure({ name: 'unreachable' }));
    if (loading.signal.aborted) return;
    this.#loading = null;
    if (found === null) return;
    this.#remove();
    if (found.ok) this.#show(found.value);
    else this.#tell('error', found.error);
  }

  async #find(signal: AbortSignal): Promise<Result<Found, ShowError> | null> {
    const data = await this.#read(signal);
    if (data === null || !data.ok) return data;
    if (signal.aborted) return null;
    const part = await import('@tablier/web/viewer');
    const language = part.languageAmong([this.lang, document.documentElement.lang, ...navigator.languages]);
    const game = await part.readGame(data.value, language);
    return game.ok ? success({ part, language, game: game.value }) : game;
  }

  #show({ part, language, game: shown }: Found): void {
    this.#shown = shown;
    const ply = this.#wanted === undefined ? this.#options().ply : this.#wanted;
    this.#wanted = undefined;
    this.#ply = ply;
    this.#place.replaceChildren();
    const onstep = (step: number): void => this.#stepped(step);
    this.#viewer = new part.Viewer(this.#place, { ...this.#options(), ply, shown, language, fills: false, onstep });
    this.#tell('load', { game: shown.game.id, last: this.last });
  }

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

let sheet: CSSStyleSheet | undefined;

/** The styles of all boards, in one sheet. It is no `<style>` element, so the content security policy of a page need not allow inline styles. */
function boardStyles(): CSSStyleSheet {
  if (sheet !== undefined) return sheet;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(TABLIER_BOARD_STYLES);
  return sheet;
}

/** The longest file that is read, in characters: no record is longer, but a file may have many. */
const LONGEST = 1_000_000;

/** A record in a text. Of a file with a record on each line, the first one. */
function parseRecord(text: string): Result<unknown, ShowError> {
  const data = parseJson(text) ?? parseJson(text.trimStart().split('\n', 1)[0] ?? '');
  return data === undefined ? failure({ name: 'bad-json' }) : success(data);
}

async function fetchRecord(address: string, signal: AbortSignal): Promise<Result<unknown, ShowError>> {
  try {
    const answer = await fetch(address, { credentials: 'omit', signal });
    if (!answer.ok) return failure({ name: 'unreachable' });
    const text = await answer.text();
    return text.length > LONGEST ? failure({ name: 'too-large' }) : parseRecord(text);
  } catch {
    return failure({ name: 'unreachable' });
  }
}

// A page may contain the script twice. A server has no registry, and nothing happens there.
if (typeof customElements !== 'undefined' && customElements.get('tablier-board') === undefined)
  customElements.define('tablier-board', TablierBoard);
