/** The files that the service worker stores, as the build lists them, by paths such as `/assets/App-1a2b.js`. */
export interface OfflineFiles {
  /** Changes whenever a file changes. */
  readonly version: string;
  /** The first script. A page that was started by it is of this version. */
  readonly entry: string;
  /** The HTML of every page, as it is shown when the server cannot be reached. */
  readonly shell: string;
  /** Files of every language. */
  readonly always: readonly string[];
  /** Texts and rules, by language. */
  readonly languages: Readonly<Record<string, readonly string[]>>;
  /** Files that few users need, by path: each is stored when it has been loaded once. */
  readonly later: readonly string[];
}

const CACHE = 'tablier-files-';
/** The cache with the languages to store; it outlives the versions. */
export const CHOICES = 'tablier-choices';

export const cacheName = ({ version }: OfflineFiles): string => CACHE + version;

export const otherCaches = (files: OfflineFiles, names: readonly string[]): string[] =>
  names.filter((name) => name.startsWith(CACHE) && name !== cacheName(files));

/** The files that are needed without the network in these languages. */
export const filesIn = ({ shell, entry, always, languages }: OfflineFiles, chosen: readonly string[]): string[] => [
  ...new Set([shell, entry, ...always, ...chosen.flatMap((language) => languages[language] ?? [])]),
];

/** Whether a file has a hash of its content in its name, so that a stored copy is never out of date. */
export const isImmutable = (path: string): boolean => path.startsWith('/assets/');

/** How the service worker answers a request; `null`: it leaves the request to the browser. */
export type Answer = 'page' | 'file' | null;

/** Data of the server is never stored: everything below `/api` is left to the browser. */
export function answerTo(
  files: OfflineFiles,
  { method, path, isNavigation }: { readonly method: string; readonly path: string; readonly isNavigation: boolean },
): Answer {
  if (method !== 'GET' || path === '/api' || path.startsWith('/api/')) return null;
  // A frame on the page of another site is not a page of this one.
  if (path.startsWith('/embed/')) return null;
  if (isImmutable(path) || files.always.includes(path)) return 'file';
  // The server, too, takes a path with an extension for a file.
  return isNavigation && !/\.[a-z0-9]+$/i.test(path) ? 'page' : null;
}

export type OfflineRequest =
  /** Store what this language needs. The reply comes once it is stored. */
  | { readonly kind: 'store'; readonly language: string; readonly entry: string }
  /** Are you the version of the page that was started by `entry`? If so, take over from the previous one. */
  | { readonly kind: 'take-over'; readonly entry: string };

export interface OfflineReply {
  /** Whether the service worker has the version of the page. */
  readonly isSame: boolean;
}

/** Reads an untrusted message; `null` if it is not valid. */
export function parseRequest(files: OfflineFiles, data: unknown): OfflineRequest | null {
  if (typeof data !== 'object' || data === null) return null;
  const { kind, language, entry } = data as Readonly<Record<string, unknown>>;
  if (typeof entry !== 'string') return null;
  if (kind === 'take-over') return { kind, entry };
  const isKnown = typeof language === 'string' && Object.hasOwn(files.languages, language);
  return kind === 'store' && isKnown ? { kind, language, entry } : null;
}
