import type { Component } from 'svelte';
import { hasBoard, isLoaded, loadBoard } from '../games/boards.ts';
import { findGame } from '../games/catalogue.ts';
import { findRules, loadRules } from '../games/rules.svelte.ts';
import { busy } from '../lib/busy.svelte.ts';
import { untilLoaded } from '../lib/load-part.ts';
import { gameList } from '../play/local/game-list.svelte.ts';
import { prepareLocal } from '../play/local/load-local.ts';
import type { Route } from '../lib/routes.ts';
import { PAGE_FILES } from './page-files.ts';

/** A page gets the parameters of its route, with the rules or the facts of its game, and a function to call when its heading is final. */
type Page = Component<Readonly<Record<string, unknown>>>;

interface PageModule {
  readonly default: Page;
  /** Loads the texts of its heading, which is the title of the window. */
  readonly prepare?: () => Promise<void>;
}

const MODULES = import.meta.glob<PageModule>(['../*/*/*Page.svelte', '!../*/home/HomePage.svelte']);
const FILES: Partial<Readonly<Record<Route['page'], string>>> = PAGE_FILES;

const loaded = new Map<Route['page'], Page>();

/** A page that has been loaded; `undefined` for one of the first script. */
export const pageOf = (page: Route['page']): Page | undefined => loaded.get(page);

const isPageLoaded = (page: Route['page']): boolean => loaded.has(page) || FILES[page] === undefined;

/** Loads the script of a page. Rejects if the server cannot be reached. */
async function loadPage(page: Route['page']): Promise<void> {
  await prepareLocal();
  const module = await MODULES[`../${FILES[page]}.svelte`]?.();
  if (module === undefined) return;
  await module.prepare?.();
  loaded.set(page, module.default);
}

/** What a page needs before it can be shown: its script, and the rules of a game with or without the board, or `null` for none. */
export interface Parts {
  readonly page: Route['page'];
  readonly game: string | null;
  readonly needsBoard: boolean;
}

const BOARD_PAGES: ReadonlySet<Route['page']> = new Set([
  'set-up',
  'play',
  'learn',
  'puzzle',
  'own-mistake',
  'openings',
  'position',
] as const);

const localGame = (id: string | null): string | undefined => (id === null ? gameList.latest : gameList.find(id))?.game;

/** What is still to be loaded for a page. Pages without a board on them need the rules of their game only. */
function partsOf(route: Route): Parts {
  const { page } = route;
  const game = 'game' in route ? route.game : route.page === 'play' ? localGame(route.id) : undefined;
  const needsBoard = game !== undefined && BOARD_PAGES.has(page) && hasBoard(game);
  const isThere =
    game === undefined ||
    findGame(game) === undefined ||
    // It loads them itself, once its words and buttons can be used.
    page === 'game' ||
    (needsBoard ? isLoaded(game) : findRules(game) !== undefined);
  return { page, game: isThere ? null : game, needsBoard };
}

async function loadParts({ page, game, needsBoard }: Parts): Promise<void> {
  await Promise.all([loadPage(page), game === null ? undefined : needsBoard ? loadBoard(game) : loadRules(game)]);
  // A game of an earlier version is in the list only after the script of its page is loaded.
  const late = page === 'play' && game === null ? gameList.latest?.game : undefined;
  if (late !== undefined && hasBoard(late)) await loadBoard(late);
}

/** Loads what a page needs before the user goes there. A failure is reported when they do. */
export function preload(route: Route): void {
  loadParts(partsOf(route)).catch(() => undefined);
}

/** The page on the screen. The previous one stays until the script and the board of the next are loaded, so that nothing flashes. */
export class RouteLoader {
  route: Route | null = $state.raw(null);
  failed = $state(false);
  #wanted: Route | null = null;
  readonly #load: (parts: Parts) => Promise<void>;
  readonly #isPageLoaded: typeof isPageLoaded;
  readonly #again: (load: () => Promise<void>) => Promise<void>;

  /**
   * `load` loads the parts of a page and rejects if that fails; `isLoaded` returns whether the script of a page is loaded; `again` repeats a
   * function that has failed until it does not, and rejects if it never will.
   */
  constructor(
    load: (parts: Parts) => Promise<void> = loadParts,
    isLoaded: typeof isPageLoaded = isPageLoaded,
    again: (load: () => Promise<void>) => Promise<void> = untilLoaded,
  ) {
    this.#load = load;
    this.#isPageLoaded = isLoaded;
    this.#again = again;
  }

  /** Shows a page as soon as it is loaded. Resolves then, or when it could not be loaded. */
  async show(route: Route): Promise<void> {
    if (this.#wanted === route) return;
    this.#wanted = route;
    const parts = partsOf(route);
    if (parts.game === null && this.#isPageLoaded(route.page)) return this.#finish(route, { failed: false });
    const load = (): Promise<void> => this.#load(parts);
    await busy.during(load()).then(
      () => this.#finish(route, { failed: false }),
      () => {
        const isLater = this.route !== null;
        this.#finish(route, { failed: true });
        void this.#recover(route, load, { isLater });
      },
    );
  }

  /** Shows a page that has failed once it is there. If the server has a newer version of all pages, the browser opens that one. */
  async #recover(route: Route, load: () => Promise<void>, { isLater }: { readonly isLater: boolean }): Promise<void> {
    const isWanted = (): boolean => this.#wanted === route;
    await this.#again(async () => (isWanted() ? load() : undefined)).then(
      () => this.#finish(route, { failed: false }),
      () => isLater && isWanted() && location.reload(),
    );
  }

  #finish(route: Route, { failed }: { readonly failed: boolean }): void {
    // The user may have gone elsewhere.
    if (this.#wanted !== route) return;
    this.route = route;
    this.failed = failed;
  }
}
