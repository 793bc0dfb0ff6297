import { LANGUAGE_PARAMETER } from '@tablier/protocol/language';
import type { PageHead } from './page-head.ts';
import type { PageLanguage } from './page-language.ts';

/** The built `index.html`, cut where the server writes: the language, and what describes the page. */
export interface PageTemplate {
  readonly beforeLanguage: string;
  readonly beforeHead: string;
  readonly afterHead: string;
}

const PLACES = /^(.*<html lang=")[^"]*(".*)<!-- head\b.*<!-- \/head -->(.*)$/s;
const PICTURE = '/apple-touch-icon.png';
const NAME = 'Tablier';

/** Throws an error where the page has no place for what the server writes. */
export function parseTemplate(html: string): PageTemplate {
  const [, beforeLanguage, beforeHead, afterHead] = PLACES.exec(html) ?? [];
  if (beforeLanguage === undefined || beforeHead === undefined || afterHead === undefined)
    throw new Error('index.html has no language, or no <!-- head --> and <!-- /head -->');
  return { beforeLanguage, beforeHead, afterHead };
}

export interface RenderedPage extends PageLanguage {
  /** All that there are. */
  readonly languages: readonly string[];
  readonly head: PageHead;
  /** The public address of the server, `https://club.example`; `null` where it is not known. */
  readonly origin: string | null;
}

/** The first HTML of a page. All words are escaped. */
export function renderPage(template: PageTemplate, page: RenderedPage): string {
  const { beforeLanguage, beforeHead, afterHead } = template;
  return `${beforeLanguage}${escapeHtml(page.language)}${beforeHead}${headTags(page).join('\n    ')}${afterHead}`;
}

function headTags({ head, origin, asked, language, languages }: RenderedPage): string[] {
  const { title, description, path, canonical, isListed } = head;
  const full = title.startsWith(NAME) ? title : `${title} · ${NAME}`;
  const addressIn = (at: string, language: string | null): string =>
    `${origin ?? ''}${at}${language === null ? '' : `?${LANGUAGE_PARAMETER}=${language}`}`;
  const addressed = (tag: (address: string) => string, at: string | null): string[] =>
    origin === null || at === null ? [] : [tag(addressIn(at, asked))];
  const translations = origin === null || canonical === null || !isListed ? [] : [...languages, null];
  return [
    `<title>${escapeHtml(full)}</title>`,
    metaTag('name', 'description', description),
    `<link rel="manifest" href="/manifest-${escapeHtml(language)}.webmanifest" />`,
    ...addressed((address) => `<link rel="canonical" href="${escapeHtml(address)}" />`, canonical),
    ...translations.map((each) => alternateLink(each ?? 'x-default', addressIn(canonical ?? '', each))),
    ...(isListed ? [] : [metaTag('name', 'robots', 'noindex')]),
    metaTag('property', 'og:site_name', NAME),
    metaTag('property', 'og:type', 'website'),
    metaTag('property', 'og:title', title),
    metaTag('property', 'og:description', description),
    ...addressed((address) => metaTag('property', 'og:url', address), path),
    ...(origin === null ? [] : [metaTag('property', 'og:image', `${origin}${PICTURE}`)]),
    metaTag('name', 'twitter:card', 'summary'),
  ];
}

/** Shows search engines the same page in another language. */
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
