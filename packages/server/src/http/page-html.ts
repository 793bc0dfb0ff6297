import type { PageHead } from './page-head.ts';

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

export interface RenderedPage {
  readonly language: string;
  readonly head: PageHead;
  /** The public address of the server, `https://club.example`; `null` where it is not known. */
  readonly origin: string | null;
}

/** The first HTML of a page. All words are escaped. */
export function renderPage(template: PageTemplate, { language, head, origin }: RenderedPage): string {
  const { beforeLanguage, beforeHead, afterHead } = template;
  return `${beforeLanguage}${escapeHtml(language)}${beforeHead}${headTags(head, origin).join('\n    ')}${afterHead}`;
}

function headTags({ title, description, path, canonical, isListed }: PageHead, origin: string | null): string[] {
  const full = title.startsWith(NAME) ? title : `${title} · ${NAME}`;
  const addressed = (tag: (address: string) => string, at: string | null): string[] =>
    origin === null || at === null ? [] : [tag(`${origin}${at}`)];
  return [
    `<title>${escapeHtml(full)}</title>`,
    metaTag('name', 'description', description),
    ...addressed((address) => `<link rel="canonical" href="${escapeHtml(address)}" />`, canonical),
    ...(isListed ? [] : [metaTag('name', 'robots', 'noindex')]),
    metaTag('property', 'og:site_name', NAME),
    metaTag('property', 'og:type', 'website'),
    metaTag('property', 'og:title', title),
    metaTag('property', 'og:description', description),
    ...addressed((address) => metaTag('property', 'og:url', address), path),
    ...addressed((address) => metaTag('property', 'og:image', address), PICTURE),
    metaTag('name', 'twitter:card', 'summary'),
  ];
}

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
