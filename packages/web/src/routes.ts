/** The places of the page, each with an address behind the `#`, so that any file server can serve them. */
export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'set-up'; readonly game: string }
  | { readonly page: 'play' }
  | { readonly page: 'kept'; readonly id: string }
  /** Tables on the server: open ones, games in progress, results. */
  | { readonly page: 'lobby' }
  /** A table on the server. */
  | { readonly page: 'table'; readonly id: string }
  /** `rule` is a number such as `I12`, where one is asked for. */
  | { readonly page: 'rules'; readonly game: string; readonly rule: string | null }
  | { readonly page: 'settings' }
  | { readonly page: 'not-found' };

/** Reads an address such as `#/rules/isaac/I12`. */
export function parseRoute(hash: string): Route {
  const [first = '', second, third, ...rest] = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decodePart);
  if (rest.length > 0) return { page: 'not-found' };
  if (first === 'rules' && second) return { page: 'rules', game: second, rule: third ?? null };
  if (third !== undefined) return { page: 'not-found' };
  if (first === 'new' && second) return { page: 'set-up', game: second };
  if (first === 'g' && second) return { page: 'kept', id: second };
  if (first === 't' && second) return { page: 'table', id: second };
  if (second !== undefined) return { page: 'not-found' };
  if (first === '') return { page: 'home' };
  return first === 'play' || first === 'lobby' || first === 'settings' ? { page: first } : { page: 'not-found' };
}

/** The address of a place. */
export function formatRoute(route: Route): string {
  switch (route.page) {
    case 'home':
    case 'not-found':
      return '#/';
    case 'set-up':
      return `#/new/${route.game}`;
    case 'kept':
      return `#/g/${encodeURIComponent(route.id)}`;
    case 'table':
      return `#/t/${encodeURIComponent(route.id)}`;
    case 'rules':
      return route.rule === null ? `#/rules/${route.game}` : `#/rules/${route.game}/${route.rule}`;
    case 'play':
    case 'lobby':
    case 'settings':
      return `#/${route.page}`;
  }
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
