import type { StoredRecord } from '@tablier/core';
import { LANGUAGE_PARAMETER, type Theme } from '@tablier/protocol/language';
import { type PageHead, pageHead, resultText } from './page-head.ts';
import { escapeHtml, parseBuilt } from './page-html.ts';
import { pageLanguage, type PageTexts, Writer } from './page-texts.ts';
import { z } from 'zod';
import { findGame } from '@tablier/games';
import { formatRoute, parseRoute, type Route } from '@tablier/protocol/routes';
import type { Store } from '@tablier/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { answerShared, etagOf, isCached, checkLimit, refuse } from './request.ts';
import { FRAMED_POLICY } from './create-http.ts';
import type { Hosts } from './hosts.ts';

interface EmbedDeps {
  readonly files: EmbedFiles;
  readonly texts: PageTexts;
  readonly store: Pick<Store, 'find'>;
  readonly requests: RateLimiter;
  readonly hosts: Hosts;
}

type EmbedRequest = FastifyRequest<{ Params: { id: string; ply?: string }; Querystring: Record<string, unknown> }>;

/** The game of an address never changes, but the files that the page names do, and an operator may remove the game. */
const CACHING = 'public, max-age=300, stale-while-revalidate=300';

/**
 * `/embed/g/ID` and `/embed/g/ID/12`: a finished game for the pages of other sites. It is the only page that they may frame. It reads no
 * cookies and sets none, it makes no requests to the server, and it is the same for everyone if the address names a language.
 */
export function addEmbedPage(app: FastifyInstance, deps: EmbedDeps): void {
  const answer = (request: EmbedRequest, reply: FastifyReply) => answerEmbed(request, reply, deps);
  app.get('/embed/g/:id(^[\\w-]{22}$)', answer);
  app.get('/embed/g/:id(^[\\w-]{22}$)/:ply(^\\d{1,6}$)', answer);
}

async function answerEmbed(request: EmbedRequest, reply: FastifyReply, deps: EmbedDeps): Promise<FastifyReply> {
  checkLimit(deps.requests.take(request.ip));
  reply.header('content-security-policy', FRAMED_POLICY).removeHeader('x-frame-options');
  const { id } = request.params;
  const record = (await deps.store.find(id))?.record ?? null;
  const page = pageOf(request, record?.end === undefined ? null : record, deps);
  const html = renderEmbed(page, deps.files);
  const etag = etagOf(html);
  reply.headers({
    'content-language': page.language,
    'cache-control': page.record === null ? 'no-cache' : CACHING,
    'cross-origin-resource-policy': 'cross-origin',
    ...(page.fromAddress === null ? { vary: 'Accept-Language' } : {}),
  });
  if (page.record === null) reply.code(404);
  else if (isCached(request, etag)) return reply.header('etag', etag).code(304).send();
  else reply.header('etag', etag);
  return reply.type('text/html; charset=utf-8').send(html);
}

/** An invalid option is ignored, so a frame written by hand still shows its game. */
function pageOf(
  { url, headers, params, query }: EmbedRequest,
  record: StoredRecord | null,
  { texts }: Pick<EmbedDeps, 'texts'>,
) {
  const accepted = headers['accept-language'];
  const plain = { url, headers: accepted === undefined ? {} : { 'accept-language': accepted } };
  const { language, fromAddress } = pageLanguage(plain, Object.keys(texts.languages), texts.base);
  const writer = new Writer(texts, language);
  const ply = params.ply ?? textOf(query['ply']);
  const at = /^\d{1,6}$/.test(ply) ? Number(ply) : null;
  const route: Route = { page: 'kept', id: params.id, ...(at !== null && { at: { ply: at, viewer: 'open' } }) };
  return {
    language,
    fromAddress,
    head: pageHead(route, writer, { record, isMissing: record === null }),
    record,
    ply: at,
    bottom: seatOf(textOf(query['orientation']), record?.players ?? 1),
    hasControls: query['controls'] !== '0',
    theme: themeOf(query['theme']),
    result: resultOf(record, writer),
    link: `${formatRoute(route)}${fromAddress === null ? '' : `?${LANGUAGE_PARAMETER}=${fromAddress}`}`,
    open: writer.text('meta_embed_open'),
  };
}

function resultOf(record: StoredRecord | null, writer: Writer): string {
  const game = record === null ? undefined : findGame(record.game);
  return record === null || game === undefined ? '' : resultText(game, record, writer);
}

export type EmbedPage = ReturnType<typeof pageOf>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const themeOf = (value: unknown): Theme | null => (value === 'light' || value === 'dark' ? value : null);

/** Seats are counted from 1 in addresses. */
function seatOf(text: string, players: number): number {
  const seat = /^[1-9]$/.test(text) ? Number(text) - 1 : 0;
  return seat < players ? seat : 0;
}

/** The size of the frame in CSS pixels if the requesting site sets no limit, and the least that a board needs. */
const SIZE = { width: 480, height: 620 };
const LEAST = 240;
/** Seconds. */
const FRESH = 3600;

export const OEMBED_PATH = '/api/oembed';

/** `GET /api/oembed?url=…`: how a site embeds a finished game of which it knows the address (oembed.com). */
export function addOembedApi(
  app: FastifyInstance,
  { store, texts, hosts }: Omit<EmbedDeps, 'files' | 'requests'>,
): void {
  app.get<{ Querystring: Record<string, unknown> }>(OEMBED_PATH, async (request, reply) => {
    const { url, format = 'json' } = request.query;
    const origin = hosts.originOf(request.headers);
    if (format !== 'json') return refuse(reply, 501, { name: 'bad-request', detail: 'format' });
    if (typeof url !== 'string' || !URL.canParse(url))
      return refuse(reply, 400, { name: 'bad-request', detail: 'url' });
    const address = new URL(url);
    const route = address.origin === origin ? parseRoute(address.pathname) : null;
    const record = route?.page === 'kept' ? (await store.find(route.id))?.record : undefined;
    if (origin === null || route?.page !== 'kept' || record?.end === undefined)
      return refuse(reply, 404, { name: 'not-found' });
    const { language, fromAddress } = pageLanguage({ url, headers: {} }, Object.keys(texts.languages), texts.base);
    const head = pageHead(route, new Writer(texts, language), { record });
    const width = sizeOf(request.query['maxwidth'], SIZE.width);
    const height = sizeOf(request.query['maxheight'], SIZE.height);
    const frame = `${origin}${embedPath(route)}${fromAddress === null ? '' : `?${LANGUAGE_PARAMETER}=${fromAddress}`}`;
    const body = {
      version: '1.0',
      type: 'rich',
      provider_name: 'Tablier',
      provider_url: origin,
      title: head.title,
      html: `<iframe src="${escapeHtml(frame)}" width="${width}" height="${height}" title="${escapeHtml(head.title)}" loading="lazy" style="border:0;max-width:100%"></iframe>`,
      width,
      height,
      thumbnail_url: `${origin}${head.picture.path}`,
      thumbnail_width: 1200,
      thumbnail_height: 630,
      cache_age: FRESH,
    };
    return answerShared(request, reply, body, FRESH);
  });
}

const embedPath = ({ id, at }: Extract<Route, { page: 'kept' }>): string =>
  `/embed${formatRoute({ page: 'kept', id, at: at && { ply: at.ply, viewer: 'open' } })}`;

function sizeOf(limit: unknown, usual: number): number {
  const most = typeof limit === 'string' && /^\d{1,5}$/.test(limit) ? Number(limit) : usual;
  return Math.max(LEAST, Math.min(usual, most));
}

/** The whole frame: it is read without a script, with a picture of the board, and the script needs nothing more than what is here. */
export function renderEmbed(page: EmbedPage, files: EmbedFiles): string {
  const { head, record } = page;
  const title = escapeHtml(head.title);
  const theme = page.theme === null ? '' : ` data-theme="${page.theme}"`;
  return `<!doctype html>
<html lang="${escapeHtml(page.language)}"${theme}>
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="robots" content="noindex" />
<meta name="color-scheme" content="light dark" />
<title>${title} · Tablier</title>
<meta name="description" content="${escapeHtml(head.description)}" />
${files.styles.map((file) => `<link rel="stylesheet" href="${escapeHtml(file)}" />`).join('\n')}
${record === null ? '' : scriptTags(record, page.language, files)}
</head>
<body>
${record === null ? '<main></main>' : boardOf(page)}
<footer><div><h1>${title}</h1><p>${escapeHtml(page.result)}</p></div>${record === null ? '' : linkOf(page)}</footer>
${record === null ? '' : `<script type="application/json" id="record">${dataOf(record)}</script>`}
</body>
</html>
`;
}

function scriptTags({ game }: StoredRecord, language: string, files: EmbedFiles): string {
  const early = [files.languages[language] ?? [], files.games[game] ?? []].flat();
  return [
    `<script type="module" src="${escapeHtml(files.script)}"></script>`,
    ...early.map((file) => `<link rel="modulepreload" href="${escapeHtml(file)}" />`),
  ].join('\n');
}

function boardOf({ head, ply, bottom, hasControls }: EmbedPage): string {
  const picture = `<noscript><img src="${escapeHtml(pictureOf(head, ply))}" alt="${escapeHtml(head.picture.alt)}" /></noscript>`;
  const at = ply === null ? '' : ` data-ply="${ply}"`;
  const controls = hasControls ? '' : ' data-controls="none"';
  return `<main id="board" aria-busy="true"${at} data-bottom="${bottom}"${controls}>${picture}</main>`;
}

/** Of the ply; without one, the picture for link previews, which is the end of the game. */
const pictureOf = ({ path, picture }: PageHead, ply: number | null): string =>
  ply === null ? picture.path : `${path ?? ''}.svg`;

const linkOf = ({ link, open }: EmbedPage): string =>
  `<a href="${escapeHtml(link)}" target="_blank" rel="noopener">${escapeHtml(open)}</a>`;

/** JSON that cannot end its element. */
const dataOf = (record: StoredRecord): string => JSON.stringify(record).replaceAll('<', String.raw`\u003c`);

const file = z.string().regex(/^\/assets\/[\w./-]+$/);

const filesSchema = z.object({
  script: file,
  styles: z.array(file),
  /** Besides the script, by game and by language. */
  games: z.record(z.string(), z.array(file)),
  languages: z.record(z.string(), file),
});
export type EmbedFiles = z.infer<typeof filesSchema>;

export const parseEmbedFiles = (json: string): EmbedFiles => parseBuilt('embed.json', filesSchema, json);
