import { formatRoute, parseRoute, pathOfOldLink, type Route } from './routes.ts';

/** Browsers limit how often the address may change. Milliseconds. */
const RENAME_AFTER = 150;

class Router {
  route: Route = $state.raw(readAddress());
  /** The query of the address, with `?`; empty for none. Reactive. */
  query = $state(location.search);
  #renaming: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const follow = () => {
      forgetFirstAddress();
      this.query = location.search;
      this.route = readAddress();
    };
    window.addEventListener('popstate', follow);
    // An old link that is opened in a loaded page only changes the hash.
    window.addEventListener('hashchange', follow);
    // On the window, so that the handlers of components run first.
    window.addEventListener('click', (event) => this.#onClick(event));
  }

  go(route: Route): void {
    this.#visit(formatRoute(route));
  }

  /** Replaces the current page: the history does not grow. */
  replace(route: Route): void {
    replaceAddress(formatRoute(route));
    this.query = location.search;
    this.route = route;
  }

  /** Replaces the address without navigating, after a short delay, because browsers limit such changes. The history does not grow. */
  rename(route: Route): void {
    const here = location.href;
    clearTimeout(this.#renaming);
    this.#renaming = setTimeout(() => location.href === here && replaceAddress(formatRoute(route)), RENAME_AFTER);
  }

  /** Replaces the query of the address; the page and the history stay. */
  ask(query: URLSearchParams): void {
    const text = query.toString();
    replaceAddress(location.pathname + (text === '' ? '' : `?${text}`));
    this.query = location.search;
  }

  #onClick(event: MouseEvent): void {
    const path = event.defaultPrevented || !isPlainClick(event) ? null : pathOfLink(event.target);
    if (path === null) return;
    event.preventDefault();
    this.#visit(path);
  }

  /** Adds an entry to the history, unless the address stays the same. */
  #visit(path: string): void {
    if (path !== location.pathname + location.search + location.hash) pushAddress(path);
    this.query = location.search;
    this.route = readAddress();
  }
}

/** Other clicks have a meaning of their own: a new tab, a window, a download. */
const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** The page to which a link with this element leads; `null` if the browser follows the link itself, or there is none. */
export function routeOfLink(target: EventTarget | null): Route | null {
  const path = pathOfLink(target);
  return path === null ? null : parseRoute(path.split('?')[0] ?? '');
}

/** The path of one of our pages where a click leads; `null` if the browser has to follow the link itself. */
function pathOfLink(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || !link.hasAttribute('href') || link.hasAttribute('download')) return null;
  if (link.origin !== location.origin || (link.target !== '' && link.target !== '_self')) return null;
  const path = pathOfOldLink(link.hash) ?? link.pathname + link.search;
  const isPage = parseRoute(link.pathname).page !== 'not-found';
  return isPage && (link.hash === '' || pathOfOldLink(link.hash) !== null) ? path : null;
}

/** The page that the address names. The address of an old link is replaced by its path first, without an entry in the history. */
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
    // A browser that refuses further changes keeps the address.
  }
}

/** These tags name the page of the first request, and browsers share them rather than the current address. */
function forgetFirstAddress(): void {
  for (const tag of document.querySelectorAll('link[rel=canonical], link[rel=alternate], meta[property="og:url"]'))
    tag.remove();
}

/** Shows a heading and gives it the focus, without an entry in the history: for the links of a table of contents. */
export function showHeading(event: Event, id: string): void {
  event.preventDefault();
  const heading = document.getElementById(id);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  heading?.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block: 'start' });
  heading?.focus({ preventScroll: true });
}

function pushAddress(address: string): void {
  try {
    history.pushState(null, '', address);
    forgetFirstAddress();
  } catch {
    // A browser that refuses further changes loads the page instead.
    location.assign(address);
  }
}

export const router = new Router();
