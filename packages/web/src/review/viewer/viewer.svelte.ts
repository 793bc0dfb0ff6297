import type { Seat } from '@tablier/core';
import { mount, unmount } from 'svelte';
import { followLanguage, type Language } from '../../lib/language.ts';
import BoardViewer from './BoardViewer.svelte';
import type { ShownGame } from './read-game.ts';

/** The properties of a viewer that may change at any time. */
export interface ViewerOptions {
  /** Plies played; `null`: the end. A number beyond it is the end, too. */
  readonly ply: number | null;
  /** The seat at the bottom of the board. */
  readonly bottom: Seat;
  readonly hasControls: boolean;
}

export interface ViewerProps extends ViewerOptions {
  readonly shown: ShownGame;
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
    const of = (): ViewerOptions => this.#options;
    const props: ViewerProps = {
      shown,
      fills,
      get ply() {
        return of().ply;
      },
      get bottom() {
        return of().bottom;
      },
      get hasControls() {
        return of().hasControls;
      },
      onstep: (ply, last) => {
        this.change({ ply });
        onstep?.(ply, last);
      },
    };
    this.#component = mount(BoardViewer, { target, props });
  }

  /** Changes the properties. */
  change(options: Partial<ViewerOptions>): void {
    this.#options = { ...this.#options, ...options };
  }

  /** Removes the board from the page. */
  remove(): void {
    void unmount(this.#component);
  }
}
