import { formatRoute, parseRoute, type Route } from './routes.ts';

/** Where the browser is now, as a rune that follows the address. */
class Router {
  route: Route = $state.raw(parseRoute(location.hash));

  constructor() {
    window.addEventListener('hashchange', () => {
      this.route = parseRoute(location.hash);
    });
  }

  go(route: Route): void {
    location.hash = formatRoute(route);
  }
}

export const router = new Router();
