import staticFiles from '@fastify/static';
import type { GameFacts } from '@tablier/core';
import type { AddedGame } from '@tablier/games';
import { parseRoute, type Route } from '@tablier/protocol/routes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addedFiles, GameFileError, textForPage } from '../lib/game-file.ts';
import { escapeHtml, parseBuilt, parseTemplate, renderPage } from './page-html.ts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Store, StoreUnavailable } from '@tablier/store';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { encodingFor, ENCODERS, etagOf, isCached, answerNotFound, checkLimit, serveText } from './request.ts';
import { addEmbedPage, addOembedApi, OEMBED_PATH, parseEmbedFiles } from './embed.ts';
import type { Hosts } from './hosts.ts';
import {
  type Found,
  listedPaths,
  type PageHead,
  pageHead,
  type TableFacts,
  type TournamentFacts,
  type ClubFacts,
} from './page-head.ts';
import { hasTypefaces, pageLanguage, pageTheme, parsePageTexts, Writer } from './page-texts.ts';
import { GENERATED_POLICY, SCRIPT_POLICY } from './create-http.ts';
import { z } from 'zod';
import { LANGUAGE_PARAMETER } from '@tablier/protocol/language';

/** Serves the games of files to the page, and returns the tag by which it knows them; an empty text without any. */
export function addGameFiles(app: FastifyInstance): string {
  const files = addedFiles();
  if (files.length === 0) return '';
  for (const { game, path } of files) {
    if (parseRoute(`/${game.id}`).page !== 'game')
      throw new GameFileError(`${path}: /${game.id} is a page of the site: choose another id`);
    const text = textForPage(path);
    app.get(`/games/${game.id}.js`, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(text),
    );
  }
  const games = files.map(({ game }) => game);
  const added = { games: games.map(factsOf), texts: Object.fromEntries(games.flatMap(textsOf)) };
  return `  <meta name="games" content="${escapeHtml(JSON.stringify(added))}" />\n  `;
}

/** What the page shows of a game before it loads the file. */
function factsOf(game: GameFacts): GameFacts {
  const { id, name, author, year, rulesVersion, players, options, presets, seatNames } = game;
  return { id, name, author, year, rulesVersion, players, options, presets, seatNames };
}

/** By the keys of the page: a sentence about the game, and the names that it gives things as they are. */
function textsOf({ id, about = '', options, presets, seatNames }: AddedGame): [string, string][] {
  const texts: [string, string][] = [
    [`game_${id}`, about],
    [`home_line_${id}`, about],
    [`table_goal_${id}`, about],
    ...Object.keys(presets).map((name): [string, string] => [`preset_${id}_${name}`, name]),
    ...seatNames.map((name): [string, string] => [`seat_${name}`, name]),
    ...Object.entries(options).flatMap(([name, { values }]): [string, string][] => [
      [`option_${id}_${name}`, name],
      [`option_${id}_${name}_help`, ''],
      ...values.map((value): [string, string] => [`option_${id}_${name}_${value}`, String(value)]),
    ]),
  ];
  return texts.map(([key, text]) => [key.replaceAll('-', '_'), text]);
}

const NOT_BUILT = 'The page has not been built: `npm start` does it.\n';
/** The form of the id of an archived game. Other ids are not looked up in the database. */
const ARCHIVE_ID = /^[\w-]{22}$/;
/** Public pages: a browser asks each time, a cache in between at most once a minute. They differ by language and theme only. */
const SHARED = 'public, max-age=0, s-maxage=60';
const FOREVER = 'public, max-age=31536000, immutable';
const SCRIPT = /\.js(\.br|\.gz)?$/;

export interface StaticPageDeps {
  readonly folder: string;
  readonly store: Pick<Store, 'find' | 'studies'>;
  readonly tournament: (id: string) => Promise<TournamentFacts | null>;
  readonly club: (id: string) => Promise<ClubFacts | null>;
  /** The ids of the clubs that lists show. */
  readonly listedClubs: () => Promise<readonly string[]>;
  readonly table: (id: string, address: string) => Promise<TableFacts | null>;
  readonly profileName: (username: string) => Promise<string | null>;
  readonly requests: RateLimiter;
  readonly hosts: Hosts;
}

/** At the path of every page the same HTML with a head of its own. Unknown paths get it with status 404. Throws if the build is incomplete. */
export async function addStaticPage(app: FastifyInstance, deps: StaticPageDeps): Promise<void> {
  const gamesTag = addGameFiles(app);
  const page = readBuiltPage(deps.folder);
  if (page === null) {
    app.setNotFoundHandler(answerNotFound);
    app.get('/', (_request, reply) => reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT));
    return;
  }
  await app.register(staticFiles, {
    root: deps.folder,
    // At each request the plugin itself would list the folders, which have a thousand files.
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isAsset = path.includes(`${sep}assets${sep}`);
      reply.header('cache-control', isAsset ? FOREVER : 'no-cache');
      if (path.includes(`${sep}reference${sep}`)) reply.header('content-security-policy', GENERATED_POLICY);
      else if (isAsset && SCRIPT.test(path)) reply.header('content-security-policy', SCRIPT_POLICY);
    },
  });
  const files = new Set(readdirSync(deps.folder, { recursive: true, encoding: 'utf8' }).map(pathOfFile));
  app.get('/*', (request, reply) =>
    files.has(pathOf(request)) ? reply.sendFile(pathOf(request)) : reply.callNotFound(),
  );
  const template = { ...page.template, afterHead: gamesTag + page.template.afterHead };
  const answer = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    answerPage(request, reply, { ...deps, ...page, template });
  app.get('/', answer);
  app.get('/index.html', answer);
  addSitemap(app, { ...deps, languages: Object.keys(page.texts.languages) });
  addEmbedPage(app, { ...deps, files: page.embed, texts: page.texts });
  addOembedApi(app, { ...deps, texts: page.texts });
  app.setNotFoundHandler((request, reply) =>
    isPageAddress(request) ? answer(request, reply) : answerNotFound(request, reply),
  );
}

const pathOfFile = (name: string): string => `/${name.replaceAll(sep, '/')}`;

type BuiltPage = NonNullable<ReturnType<typeof readBuiltPage>>;

function readBuiltPage(folder: string) {
  const [html = '', texts = '', frames = '', embed = ''] = ['index.html', 'meta.json', 'frames.json', 'embed.json'].map(
    (file) => join(folder, file),
  );
  if (![html, texts, frames, embed].every((file) => existsSync(file))) return null;
  try {
    return {
      template: parseTemplate(readFileSync(html, 'utf8')),
      texts: parsePageTexts(readFileSync(texts, 'utf8')),
      frames: parseFrames(readFileSync(frames, 'utf8')),
      embed: parseEmbedFiles(readFileSync(embed, 'utf8')),
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`the page in ${folder} does not fit this server (${reason}): build it again with "npm run build"`, {
      cause,
    });
  }
}

async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { template, texts, frames, ...deps }: StaticPageDeps & BuiltPage,
): Promise<FastifyReply> {
  checkLimit(deps.requests.take(request.ip));
  const route = parseRoute(pathOf(request));
  const languages = Object.keys(texts.languages);
  const { language, fromAddress } = pageLanguage(request, languages, texts.base);
  const found = await find(route, request, deps);
  const head = withMotion(pageHead(route, new Writer(texts, language), found), request);
  const html = renderPage(template, {
    language,
    fromAddress,
    languages,
    head,
    origin: deps.hosts.originOf(request.headers),
    theme: pageTheme(request),
    oembed: found.record?.end === undefined ? null : OEMBED_PATH,
    files: filesOf(frames, language, route),
    typefaces: hasTypefaces(request) ? frames.typefaces : [],
    frame: frameOf(frames, language, route, head),
  });
  const isShared = head.status === 200 && head.isListed;
  reply.headers({
    'cache-control': isShared ? SHARED : 'no-cache',
    vary: 'Accept-Language, Accept-Encoding, Cookie',
    'content-language': language,
  });
  const etag = etagOf(html);
  // A weak one: it is the same however the page is compressed.
  if (head.status === 200) reply.header('etag', `W/${etag}`);
  if (head.status === 200 && isCached(request, etag)) return reply.code(304).send();
  return sendHtml(request, reply.code(head.status), html);
}

/** The link to the film of a game has a preview that moves. */
function withMotion(head: PageHead, { url }: FastifyRequest): PageHead {
  const [, game] = /[?&]film\b/.test(url) ? (/^(\/g\/.*)\.png$/.exec(head.picture.path) ?? []) : [];
  return game === undefined ? head : { ...head, picture: { ...head.picture, path: `${game}.gif` } };
}

/** The title is less specific while the database does not answer. */
async function find(route: Route, request: FastifyRequest, deps: Omit<StaticPageDeps, 'folder'>): Promise<Found> {
  const looked = <K extends keyof Found>(name: K, value: Found[K]): Found => ({
    [name]: value,
    isMissing: value === null,
  });
  try {
    switch (route.page) {
      case 'kept':
        return looked('record', ARCHIVE_ID.test(route.id) ? ((await deps.store.find(route.id))?.record ?? null) : null);
      case 'profile':
        return looked('person', await deps.profileName(route.name));
      case 'study':
        return { study: await deps.store.studies.find(route.id) };
      case 'tournament':
        return looked('tournament', await deps.tournament(route.id));
      case 'club':
        return looked('club', await deps.club(route.id));
      case 'table':
        return { table: await deps.table(route.id, request.ip) };
      default:
        return {};
    }
  } catch (error) {
    if (error instanceof StoreUnavailable) return {};
    throw error;
  }
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '';

/** Whether a client is looking for a page, not for data or for a file that is missing. Programs that preview links rarely name HTML. */
function isPageAddress(request: FastifyRequest): boolean {
  const { method, headers } = request;
  const path = pathOf(request);
  const isFile = (/\.[a-z0-9]+$/i.test(path) && !path.startsWith('/@')) || path.startsWith('/assets/');
  if ((method !== 'GET' && method !== 'HEAD') || path.startsWith('/api') || path.startsWith('//') || isFile)
    return false;
  const { accept = '*/*' } = headers;
  return accept.includes('text/html') || (accept.includes('*/*') && parseRoute(path).page !== 'not-found');
}

/** Compressed if accepted: it arrives before all else, and has no secrets that its length could reveal. */
export async function sendHtml(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8');
  const encoding = encodingFor(request);
  if (encoding === null) return reply.send(html);
  return reply.header('content-encoding', encoding).send(await ENCODERS[encoding](html));
}

const names = z.array(z.string().regex(/^\/assets\/[\w.-]+$/));

const framesSchema = z.object({
  /** The first HTML by language and page. `{title}`, `{lead}` and `{picture}` stand for the title, for the sentence that the page shows first, and for the box of its game. */
  frames: z.record(z.string(), z.record(z.string(), z.string())),
  /** The files that a page, a game and a language need besides the first script, by the name of each. */
  pages: z.record(z.string(), names),
  games: z.record(z.string(), names),
  languages: z.record(z.string(), names),
  /** The sentence that a page shows first, in a language, by the keys of `contents`. */
  leads: z.record(z.string(), z.string()),
  /** What a page loads in a language: its words, `watch fr`, and files of a game such as its rules, `rules isaac fr`. */
  contents: z.record(z.string(), names),
  typefaces: names,
});
export type PageFrames = z.infer<typeof framesSchema>;

export const parseFrames = (json: string): PageFrames => parseBuilt('frames.json', framesSchema, json);

/** A picture of nothing, of a game that has none. */
const NO_PICTURE = 'data:,';

/** The first HTML of a page; empty if the build has none. */
function frameOf({ frames, leads, contents }: PageFrames, language: string, route: Route, head: PageHead): string {
  const page = head.status === 200 ? route.page : 'not-found';
  const key = `${page} ${'game' in route ? `${route.game} ` : ''}${language}`;
  const lead = page === 'puzzle' ? head.description : (own(leads, key) ?? '');
  const picture = own(contents, key)?.find((file) => file.endsWith('.webp')) ?? NO_PICTURE;
  const words: Readonly<Record<string, string>> = { title: head.title, lead, picture };
  return (frames[language]?.[page] ?? '').replaceAll(/\{(title|lead|picture)\}/g, (_, name: string) =>
    escapeHtml(words[name] ?? ''),
  );
}

/** Pages that show their words first and load the rules and the board of their game later. */
const GAME_COMES_LATER: ReadonlySet<Route['page']> = new Set(['game']);

export function filesOf({ pages, games, languages, contents }: PageFrames, language: string, route: Route): string[] {
  const ofGame =
    'game' in route
      ? [
          ...((GAME_COMES_LATER.has(route.page) ? undefined : own(games, route.game)) ?? []),
          ...(own(contents, `${route.page} ${route.game} ${language}`) ?? []),
        ]
      : [];
  const ofPage = [...(own(pages, route.page) ?? []), ...(own(contents, `${route.page} ${language}`) ?? [])];
  return [...new Set([...(own(languages, language) ?? []), ...ofPage, ...ofGame])];
}

const own = <T>(from: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(from, name) ? from[name] : undefined;

interface SitemapDeps extends Pick<StaticPageDeps, 'listedClubs' | 'hosts' | 'requests'> {
  readonly languages: readonly string[];
}

const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"' as const;

/** Pages that are the same for everyone, in each language; and the listed clubs; no games, tables, studies, tournaments or people. */
export function addSitemap(app: FastifyInstance, { hosts, requests, languages, listedClubs }: SitemapDeps): void {
  const headers = { 'cache-control': 'public, max-age=3600' };
  const serve = (path: string, type: string, textAt: (origin: string) => Promise<string> | string): void =>
    serveText(app, path, { limiter: requests, type, headers }, (request) => {
      const origin = hosts.originOf(request.headers);
      return origin === null ? null : textAt(origin);
    });
  serve('/sitemap.xml', 'application/xml', async (origin) => sitemap(origin, languages, await listedClubs()));
  serve('/robots.txt', 'text/plain', (origin) => `User-agent: *\nDisallow: /t/\nSitemap: ${origin}/sitemap.xml\n`);
}

function sitemap(origin: string, languages: readonly string[], clubs: readonly string[]): string {
  const entries = listedPaths(clubs).flatMap((path) => {
    const addresses = new Map(languages.map((each) => [each, `${origin}${path}?${LANGUAGE_PARAMETER}=${each}`]));
    addresses.set('x-default', `${origin}${path}`);
    const links = [...addresses].map(
      ([language, address]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeHtml(address)}"/>`,
    );
    return [...addresses.values()].map((address) => `<url><loc>${escapeHtml(address)}</loc>${links.join('')}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACES}>\n${entries.join('\n')}\n</urlset>\n`;
}
