import type { Viewer } from '@tablier/core';

/** A moment of a finished game: after how many moves, and as seen by whom. */
export interface LookBack {
  readonly ply: number;
  /** `open`: with everything turned up. */
  readonly viewer: Viewer;
}

/**
 * The places of the page, each with an address behind the `#`, so that any file server can serve them.
 * A finished game may be followed by a ply, and that by who looks: `#/g/ID/12`, `#/t/ID/12/seat2` (counted from 1), `#/t/ID/12/spectator`.
 */
export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'set-up'; readonly game: string }
  | { readonly page: 'play' }
  /** Tables on the server: open ones, games in progress, results. */
  | { readonly page: 'lobby' }
  /** Without a moment: the last, with everything turned up. */
  | { readonly page: 'kept'; readonly id: string; readonly at?: LookBack | undefined }
  /** A table on the server. */
  | { readonly page: 'table'; readonly id: string; readonly at?: LookBack | undefined }
  /** `rule` is a number such as `I12`, where one is asked for. */
  | { readonly page: 'rules'; readonly game: string; readonly rule: string | null }
  | { readonly page: 'settings' }
  | { readonly page: 'account' }
  | { readonly page: 'not-found' };

/** Reads an address such as `#/rules/isaac/I12`. */
export function parseRoute(hash: string): Route {
  const [first = '', second, third, ...rest] = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decodePart);
  const page = first === 'g' ? 'kept' : first === 't' ? 'table' : null;
  if (page !== null && second) return gameRoute(page, second, third === undefined ? [] : [third, ...rest]);
  if (rest.length > 0) return { page: 'not-found' };
  if (first === 'rules' && second) return { page: 'rules', game: second, rule: third ?? null };
  if (third !== undefined) return { page: 'not-found' };
  if (first === 'new' && second) return { page: 'set-up', game: second };
  if (second !== undefined) return { page: 'not-found' };
  if (first === '') return { page: 'home' };
  const isPlain = first === 'play' || first === 'lobby' || first === 'settings' || first === 'account';
  return isPlain ? { page: first } : { page: 'not-found' };
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
      return `#/g/${encodeURIComponent(route.id)}${formatLookBack(route.at)}`;
    case 'table':
      return `#/t/${encodeURIComponent(route.id)}${formatLookBack(route.at)}`;
    case 'rules':
      return route.rule === null ? `#/rules/${route.game}` : `#/rules/${route.game}/${route.rule}`;
    case 'play':
    case 'lobby':
    case 'settings':
    case 'account':
      return `#/${route.page}`;
  }
}

function gameRoute(page: 'kept' | 'table', id: string, parts: readonly string[]): Route {
  if (parts.length === 0) return { page, id };
  const at = parseLookBack(parts);
  return at === null ? { page: 'not-found' } : { page, id, at };
}

/** A ply of at most six digits, then nothing or who looks; `null` where it is anything else. */
function parseLookBack([ply = '', looks, ...rest]: readonly string[]): LookBack | null {
  const viewer = looks === undefined ? 'open' : parseViewer(looks);
  return /^\d{1,6}$/.test(ply) && viewer !== null && rest.length === 0 ? { ply: Number(ply), viewer } : null;
}

function parseViewer(text: string): Viewer | null {
  if (text === 'spectator') return text;
  const seat = /^seat([1-9])$/.exec(text)?.[1];
  return seat === undefined ? null : Number(seat) - 1;
}

function formatLookBack(at: LookBack | undefined): string {
  if (at === undefined) return '';
  const { ply, viewer } = at;
  if (viewer === 'open') return `/${ply}`;
  return `/${ply}/${viewer === 'spectator' ? viewer : `seat${viewer + 1}`}`;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
