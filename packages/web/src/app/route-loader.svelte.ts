import { boardOf, hasBoard } from '../games/boards.ts';
import { gameList } from '../local/game-list.svelte.ts';
import type { Route } from '../lib/routes.ts';
import { isPageLoaded, loadPage } from './pages.ts';

/** What a page needs before it can be shown: its script, and the board of a game or `null` for none. */
export interface Parts {
  readonly page: Route['page'];
  readonly game: string | null;
}

/** The local game that a page shows. */
const localGame = (id: string | null): string | undefined => (id === null ? gameList.latest : gameList.find(id))?.game;

/** The game whose board a page needs; `null` if no board has to be loaded. */
function boardToLoad(route: Route): string | null {
  const game = route.page === 'set-up' ? route.game : route.page === 'play' ? localGame(route.id) : undefined;
  return game !== undefined && hasBoard(game) && boardOf(game) === undefined ? game : null;
}

async function loadParts({ page, game }: Parts): Promise<void> {
  const board = async (id: string): Promise<void> => (await import('../games/index.ts')).loadBoard(id);
  await Promise.all([loadPage(page), game === null ? undefined : board(game)]);
  // The game of an earlier version is only in the list once the script of its page is there.
  const late = page === 'play' && game === null ? gameList.latest?.game : undefined;
  if (late !== undefined && hasBoard(late)) await board(late);
}

/**
 * The page on the screen. The previous page stays until the script and the board of the next one are loaded, so that
 * nothing flashes in between.
 */
export class RouteLoader {
  /** `null` until the first page can be shown. */
  route: Route | null = $state.raw(null);
  /** Whether the script or the board of that page could not be loaded. */
  failed = $state(false);
  #wanted: Route | null = null;
  readonly #load: (parts: Parts) => Promise<void>;
  readonly #isPageLoaded: (page: string) => boolean;

  /** `load` loads the parts of a page and rejects if that fails; `isLoaded` tells whether the script of a page is there. */
  constructor(load: (parts: Parts) => Promise<void> = loadParts, isLoaded: (page: string) => boolean = isPageLoaded) {
    this.#load = load;
    this.#isPageLoaded = isLoaded;
  }

  show(route: Route): void {
    this.#wanted = route;
    const game = boardToLoad(route);
    if (game === null && this.#isPageLoaded(route.page)) this.#finish(route, { failed: false });
    else
      void this.#load({ page: route.page, game }).then(
        () => this.#finish(route, { failed: false }),
        () => this.#finish(route, { failed: true }),
      );
  }

  #finish(route: Route, { failed }: { readonly failed: boolean }): void {
    // The user may have gone elsewhere.
    if (this.#wanted !== route) return;
    this.route = route;
    this.failed = failed;
  }
}
