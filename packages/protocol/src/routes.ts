import type { Viewer } from '@tablier/core';

/** A moment of a finished game: the number of plies played, and the viewer. */
export interface LookBack {
  readonly ply: number;
  /** `open` shows everything. */
  readonly viewer: Viewer;
}

/** What is shown of a game that is over. */
interface Past {
  readonly at?: LookBack | undefined;
  /** Whether it is its analysis. */
  readonly analysed?: true | undefined;
}

/** The pages whose path is their name. */
const NAMED = [
  'account',
  'archives',
  // What is asked is behind a `?`.
  'authorize',
  'clubs',
  'games',
  'lobby',
  'moderation',
  'puzzles',
  // The token of the link is behind a `#`, so no server sees it in an address.
  'reset',
  'search',
  'settings',
  'sofa',
  'strength',
  'studies',
  'tournaments',
  'watch',
] as const;

/**
 * The pages. The web page and the server both parse paths with this module, so that a link and the first HTML for it agree.
 * The path of a finished game may end with a ply and a viewer: `/g/ID/12`, `/t/ID/12/seat2` (counted from 1), `/t/ID/12/spectator`; and before
 * them with the page of its analysis: `/g/ID/analysis`, `/play/ID/analysis/12`.
 */
export type Route =
  | { readonly page: 'home' }
  /** `/settings`. */
  | { readonly page: (typeof NAMED)[number] }
  /** `/isaac`, the page of a game. */
  | { readonly page: 'game'; readonly game: string }
  /** `/isaac/play`, where a game is set up. */
  | { readonly page: 'set-up'; readonly game: string }
  /** A local game. `id` is its id in this browser; `null` means the one played last. */
  | ({ readonly page: 'play'; readonly id: string | null } & Past)
  /** `/learn`: the lessons of all games. */
  | { readonly page: 'lessons' }
  /** A game of the archive. Without a moment: its end, with everything shown. */
  | ({ readonly page: 'kept'; readonly id: string } & Past)
  /** `/study/ID`: one of them, or one that was shared. */
  | { readonly page: 'study'; readonly id: string }
  /** `/tournament/ID`, `/club/NAME`. */
  | { readonly page: 'tournament' | 'club'; readonly id: string }
  /** A table on the server. */
  | ({ readonly page: 'table'; readonly id: string } & Past)
  /** `/t/ID/screen`: the table on a screen that all can see. `/t/ID/hand`: a seat of it, on a phone. */
  | { readonly page: 'screen' | 'hand'; readonly id: string }
  /** `/isaac/learn`, the lesson of a game. */
  | { readonly page: 'learn'; readonly game: string }
  /** `/isaac/puzzles`: the puzzles of a game. */
  | { readonly page: 'game-puzzles'; readonly game: string }
  /** `/isaac/puzzles/12`, counted from 1. */
  | { readonly page: 'puzzle'; readonly game: string; readonly number: number }
  /** `/isaac/puzzles/0a1b2c3d`: a mistake of the user, known to this browser alone. */
  | { readonly page: 'own-mistake'; readonly game: string; readonly id: string }
  /** `/isaac/openings`: how often each first move was played. */
  | { readonly page: 'openings'; readonly game: string }
  /** `/isaac/position/…`: a line of docs/positions.md, with `_` for its blanks; without one, `line` is empty. */
  | { readonly page: 'position'; readonly game: string; readonly line: string }
  /** `/isaac/rules`, the rules for players. */
  | { readonly page: 'rules'; readonly game: string }
  /** `/isaac/rules/numbered` and `/isaac/rules/I12`. `rule` is a rule number such as `I12`, or `null`. */
  | { readonly page: 'numbered-rules'; readonly game: string; readonly rule: string | null }
  /** `/@ada`, the profile of a person. `name` is a username. */
  | { readonly page: 'profile'; readonly name: string }
  | { readonly page: 'not-found' };

const NOT_FOUND: Route = { page: 'not-found' };
const GAME_ID = /^[a-z][a-z0-9-]*$/;
/** The last segment of the numbered rules as a whole. No rule has this number. */
const NUMBERED = 'numbered';
const ANALYSIS = 'analysis';
const STUDY_ID = /^[A-Za-z0-9]{16}$/;
const TOURNAMENT_ID = /^[\w-]{22}$/;
const CLUB_ID = /^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$/;
const LOCAL_ID = /^[a-z0-9]{12}$/;
/** From 1, without leading zeros. */
const PUZZLE_NUMBER = /^[1-9]\d{0,4}$/;
const PUZZLE_ID = /^[0-9a-f]{8}$/;
/** A last segment, without the blanks, invisible letters and marks that a text put behind an address that ends with an id or a number. */
const TOUCHED = /^((?:[\w-]{12,}|\d+)(?=[\s\u200b-\u200f\u2060\ufeff.,;:!?…)>\]}"'’”»*]+$)|.*)/s;
/** First segments with another meaning, now or in old links. No game can have such an id. */
const RESERVED: ReadonlySet<string> = new Set([
  ...NAMED,
  ...'api archive assets embed g t new play rules learn tables study tournament club'.split(' '),
]);

/**
 * Parses a path such as `/isaac/rules/I12`, without query and hash. A trailing slash is ignored, and so is what a sentence or a messenger put
 * behind the address. Does not check that the game exists:
 * this package does not import the catalogue of games.
 */
export function parseRoute(path: string): Route {
  const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/').map(decodeSegment);
  segments.push(TOUCHED.exec(segments.pop() ?? '')?.[1] ?? '');
  const [first = '', second, ...rest] = segments;
  if (first === 'g') return gameRoute('kept', second, rest);
  if (first === 't') return sofaRoute(second, rest) ?? gameRoute('table', second, rest);
  if (first === 'study' || first === 'tournament' || first === 'club') {
    const form = { study: STUDY_ID, tournament: TOURNAMENT_ID, club: CLUB_ID }[first];
    return form.test(second ?? '') && rest.length === 0 ? { page: first, id: second ?? '' } : NOT_FOUND;
  }
  if (first === 'play') return playRoute(second, rest);
  if (first.startsWith('@')) return profileRoute(first.slice(1), segments.slice(1));
  if (second === 'rules') return rulesRoute(first, rest);
  if (second === 'puzzles') return puzzlesRoute(first, rest);
  if (second === 'position' && isGameId(first))
    return { page: 'position', game: first, line: rest.join('/').replaceAll('_', ' ') };
  if (rest.length === 0 && isGameId(first)) {
    if (second === 'play') return { page: 'set-up', game: first };
    if (second === 'learn' || second === 'openings') return { page: second, game: first };
  }
  if (second !== undefined) return NOT_FOUND;
  if (first === '' || first === 'index.html') return { page: 'home' };
  if (first === 'learn') return { page: 'lessons' };
  const page = NAMED.find((name) => name === first);
  if (page !== undefined) return { page };
  return isGameId(first) ? { page: 'game', game: first } : NOT_FOUND;
}

/** With the fields of the route after colons. The path of any other page is its name. */
const PATHS: Readonly<Partial<Record<Route['page'], string>>> = {
  lessons: '/learn',
  game: '/:game',
  'set-up': '/:game/play',
  learn: '/:game/learn',
  openings: '/:game/openings',
  rules: '/:game/rules',
  'game-puzzles': '/:game/puzzles',
  puzzle: '/:game/puzzles/:number',
  'own-mistake': '/:game/puzzles/:id',
  kept: '/g/:id',
  table: '/t/:id',
  screen: '/t/:id/screen',
  hand: '/t/:id/hand',
  study: '/study/:id',
  tournament: '/tournament/:id',
  club: '/club/:id',
  profile: '/@:name',
  play: '/play/:id',
};

/** The path of a page. For `not-found` it is the path of the home page. */
export function formatRoute(route: Route): string {
  const { page } = route;
  if (page === 'home' || page === 'not-found') return '/';
  if (page === 'position') return `/${route.game}/position${formatLine(route.line)}`;
  if (page === 'numbered-rules') return `/${route.game}/rules/${encodeURIComponent(route.rule ?? NUMBERED)}`;
  if (page === 'play' && route.id === null) return '/play';
  const fields = new Map<string, unknown>(Object.entries(route));
  const path = (PATHS[page] ?? `/${page}`).replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(fields.get(name))),
  );
  return isOfGame(route) ? path + formatPast(route) : path;
}

const formatLine = (line: string): string =>
  line && `/${encodeURI(line.replaceAll(' ', '_')).replaceAll('?', '%3F').replaceAll('#', '%23')}`;

/**
 * The path for a link of an earlier version, which had the page after a `#`: `#/new/isaac` is now `/isaac/play`, and `#/t/ID/12` is
 * `/t/ID/12`. `null` if the hash is not such a link. A link that was never valid gives an invalid path.
 */
export function pathOfOldLink(hash: string): string | null {
  if (!hash.startsWith('#/')) return null;
  const segments = hash.slice(2).split('/').map(decodeSegment);
  const [first, game, ...rest] = segments;
  if (first === 'new' && game !== undefined && rest.length === 0) return pathOf([game, 'play']);
  if (first === 'rules' && game !== undefined) return pathOf([game, 'rules', ...rest]);
  return pathOf(segments);
}

/** Leaves out empty segments: browsers would read a path that begins with two slashes as another host. */
const pathOf = (segments: readonly string[]): string =>
  `/${segments
    .filter((segment) => segment !== '')
    .map(encodeURIComponent)
    .join('/')}`;

const isGameId = (text: string): boolean => GAME_ID.test(text) && !RESERVED.has(text);

/** Whether a text is the id of a study: chosen at random by the page, so that it cannot be guessed. */
export const isStudyId = (text: string): boolean => STUDY_ID.test(text);

/** Whether a page shows a game, and once that is over looks back at it. */
export const isOfGame = (route: Route): route is Extract<Route, { readonly page: 'kept' | 'table' | 'play' }> =>
  route.page === 'kept' || route.page === 'table' || route.page === 'play';

export const isLocalId = (text: string): boolean => LOCAL_ID.test(text);

function playRoute(id: string | undefined, rest: readonly string[]): Route {
  if (id === undefined) return { page: 'play', id: null };
  const past = rest.length === 0 || rest[0] === ANALYSIS ? parsePast(rest) : null;
  return isLocalId(id) && past !== null ? { page: 'play', id, ...past } : NOT_FOUND;
}

function sofaRoute(id: string | undefined, [page, ...rest]: readonly string[]): Route | null {
  const isSofa = (page === 'screen' || page === 'hand') && rest.length === 0;
  return isSofa && id !== undefined && isSegment(id) ? { page, id } : null;
}

function puzzlesRoute(game: string, [number, ...rest]: readonly string[]): Route {
  if (!isGameId(game) || rest.length > 0) return NOT_FOUND;
  if (number === undefined) return { page: 'game-puzzles', game };
  if (PUZZLE_ID.test(number)) return { page: 'own-mistake', game, id: number };
  return PUZZLE_NUMBER.test(number) ? { page: 'puzzle', game, number: Number(number) } : NOT_FOUND;
}

/** No username in an address contains a second `@`. */
const profileRoute = (name: string, rest: readonly string[]): Route =>
  name === '' || name.includes('@') || rest.length > 0 ? NOT_FOUND : { page: 'profile', name };

function rulesRoute(game: string, [rule, ...rest]: readonly string[]): Route {
  if (!isGameId(game) || rest.length > 0) return NOT_FOUND;
  if (rule === undefined) return { page: 'rules', game };
  if (!isSegment(rule)) return NOT_FOUND;
  return { page: 'numbered-rules', game, rule: rule === NUMBERED ? null : rule };
}

function gameRoute(page: 'kept' | 'table', id: string | undefined, parts: readonly string[]): Route {
  const past = id !== undefined && isSegment(id) ? parsePast(parts) : null;
  return id === undefined || past === null ? NOT_FOUND : { page, id, ...past };
}

/** Whether a browser keeps this segment of a path unchanged. */
const isSegment = (text: string): boolean => text !== '' && text !== '.' && text !== '..';

/** The last segments of the path of a finished game. `null` if they are none. */
function parsePast(parts: readonly string[]): Past | null {
  const analysed = parts[0] === ANALYSIS;
  const rest = analysed ? parts.slice(1) : parts;
  const at = rest.length === 0 ? undefined : parseLookBack(rest);
  return at === null ? null : { ...(at && { at }), ...(analysed && { analysed }) };
}

/** A ply of at most six digits, optionally with a viewer. `null` for anything else. */
function parseLookBack([ply = '', looks, ...rest]: readonly string[]): LookBack | null {
  const viewer = looks === undefined ? 'open' : parseViewer(looks);
  return /^\d{1,6}$/.test(ply) && viewer !== null && rest.length === 0 ? { ply: Number(ply), viewer } : null;
}

function parseViewer(text: string): Viewer | null {
  if (text === 'spectator') return text;
  const seat = /^seat([1-9])$/.exec(text)?.[1];
  return seat === undefined ? null : Number(seat) - 1;
}

function formatPast({ at, analysed }: Past): string {
  const page = analysed === true ? `/${ANALYSIS}` : '';
  if (at === undefined) return page;
  const { ply, viewer } = at;
  if (viewer === 'open') return `${page}/${ply}`;
  return `${page}/${ply}/${viewer === 'spectator' ? viewer : `seat${viewer + 1}`}`;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
