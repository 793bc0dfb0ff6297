import { boardOf, hasBoard, loadBoard } from '../games/index.ts';
import { local } from '../local/local-play.svelte.ts';
import type { Route } from '../lib/routes.ts';

/** The game whose board a page needs; `null` if no board has to be loaded. */
function boardToLoad(route: Route): string | null {
  const game = route.page === 'set-up' ? route.game : route.page === 'play' ? local.session?.game.id : undefined;
  return game !== undefined && hasBoard(game) && boardOf(game) === undefined ? game : null;
}

/**
 * The page on the screen. The previous page stays until the board of the next one is loaded, so that
 * nothing flashes in between.
 */
export class RouteLoader {
  /** `null` until the first page can be shown. */
  route: Route | null = $state.raw(null);
  /** Whether the board of that page could not be loaded. */
  failed = $state(false);
  #wanted: Route | null = null;
  readonly #load: (game: string) => Promise<void>;

  /** `load` loads the board of a game; it rejects if that fails. */
  constructor(load: (game: string) => Promise<void> = loadBoard) {
    this.#load = load;
  }

  show(route: Route): void {
    this.#wanted = route;
    const game = boardToLoad(route);
    if (game === null) this.#finish(route, { failed: false });
    else
      void this.#load(game).then(
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
