import { type Viewer, words } from '@tablier/core';

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

/** The pages whose path is their name. What `authorize` is asked is behind a `?`; the token of `reset` behind a `#`, which no server sees. */
const NAMED = words(
  'account archives authorize clubs games lobby moderation puzzles reset search settings sofa strength studies tournaments',
  'watch',
);

/**
 * The pages. The web page and the server both parse paths with this module, so that a link and the first HTML for it agree.
 * The path of a finished game may end with a ply and a viewer: `/g/ID/12`, `/t/ID/12/seat2` (counted from 1), `/t/ID/12/spectator`; and before
 * them with the page of its analysis: `/g/ID/analysis`, `/play/ID/analysis/12`.
 */
export type Route =
  | { readonly page: 'home' }
  /** `/settings`. */
  | { readonly page: (typeof NAMED)[number] }
  /** `/isaac`, the page of a game, and those below it. */
  | { readonly page: 'game' | 'set-up' | 'learn' | 'game-puzzles' | 'openings' | 'rules'; readonly game: string }
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
  /** `/isaac/puzzles/12`, counted from 1. */
  | { readonly page: 'puzzle'; readonly game: string; readonly number: number }
  /** `/isaac/puzzles/0a1b2c3d`: a mistake of the user, known to this browser alone. */
  | { readonly page: 'own-mistake'; readonly game: string; readonly id: string }
  /** `/isaac/position/…`: a line of docs/positions.md, with `_` for its blanks; without one, `line` is empty. */
  | { readonly page: 'position'; readonly game: string; readonly line: string }
  /** `/isaac/rules/numbered` and `/isaac/rules/I12`. `rule` is a rule number such as `I12`, or `null`. */
  | { readonly page: 'numbered-rules'; readonly game: string; readonly rule: string | null }
  /** `/@ada`, the profile of a person. `name` is a username. */
  | { readonly page: 'profile'; readonly name: string }
  | { readonly page: 'not-found' };

type Page = Route['page'];

const NOT_FOUND: Route = { page: 'not-found' };
const GAME_ID = /^[a-z][a-z0-9-]*$/;
/** The last segment of the numbered rules as a whole. No rule has this number. */
const NUMBERED = 'numbered';
const ANALYSIS = 'analysis';
const STUDY_ID = /^[A-Za-z0-9]{16}$/;
const LOCAL_ID = /^[a-z0-9]{12}$/;
/** A segment of a path that browsers keep unchanged. */
const SEGMENT = /^(?!\.{1,2}$)[^]/;
/** A last segment, without the blanks, invisible letters and marks that a text put behind an address that ends with an id or a number. */
const TOUCHED = /^((?:[\w-]{12,}|\d+)(?=[\s\u200b-\u200f\u2060\ufeff.,;:!?…)>\]}"'’”»*]+$)|.*)/s;
/** First segments with another meaning, now or in old links. No game can have such an id. */
const RESERVED: ReadonlySet<string> = new Set([
  ...NAMED,
  ...'api archive assets embed g t new play rules learn tables study tournament club'.split(' '),
]);

/** With the fields of the route after colons. The path of any other page is its name. */
const PATHS: Readonly<Partial<Record<Page, string>>> = {
  home: '/',
  lessons: '/learn',
  game: '/:game',
  'set-up': '/:game/play',
  learn: '/:game/learn',
  openings: '/:game/openings',
  rules: '/:game/rules',
  'numbered-rules': '/:game/rules/:rule',
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

/** What the last field of a path may be. Absent: any segment. */
const FORMS: Readonly<Partial<Record<Page, RegExp>>> = {
  // From 1, without leading zeros.
  puzzle: /^[1-9]\d{0,4}$/,
  'own-mistake': /^[0-9a-f]{8}$/,
  study: STUDY_ID,
  tournament: /^[\w-]{22}$/,
  club: /^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$/,
  // No username in an address contains a second `@`.
  profile: /^[^@]+$/,
  play: LOCAL_ID,
};

const PARTS: readonly (readonly [page: Page, parts: readonly string[]])[] = [
  ...NAMED.map((page) => [page, [page]] as const),
  ['home', ['index.html']],
  ...Object.entries(PATHS).map(([page, path]) => [page as Page, path.slice(1).split('/')] as const),
];

/**
 * Parses a path such as `/isaac/rules/I12`, without query and hash. A trailing slash is ignored, and so is what a sentence or a messenger put
 * behind the address. Does not check that the game exists:
 * this package does not import the catalogue of games.
 */
export function parseRoute(path: string): Route {
  const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/').map(decodeSegment);
  segments.push(TOUCHED.exec(segments.pop() ?? '')?.[1] ?? '');
  const [first = '', second, ...rest] = segments;
  if (second === 'position' && isGameId(first))
    return { page: 'position', game: first, line: rest.join('/').replaceAll('_', ' ') };
  if (first === 'play' && second === undefined) return { page: 'play', id: null };
  for (const [page, parts] of PARTS) {
    const fields = fieldsIn(page, parts, segments);
    const past = fields && pastOf(page, segments.slice(parts.length));
    // The fields of each page are those of its path.
    if (past !== null) return { page, ...fields, ...past } as unknown as Route;
  }
  return NOT_FOUND;
}

/** The fields of a page in segments that begin with those of its path; `null` if they do not. */
function fieldsIn(page: Page, parts: readonly string[], segments: readonly string[]): object | null {
  const fields: Record<string, string | number | null> = {};
  for (const [at, part] of parts.entries()) {
    const [before = '', name] = part.split(':');
    const segment = segments[at];
    if (segment?.startsWith(before) !== true) return null;
    const text = segment.slice(before.length);
    if (name === undefined ? text !== '' : !isField(page, name, text)) return null;
    if (name === 'rule') fields[name] = text === NUMBERED ? null : text;
    else if (name !== undefined) fields[name] = name === 'number' ? Number(text) : text;
  }
  return fields;
}

const isField = (page: Page, name: string, text: string): boolean =>
  name === 'game' ? isGameId(text) : (FORMS[page] ?? SEGMENT).test(text);

/** What follows the path of a page. `null` if it is not its own. */
function pastOf(page: Page, rest: readonly string[]): Past | null {
  if (page === 'kept' || page === 'table' || (page === 'play' && rest[0] === ANALYSIS)) return parsePast(rest);
  return rest.length === 0 ? {} : null;
}

/** The path of a page. For `not-found` it is the path of the home page. */
export function formatRoute(route: Route): string {
  const { page } = route;
  if (page === 'not-found') return '/';
  if (page === 'position') return `/${route.game}/position${formatLine(route.line)}`;
  if (page === 'play' && route.id === null) return '/play';
  const rule = page === 'numbered-rules' ? { rule: route.rule ?? NUMBERED } : {};
  const fields = new Map<string, unknown>(Object.entries({ ...route, ...rule }));
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
