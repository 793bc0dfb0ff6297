import { boardOf, hasBoard } from './games/boards.ts';
import { isPageThere, loadPage } from './pages/pages.ts';
import { local } from './play/local.svelte.ts';
import type { Route } from './routes.ts';

/** The game whose board a place cannot do without; `null` where there is none to fetch. */
function missingBoard(route: Route): string | null {
  const game = route.page === 'set-up' ? route.game : route.page === 'play' ? local.session?.game.id : undefined;
  return game !== undefined && hasBoard(game) && boardOf(game) === undefined ? game : null;
}

async function fetchParts({ page }: Route, game: string | null): Promise<void> {
  const board = async (id: string): Promise<void> => (await import('./games/index.ts')).loadBoard(id);
  await Promise.all([loadPage(page), game === null ? undefined : board(game)]);
}

/**
 * The place that is shown. The place one comes from stays until the script and the board of the next one have been fetched, so that
 * nothing flashes in between.
 */
export class Arrival {
  /** `null` until the first place can be shown. */
  route: Route | null = $state.raw(null);
  /** Whether the board of that place could not be fetched. */
  failed = $state(false);
  #wanted: Route | null = null;

  go(route: Route): void {
    this.#wanted = route;
    const game = missingBoard(route);
    if (game === null && isPageThere(route.page)) this.#arrive(route, { failed: false });
    else
      void fetchParts(route, game).then(
        () => this.#arrive(route, { failed: false }),
        () => this.#arrive(route, { failed: true }),
      );
  }

  #arrive(route: Route, { failed }: { readonly failed: boolean }): void {
    // Somebody who has gone elsewhere meanwhile is not brought back.
    if (this.#wanted !== route) return;
    this.route = route;
    this.failed = failed;
  }
}
