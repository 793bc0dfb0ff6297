import { z } from 'zod';
import { LANGUAGE_PARAMETER, type Theme } from '@tablier/protocol/language';
import type { PageHead } from './page-head.ts';
import type { PageLanguage } from './page-texts.ts';

const PLACES = /^(.*<html lang=")[^"]*(".*)<!-- head\b.*<!-- \/head -->(.*)(<\/head>.*)<!-- frame -->(.*)$/s;
const NAME = 'Tablier';

/**
 * The built `index.html`, cut where the server writes: the language, what describes the page, its files, and its first HTML. `beforeFrame`
 * begins with the end of the head.
 */
export function parseTemplate(html: string) {
  const [found, beforeLanguage = '', beforeHead = '', afterHead = '', beforeFrame = '', afterFrame = ''] =
    PLACES.exec(html) ?? [];
  if (found === undefined)
    throw new Error('index.html has no language, or no <!-- head -->, <!-- /head -->, </head> and <!-- frame -->');
  return { beforeLanguage, beforeHead, afterHead, beforeFrame, afterFrame };
}
export type PageTemplate = Readonly<ReturnType<typeof parseTemplate>>;

/** A file that the build of the page wrote. Throws an error that names the fault if it was built from other sources than the server. */
export function parseBuilt<T>(file: string, schema: z.ZodType<T>, json: string): T {
  const parsed = schema.safeParse(JSON.parse(json));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

export interface RenderedPage extends PageLanguage {
  readonly languages: readonly string[];
  readonly head: PageHead;
  /** The public address of the server, `https://club.example`; `null` if unknown. */
  readonly origin: string | null;
  readonly theme: Theme | null;
  readonly oembed?: string | null;
  readonly files: readonly string[];
  /** The typefaces that the first HTML uses, which the browser has; without any it uses fonts of the system. */
  readonly typefaces: readonly string[];
  /** The first HTML of the page. It is not escaped: the build wrote it. */
  readonly frame: string;
}

export function renderPage(template: PageTemplate, page: RenderedPage): string {
  const { beforeLanguage, beforeHead, afterHead, beforeFrame, afterFrame } = template;
  const theme = page.theme === null ? '' : `" data-theme="${page.theme}`;
  const typefaces = page.typefaces.length === 0 ? '' : '" data-typefaces="';
  const head = headTags(page).join('\n    ');
  const files = [...page.files, ...page.typefaces].map((file) => `  ${fileTag(file)}\n  `).join('');
  return `${beforeLanguage}${escapeHtml(page.language)}${theme}${typefaces}${beforeHead}${head}${afterHead}${files}${beforeFrame}${page.frame}${afterFrame}`;
}

function fileTag(file: string): string {
  if (file.endsWith('.webp')) return `<link rel="preload" as="image" href="${escapeHtml(file)}" />`;
  const address = `crossorigin href="${escapeHtml(file)}" />`;
  if (file.endsWith('.woff2')) return `<link rel="preload" as="font" type="font/woff2" ${address}`;
  // The first HTML is shown with the styles of all pages, and does not wait for those of one: its script applies them.
  return `<link rel="${file.endsWith('.css') ? 'preload" as="style' : 'modulepreload'}" ${address}`;
}

function headTags({ head, origin, fromAddress, language, languages, oembed = null }: RenderedPage): string[] {
  const { title, description, path, canonical, isListed, picture } = head;
  const full = title.startsWith(NAME) ? title : `${title} · ${NAME}`;
  const addressIn = (at: string, language: string | null): string =>
    `${origin ?? ''}${at}${language === null ? '' : `?${LANGUAGE_PARAMETER}=${language}`}`;
  const addressed = (tag: (address: string) => string, at: string | null): string[] =>
    origin === null || at === null ? [] : [tag(addressIn(at, fromAddress))];
  const translations = origin === null || canonical === null || !isListed ? [] : [...languages, null];
  return [
    `<title>${escapeHtml(full)}</title>`,
    metaTag('name', 'description', description),
    `<link rel="manifest" href="/manifest-${escapeHtml(language)}.webmanifest" />`,
    ...addressed((address) => `<link rel="canonical" href="${escapeHtml(address)}" />`, canonical),
    ...(oembed === null ? [] : addressed((address) => oembedLink(`${origin}${oembed}`, address, title), path)),
    ...(path === '/tournaments' ? [feedLink(`${path}.atom`, title)] : []),
    ...translations.map((each) => alternateLink(each ?? 'x-default', addressIn(canonical ?? '', each))),
    ...(isListed ? [] : [metaTag('name', 'robots', 'noindex')]),
    metaTag('property', 'og:site_name', NAME),
    metaTag('property', 'og:type', 'website'),
    metaTag('property', 'og:title', title),
    metaTag('property', 'og:description', description),
    ...addressed((address) => metaTag('property', 'og:url', address), path),
    ...(origin === null ? [] : pictureTags(`${origin}${picture.path}`, picture.alt)),
    metaTag('name', 'twitter:card', origin === null ? 'summary' : 'summary_large_image'),
  ];
}

/** What of a picture is described. Those that move have the size of their game. */
const pictureFacts = (address: string): Readonly<Record<string, string>> =>
  address.endsWith('.gif') ? { type: 'image/gif' } : { type: 'image/png', width: '1200', height: '630' };

const pictureTags = (address: string, alt: string): string[] => [
  metaTag('property', 'og:image', address),
  ...Object.entries({ ...pictureFacts(address), alt }).map(([fact, text]) =>
    metaTag('property', `og:image:${fact}`, text),
  ),
];

const oembedLink = (service: string, address: string, title: string): string =>
  `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(`${service}?url=${encodeURIComponent(address)}`)}" title="${escapeHtml(title)}" />`;

const feedLink = (address: string, title: string): string =>
  `<link rel="alternate" type="application/atom+xml" href="${address}" title="${escapeHtml(title)}" />`;

const alternateLink = (language: string, address: string): string =>
  `<link rel="alternate" hreflang="${escapeHtml(language)}" href="${escapeHtml(address)}" />`;

const metaTag = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
