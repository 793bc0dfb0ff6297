import { LANGUAGE_PARAMETER } from '@tablier/protocol/language';
import { formatRoute, parseRoute, type Route } from '@tablier/protocol/routes';
import type { Store } from '@tablier/store';
import type { FastifyInstance } from 'fastify';
import { answerShared } from './conditional.ts';
import { refuse } from './errors.ts';
import type { Hosts } from './hosts.ts';
import { NOTHING_FOUND, pageHead } from './page-head.ts';
import { escapeHtml } from './page-html.ts';
import { pageLanguage } from './page-language.ts';
import { type PageTexts, Writer } from './page-texts.ts';

interface OembedDeps {
  readonly store: Pick<Store, 'find'>;
  readonly texts: PageTexts;
  readonly hosts: Hosts;
}

/** The size of the frame in CSS pixels if the requesting site sets no limit, and the least that a board needs. */
const SIZE = { width: 480, height: 620 };
const LEAST = 240;
/** Seconds. */
const FRESH = 3600;

/** The path at which sites find the frame of a page. */
export const OEMBED_PATH = '/api/oembed';

/** `GET /api/oembed?url=…`: how a site embeds a finished game of which it knows the address (oembed.com). */
export function addOembedApi(app: FastifyInstance, { store, texts, hosts }: OembedDeps): void {
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
    const found = { ...NOTHING_FOUND, record };
    const head = pageHead(route, new Writer(texts, language), found);
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

/** The frame of a game, at the ply of its address. */
const embedPath = ({ id, at }: Extract<Route, { page: 'kept' }>): string =>
  `/embed${formatRoute({ page: 'kept', id, at: at && { ply: at.ply, viewer: 'open' } })}`;

/** The limit of the requesting site, but at least what a board needs. */
function sizeOf(limit: unknown, usual: number): number {
  const most = typeof limit === 'string' && /^\d{1,5}$/.test(limit) ? Number(limit) : usual;
  return Math.max(LEAST, Math.min(usual, most));
}
