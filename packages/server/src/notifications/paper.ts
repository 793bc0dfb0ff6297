import { escapeHtml } from '../http/page-html.ts';

/** The colours of the page by day (`tokens.css`). Mail programs know neither its tokens nor its typefaces. */
const STYLE = {
  body: 'margin:0;background:#f1e8d9;color:#2a1d14;font:16px/1.5 Figtree,-apple-system,Segoe UI,Roboto,sans-serif',
  page: 'max-width:520px;margin:0 auto;padding:28px 16px',
  name: 'margin:0 0 14px;font:600 20px/1.2 Fraunces,Georgia,serif',
  card: 'padding:24px;border:1px solid #dccdb6;border-radius:16px;background:#fcf9f2',
  title: 'margin:0 0 10px;font:600 24px/1.25 Fraunces,Georgia,serif',
  text: 'margin:0 0 12px',
  button:
    'display:inline-block;margin-top:8px;min-height:44px;box-sizing:border-box;padding:10px 20px;border:0;border-radius:11px;' +
    'background:#26695a;color:#fff;font:600 16px/24px Figtree,-apple-system,Segoe UI,Roboto,sans-serif;text-decoration:none',
  footer: 'margin:16px 0 0;color:#665242;font-size:13px',
  link: 'color:#1f5c4d',
} as const;
type Style = keyof typeof STYLE;

/** An element with a style of its own; `content` is HTML. */
export const styled = (tag: string, style: Style, content: string): string =>
  `<${tag} style="${STYLE[style]}">${content}</${tag}>`;

export const anchor = ({ text, url }: { readonly text: string; readonly url: string }, style: Style): string =>
  `<a href="${escapeHtml(url)}" style="${STYLE[style]}">${escapeHtml(text)}</a>`;

interface Paper {
  readonly language: string;
  readonly title: string;
  /** HTML of the card. */
  readonly card: string;
  /** HTML below it. */
  readonly footer: string;
}

/** A page of one card, for mails and for the targets of their links: it needs no style sheet. */
export const paperHtml = ({ language, title, card, footer }: Paper): string =>
  `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
  '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">' +
  `<meta name="color-scheme" content="light"></head><body style="${STYLE.body}">` +
  styled('div', 'page', styled('p', 'name', 'Tablier') + styled('div', 'card', card) + styled('p', 'footer', footer)) +
  '</body></html>';
