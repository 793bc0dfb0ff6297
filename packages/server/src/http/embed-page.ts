import type { StoredRecord } from '@tablier/core';
import { findGame } from '@tablier/games';
import { LANGUAGE_PARAMETER, type Theme } from '@tablier/protocol/language';
import { formatRoute, type Route } from '@tablier/protocol/routes';
import type { Store } from '@tablier/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { etagOf, isCached } from './conditional.ts';
import { type EmbedFiles, type EmbedPage, renderEmbed } from './embed-html.ts';
import { NOTHING_FOUND, pageHead, resultText } from './page-head.ts';
import { pageLanguage } from './page-language.ts';
import { type PageTexts, Writer } from './page-texts.ts';
import { tooMany } from './request.ts';
import { FRAMED_POLICY } from './security-headers.ts';

interface EmbedDeps {
  readonly files: EmbedFiles;
  readonly texts: PageTexts;
  readonly store: Pick<Store, 'find'>;
  /** By address. */
  readonly requests: RateLimiter;
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
  const waitMs = deps.requests.take(request.ip);
  if (waitMs > 0) return tooMany(reply, waitMs);
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
  { texts }: EmbedDeps,
): EmbedPage {
  const accepted = headers['accept-language'];
  const plain = { url, headers: accepted === undefined ? {} : { 'accept-language': accepted } };
  const { language, fromAddress } = pageLanguage(plain, Object.keys(texts.languages), texts.base);
  const writer = new Writer(texts, language);
  const ply = params.ply ?? textOf(query['ply']);
  const at = /^\d{1,6}$/.test(ply) ? Number(ply) : null;
  const route: Route = { page: 'kept', id: params.id, ...(at !== null && { at: { ply: at, viewer: 'open' } }) };
  const found = { ...NOTHING_FOUND, record: record ?? ('missing' as const) };
  return {
    language,
    fromAddress,
    head: pageHead(route, writer, found),
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

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const themeOf = (value: unknown): Theme | null => (value === 'light' || value === 'dark' ? value : null);

/** Seats are counted from 1 in addresses. */
function seatOf(text: string, players: number): number {
  const seat = /^[1-9]$/.test(text) ? Number(text) - 1 : 0;
  return seat < players ? seat : 0;
}
