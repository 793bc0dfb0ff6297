import { formatRoute, parseRoute, type Route } from './routes.ts';

/** Browsers allow few changes of the address a second. Milliseconds. */
const RENAME_AFTER = 150;

/** Where the browser is now, as a rune that follows the address. */
class Router {
  route: Route = $state.raw(parseRoute(location.hash));
  #renaming: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    window.addEventListener('hashchange', () => {
      this.route = parseRoute(location.hash);
    });
  }

  go(route: Route): void {
    location.hash = formatRoute(route);
  }

  /** Soon lets the address say where one is by now, without going anywhere: the way back stays as short as it was. */
  rename(route: Route): void {
    const here = location.hash;
    clearTimeout(this.#renaming);
    this.#renaming = setTimeout(() => location.hash === here && replaceAddress(formatRoute(route)), RENAME_AFTER);
  }
}

function replaceAddress(address: string): void {
  try {
    history.replaceState(history.state, '', address);
  } catch {
    // A browser that has had enough of changes keeps the address it has.
  }
}

export const router = new Router();
