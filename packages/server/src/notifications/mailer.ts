import type { Transporter } from 'nodemailer';
import { escapeHtml } from '../http/page-html.ts';
import { idFrom } from '../lib/chance.ts';
import { anchor, paperHtml, styled } from './paper.ts';

/** How this server sends mail. */
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
  /** The link that the mail is about. */
  readonly link: { readonly text: string; readonly url: string };
  readonly footer: readonly string[];
  /** The link that stops further mails; `null` in a mail that is not repeated. */
  readonly stop: { readonly text: string; readonly url: string } | null;
  /** The same for the same mail: a program that gets it twice shows it once. */
  readonly identity: string;
}

/** How long a mail server may take to answer. Milliseconds. */
const LONGEST = 20_000;

/** Sends mail over SMTP, each as plain text and as simple HTML. */
export class Mailer {
  readonly #settings: MailSettings;
  #transport: Promise<Transporter> | null = null;

  constructor(settings: MailSettings) {
    this.#settings = settings;
  }

  /** Rejects if the mail server does not take the mail. */
  async send(mail: Mail): Promise<void> {
    const { from } = this.#settings;
    const { to, subject, stop, identity } = mail;
    const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
    const transport = await this.#open();
    await transport.sendMail({
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
  }

  async close(): Promise<void> {
    (await this.#transport)?.close();
  }

  /** The library is loaded by servers that send mail only. */
  #open(): Promise<Transporter> {
    this.#transport ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url: this.#settings.url,
        pool: true,
        maxConnections: 2,
        connectionTimeout: LONGEST,
        greetingTimeout: LONGEST,
        socketTimeout: LONGEST,
      }),
    );
    return this.#transport;
  }
}

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
