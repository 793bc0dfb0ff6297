import { failure, type RecordError, type Replay, replay, type Result, type Seat, success } from '@tablier/core';
import { loadedBoard, loadModule, loadShapes } from '../../games/boards.ts';
import { findRules, loadRules } from '../../games/rules.svelte.ts';
import { followLanguage, isLanguage, type Language, loadMessages } from '../../lib/language.ts';
import { isObject } from '../../lib/local-storage.ts';
import { mount, unmount } from 'svelte';
import BoardViewer from './BoardViewer.svelte';

/** The properties of a viewer that may change at any time. */
export interface ViewerOptions {
  /** Plies played; `null`: the end. A number beyond it is the end, too. */
  readonly ply: number | null;
  /** The seat at the bottom of the board. */
  readonly bottom: Seat;
  readonly hasControls: boolean;
}

export interface ViewerProps {
  readonly shown: ShownGame;
  /** Reactive. */
  readonly options: () => ViewerOptions;
  /** Whether it has the height of its container; otherwise its height follows from its width. */
  readonly fills: boolean;
  /** The user asks for another ply, among `last`. */
  readonly onstep: (ply: number, last: number) => void;
}

interface ViewerDeps extends ViewerOptions, Pick<ViewerProps, 'fills'> {
  readonly shown: ShownGame;
  /** All viewers of a page speak the language of the newest one. */
  readonly language: Language;
  /** The user went to another ply, among `last`. */
  readonly onstep?: (ply: number, last: number) => void;
}

/** A game drawn into an element of a page, of this site or another one. */
export class Viewer {
  #options: ViewerOptions = $state.raw({ ply: null, bottom: 0, hasControls: true });
  readonly #component: Record<string, unknown>;

  constructor(target: Element | ShadowRoot, { language, onstep, shown, fills, ...options }: ViewerDeps) {
    followLanguage(() => language);
    this.#options = options;
    const step = (ply: number, last: number): void => {
      this.change({ ply });
      onstep?.(ply, last);
    };
    const props: ViewerProps = { shown, fills, options: () => this.#options, onstep: step };
    this.#component = mount(BoardViewer, { target, props });
  }

  change(options: Partial<ViewerOptions>): void {
    this.#options = { ...this.#options, ...options };
  }

  remove(): void {
    void unmount(this.#component);
  }
}

/** A checked record with what its game is drawn with. */
export interface ShownGame extends Replay {
  readonly board: ReturnType<typeof loadedBoard>;
}

/**
 * Checks a record move by move and loads the rules, the board and the words of its game. The error is that of the record; a file that cannot be loaded
 * rejects. `data`: a record as `docs/records.md` describes it.
 */
export async function readGame(data: unknown, language: Language): Promise<Result<ShownGame, RecordError>> {
  const { game, rules, deal }: Record<string, unknown> = isObject(data) ? data : {};
  if (typeof game !== 'string') return failure({ name: 'bad-record', detail: 'no game' });
  const version = typeof rules === 'number' ? rules : undefined;
  await Promise.all([loadRules(game, version, deal), loadModule(game), loadShapes(game), loadMessages(language)]);
  const checked = replay(findRules, data);
  return checked.ok ? success({ ...checked.value, board: loadedBoard(checked.value.game.id) }) : checked;
}

/** The first of some language tags that the boards speak: `fr-CH` is French. English where there is none. */
export function languageAmong(tags: readonly (string | null)[]): Language {
  const plain = tags.map((tag) => tag?.toLowerCase().split('-')[0]);
  return plain.find(isLanguage) ?? 'en';
}
