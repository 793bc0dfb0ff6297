import { formatRoute, parseRoute, pathOfOldLink, type Route } from './routes.ts';

/** Browsers allow few changes of the address a second. Milliseconds. */
const RENAME_AFTER = 150;

/** Where the browser is now, as a rune that follows the address. */
class Router {
  route: Route = $state.raw(readAddress());
  #renaming: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const follow = () => {
      forgetFirstAddress();
      this.route = readAddress();
    };
    window.addEventListener('popstate', follow);
    // An old link that is opened in a page which is already there changes nothing but the hash.
    window.addEventListener('hashchange', follow);
    // On the window: what a component does with its own click comes first.
    window.addEventListener('click', (event) => this.#onClick(event));
  }

  go(route: Route): void {
    this.#visit(formatRoute(route));
  }

  /** Soon lets the address say where one is by now, without going anywhere: the way back stays as short as it was. */
  rename(route: Route): void {
    const here = location.href;
    clearTimeout(this.#renaming);
    this.#renaming = setTimeout(() => location.href === here && replaceAddress(formatRoute(route)), RENAME_AFTER);
  }

  #onClick(event: MouseEvent): void {
    const path = event.defaultPrevented || !isPlainClick(event) ? null : pathOfLink(event.target);
    if (path === null) return;
    event.preventDefault();
    this.#visit(path);
  }

  /** A new entry of the history, except for the address where one is. */
  #visit(path: string): void {
    if (path !== location.pathname + location.search + location.hash) pushAddress(path);
    this.route = readAddress();
  }
}

/** Every other click has a meaning of its own: a new tab, a window, a download. */
const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** The path of a page of ours where a click leads; `null` where the browser has to follow the link itself. */
function pathOfLink(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || !link.hasAttribute('href') || link.hasAttribute('download')) return null;
  if (link.origin !== location.origin || (link.target !== '' && link.target !== '_self')) return null;
  const path = pathOfOldLink(link.hash) ?? link.pathname + link.search;
  const isPage = parseRoute(link.pathname).page !== 'not-found';
  return isPage && (link.hash === '' || pathOfOldLink(link.hash) !== null) ? path : null;
}

/** The page that the address names. An old link gets its path first, without an entry of the history. */
function readAddress(): Route {
  const path = pathOfOldLink(location.hash);
  if (path !== null) replaceAddress(path);
  return parseRoute(path ?? location.pathname);
}

function replaceAddress(address: string): void {
  try {
    history.replaceState(history.state, '', address);
    forgetFirstAddress();
  } catch {
    // A browser that has had enough of changes keeps the address it has.
  }
}

/** The server wrote the address of the page that was asked for; browsers share that rather than the one that is shown. */
function forgetFirstAddress(): void {
  for (const tag of document.querySelectorAll('link[rel=canonical], link[rel=alternate], meta[property="og:url"]'))
    tag.remove();
}

function pushAddress(address: string): void {
  try {
    history.pushState(null, '', address);
    forgetFirstAddress();
  } catch {
    // A browser that has had enough of changes loads the page instead.
    location.assign(address);
  }
}

export const router = new Router();
