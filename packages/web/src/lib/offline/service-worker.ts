/** Makes the site work offline after one visit: pages from the network first, files with a hash from the cache. Data of the server is never stored. */
import {
  answerTo,
  cacheName,
  CHOICES,
  filesIn,
  isImmutable,
  type OfflineFiles,
  type OfflineReply,
  otherCaches,
  parseRequest,
} from './offline-files.ts';
import type { PushMessage } from '@tablier/protocol';
import { ifAllowed } from '../local-storage.ts';

declare const self: ServiceWorkerGlobalScope;
/** The build puts the list in its place. */
declare const OFFLINE_FILES: OfflineFiles;

const files = OFFLINE_FILES;
/** The most files fetched at the same time: the page itself needs the connection, too. */
const PARALLEL = 4;
/** A server that has not answered after this time counts as unreachable if the page is stored. */
const SERVER_TIMEOUT_MS = 5000;
/** The answers of a proxy whose server is down. */
const DOWN: ReadonlySet<number> = new Set([502, 503, 504]);
const LANGUAGES = '/languages';
const ANY = { ignoreVary: true, ignoreSearch: true } as const;

self.addEventListener('install', (event) => event.waitUntil(chosenLanguages().then(fill)));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { method, url, mode } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== self.location.origin) return;
  const answer = answerTo(files, { method, path: pathname, isNavigation: mode === 'navigate' });
  if (answer === 'page') event.respondWith(page(event));
  if (answer === 'file') event.respondWith(file(event.request));
});
self.addEventListener('message', (event) => {
  const request = parseRequest(files, event.data);
  if (request === null) return;
  const isSame = request.entry === files.entry;
  const done = request.kind === 'store' ? store(request.language, { isSame }) : takeOver({ isSame });
  event.waitUntil(done.then(() => event.ports[0]?.postMessage({ isSame } satisfies OfflineReply)));
});

self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPath(String(event.notification.data)));
});

async function activate(): Promise<void> {
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
  await forgetOldVersions();
}

async function takeOver({ isSame }: OfflineReply): Promise<void> {
  if (isSame) await self.skipWaiting();
}

async function store(language: string, { isSame }: OfflineReply): Promise<void> {
  const chosen = await chosenLanguages();
  if (!chosen.includes(language)) {
    const choices = await caches.open(CHOICES);
    await choices.put(LANGUAGES, Response.json([...chosen, language]));
  }
  await fill([language]);
  if (isSame) await forgetOldVersions();
}

async function chosenLanguages(): Promise<string[]> {
  const stored = await (await caches.open(CHOICES)).match(LANGUAGES);
  const languages: unknown = await stored?.json();
  return Array.isArray(languages) ? languages.filter((each) => typeof each === 'string') : [];
}

/** Stores what is missing. Rejects if the server does not answer; what has arrived until then stays. */
async function fill(languages: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName(files));
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = filesIn(files, languages).filter((path) => !stored.has(path));
  const next = missing.values();
  const work = async (): Promise<void> => {
    for (const path of next) await add(cache, path);
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
}

async function add(cache: Cache, path: string): Promise<void> {
  const copy = isImmutable(path) ? await caches.match(path, ANY) : undefined;
  const response = copy ?? (await fetch(path, { cache: isImmutable(path) ? 'default' : 'no-cache' }));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  await cache.put(path, response);
}

/** A page of an earlier version may still need its files: they are deleted once no other page is open. A later one keeps its own. */
async function forgetOldVersions(): Promise<void> {
  if (self.registration.installing !== null || self.registration.waiting !== null) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length > 1) return;
  await Promise.all(otherCaches(files, await caches.keys()).map((name) => caches.delete(name)));
}

async function page(event: FetchEvent): Promise<Response> {
  const answer = fromServer(event);
  const shell = await (await caches.open(cacheName(files))).match(files.shell, ANY);
  if (shell === undefined) return answer;
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(shell), SERVER_TIMEOUT_MS));
  const response = await Promise.race([answer.catch(() => shell), late]);
  return DOWN.has(response.status) ? shell : response;
}

async function fromServer({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const preloaded: unknown = await preloadResponse;
  return preloaded instanceof Response ? preloaded : fetch(request);
}

/** From the store of any version: the files of an old page are those of an old version. */
const file = async (request: Request): Promise<Response> => (await caches.match(request, ANY)) ?? fetchFile(request);

/** A file that is not stored in advance is stored from now on, if it belongs to this version. */
async function fetchFile(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (!response.ok || !files.later.includes(new URL(request.url).pathname)) return response;
  const cache = await caches.open(cacheName(files));
  await cache.put(request, response.clone());
  return response;
}

/** Shows what happened at a table, unless it is in front of the user. A later message of the same table replaces this one. */
async function show(data: PushMessageData | null): Promise<void> {
  const message = parsePushMessage(ifAllowed((): unknown => data?.json(), null));
  if (message === null) return;
  const { title, body, tag, path, language } = message;
  if ((await openPages()).some(({ url, visibilityState }) => visibilityState === 'visible' && showsPath(url, path)))
    return;
  await self.registration.showNotification(title, { body, tag, lang: language, icon: '/icon-192.png', data: path });
}

const openPages = (): Promise<readonly WindowClient[]> =>
  self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Goes to the page that shows a path, or opens one. */
async function openPath(path: string): Promise<void> {
  const shown = (await openPages()).find(({ url }) => showsPath(url, path));
  await (shown === undefined ? self.clients.openWindow(path) : shown.focus());
}

/** What the push service delivered; `null` if it is not a message of this server. */
function parsePushMessage(data: unknown): PushMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { title, body, tag, path, language } = data as Readonly<Record<string, unknown>>;
  if (typeof title !== 'string' || typeof body !== 'string' || typeof tag !== 'string') return null;
  if (typeof path !== 'string' || !/^\/(?!\/)/.test(path) || typeof language !== 'string') return null;
  return { title, body, tag, path, language };
}

/** Whether the address of an open page is that of a path of this site, whatever moment of the game it shows. */
const showsPath = (url: string, path: string): boolean => {
  const { pathname } = new URL(url);
  return pathname === path || pathname.startsWith(`${path}/`);
};
