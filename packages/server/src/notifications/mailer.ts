import type { Transporter } from 'nodemailer';
import { escapeHtml } from '../http/page-html.ts';
import { idFrom } from '../lib/context.ts';

export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  readonly url: string;
  /** The sender: an address, or a name with an address. */
  readonly from: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly language: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly text: string; readonly url: string };
  readonly footer: readonly string[];
  /** The link that stops further mails; `null` in a mail that is not repeated. */
  readonly stop: { readonly text: string; readonly url: string } | null;
  /** The same for the same mail: a program that gets it twice shows it once. */
  readonly identity: string;
}

/** How long a mail server may take to answer. Milliseconds. */
const LONGEST = 20_000;

export function createMailer({ url, from }: MailSettings) {
  let transport: Promise<Transporter> | null = null;
  const timeouts = { connectionTimeout: LONGEST, greetingTimeout: LONGEST, socketTimeout: LONGEST };
  /** The library is loaded by servers that send mail only. */
  const open = (): Promise<Transporter> =>
    (transport ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({ url, pool: true, maxConnections: 2, ...timeouts }),
    ));
  return {
    /** Rejects if the mail server does not take the mail. */
    async send(mail: Mail): Promise<void> {
      const { to, subject, stop, identity } = mail;
      const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
      const opened = await open();
      await opened.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text: textOf(mail),
        html: htmlOf(mail),
        messageId: `<${idFrom(identity)}@${domain}>`,
        // No answers of other programs, such as those of people on holiday (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', ...(stop !== null && stopHeaders(stop.url)) },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    async close(): Promise<void> {
      (await transport)?.close();
    },
  };
}
export type Mailer = ReturnType<typeof createMailer>;

/** One click in the mail program (RFC 8058). */
const stopHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

function textOf({ paragraphs, link, footer, stop }: Mail): string {
  const end = stop === null ? footer : [...footer, `${stop.text}: ${stop.url}`];
  return `${[...paragraphs, `${link.text}: ${link.url}`].join('\n\n')}\n\n-- \n${end.join('\n')}\n`;
}

function htmlOf({ language, subject, paragraphs, link, footer, stop }: Mail): string {
  const lines = paragraphs
    .filter((each) => each !== subject)
    .map((each) => styled('p', 'text', escapeHtml(each)))
    .join('');
  const end = [...footer.map((each) => escapeHtml(each)), ...(stop === null ? [] : [anchor(stop, 'link')])];
  return paperHtml({
    language,
    title: subject,
    card: styled('h1', 'title', escapeHtml(subject)) + lines + anchor(link, 'button'),
    footer: end.join('<br>'),
  });
}

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

export const styled = (tag: string, style: Style, content: string): string =>
  `<${tag} style="${STYLE[style]}">${content}</${tag}>`;

export const anchor = ({ text, url }: { readonly text: string; readonly url: string }, style: Style): string =>
  `<a href="${escapeHtml(url)}" style="${STYLE[style]}">${escapeHtml(text)}</a>`;

interface Paper {
  readonly language: string;
  readonly title: string;
  /** HTML of the card. */
  readonly card: string;
  readonly footer: string;
}

/** A page of one card, for mails and for the targets of their links: it needs no style sheet. */
export const paperHtml = ({ language, title, card, footer }: Paper): string =>
  `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
  '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">' +
  `<meta name="color-scheme" content="light"></head><body style="${STYLE.body}">` +
  styled('div', 'page', styled('p', 'name', 'Tablier') + styled('div', 'card', card) + styled('p', 'footer', footer)) +
  '</body></html>';

const MAX_LENGTH = 254;
/** One address without display name, comments and quotes. Whether it exists is checked by a mail to it. */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;

export const isMailAddress = (data: unknown): data is string =>
  typeof data === 'string' && data.length <= MAX_LENGTH && ADDRESS.test(data);
