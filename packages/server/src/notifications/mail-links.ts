import * as z from 'zod';
import { timingSafeEqual } from 'node:crypto';
import type { ServerKey } from '../accounts/signatures.ts';
import type { Store } from '@tablier/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SECURITY_HEADERS } from '../http/create-http.ts';
import { escapeHtml } from '../http/page-html.ts';
import { pageLanguage } from '../http/page-texts.ts';
import { checkLimit } from '../http/request.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { settingsOf } from './messages.ts';
import { anchor, paperHtml, styled } from './mailer.ts';
import { NOTIFICATION_LANGUAGES, type NotificationTexts, textsIn } from './texts.ts';

interface MailPagesDeps {
  readonly store: Pick<Store, 'notifications'>;
  readonly links: MailLinks;
  readonly now: () => number;
  readonly requests: RateLimiter;
}

type LinkRequest = FastifyRequest<{ Querystring: { link?: unknown } }>;

/** The page has a form to its own server, which needs the origin of the page, and nothing else. */
const HEADERS = {
  'content-security-policy': (SECURITY_HEADERS['content-security-policy'] ?? '').replace(
    "form-action 'none'",
    "form-action 'self'",
  ),
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** `GET` shows one button, because scanners open every link. The button (or a mail program, RFC 8058) sends `POST`. */
export function addMailPages(app: FastifyInstance, deps: MailPagesDeps): void {
  app.register(async (scope) => {
    // A form, whose content does not matter: the address says what to do.
    scope.addContentTypeParser('*', { bodyLimit: 1024, parseAs: 'string' }, (_, __, done) => done(null, null));
    addPage(scope, deps, 'confirm', {
      button: (texts) => ({ text: texts.confirmSubject, button: texts.confirmButton }),
      act: async ({ account, address }) => deps.store.notifications.confirmEmail(account, address, deps.now()),
      done: (texts) => texts.confirmed,
    });
    addPage(scope, deps, 'stop', {
      button: (texts, { address }) => ({ text: texts.stopText(address), button: texts.stop }),
      act: (link) => stopMail(link, deps),
      done: (texts) => texts.stopped,
    });
  });
}

interface LinkPage {
  readonly button: (texts: NotificationTexts, link: MailLink) => { readonly text: string; readonly button: string };
  readonly act: (link: MailLink) => Promise<boolean>;
  readonly done: (texts: NotificationTexts) => string;
}

function addPage(app: FastifyInstance, deps: MailPagesDeps, purpose: LinkPurpose, page: LinkPage): void {
  const path = `/api/mail/${purpose}`;
  const open = async (request: LinkRequest, reply: FastifyReply): Promise<MailLink | null> => {
    checkLimit(deps.requests.take(request.ip));
    const link = await deps.links.read(request.query.link, purpose);
    if (link === null) sendPage(request, reply.code(410), (texts) => ({ text: texts.badLink }));
    return link;
  };
  app.get<{ Querystring: { link?: unknown } }>(path, async (request, reply) => {
    const link = await open(request, reply);
    return link === null ? reply : sendPage(request, reply, (texts) => page.button(texts, link));
  });
  app.post<{ Querystring: { link?: unknown } }>(path, async (request, reply) => {
    const link = await open(request, reply);
    if (link === null) return reply;
    const isDone = await page.act(link);
    return sendPage(request, reply.code(isDone ? 200 : 410), (texts) => ({
      text: isDone ? page.done(texts) : texts.badLink,
    }));
  });
}

/** Turns all mails of an account off. Its address stays, so that they can be turned on again. */
async function stopMail({ account }: MailLink, { store }: MailPagesDeps): Promise<boolean> {
  const settings = settingsOf(await store.notifications.targetsOf(account));
  return (await store.notifications.saveSettings(account, { ...settings, mail: [] })) === 'saved';
}

function sendPage(
  request: LinkRequest,
  reply: FastifyReply,
  content: (texts: NotificationTexts) => { readonly text: string; readonly button?: string },
): FastifyReply {
  const { language } = pageLanguage(request, NOTIFICATION_LANGUAGES, 'en');
  const texts = textsIn(language);
  const { text, button } = content(texts);
  const form =
    button === undefined ? '' : `<form method="post">${styled('button', 'button', escapeHtml(button))}</form>`;
  return reply
    .headers(HEADERS)
    .type('text/html; charset=utf-8')
    .send(
      paperHtml({
        language,
        title: 'Tablier',
        card: styled('h1', 'title', escapeHtml(text)) + form,
        footer: anchor({ text: texts.toSite, url: '/account' }, 'link'),
      }),
    );
}

export type LinkPurpose = 'confirm' | 'stop';

const link = z.object({
  purpose: z.enum(['confirm', 'stop']),
  account: z.string(),
  address: z.string(),
  /** Milliseconds since 1970; `null`: it stays valid. */
  until: z.number().nullable(),
});
export type MailLink = z.infer<typeof link>;

const MAX_LENGTH = 2000;

/** Links that act without a sign-in, encrypted: others may see them, and account ids are for the server alone. */
export const createMailLinks = (key: ServerKey, now: () => number) => ({
  write: (content: MailLink): Promise<string> => key.seal(JSON.stringify(content)),
  /** `null` if the text is not exactly what this server wrote, has another purpose, or has expired. */
  async read(text: unknown, purpose: LinkPurpose): Promise<MailLink | null> {
    if (typeof text !== 'string' || text.length > MAX_LENGTH) return null;
    const content = text.includes('.') ? await signedContent(text, key) : await key.open(text);
    if (content === null) return null;
    const read = link.parse(JSON.parse(content));
    const isLate = read.until !== null && read.until < now();
    return read.purpose === purpose && !isLate ? read : null;
  },
});
export type MailLinks = ReturnType<typeof createMailLinks>;

/** The content of a link of an earlier version, which was signed and not encrypted: links to stop mails stay valid. */
async function signedContent(text: string, key: ServerKey): Promise<string | null> {
  const [content = ''] = text.split('.');
  const signature = (await key.sign(content)).toString('base64url');
  const [given, own] = [Buffer.from(text), Buffer.from(`${content}.${signature}`)];
  if (given.length !== own.length || !timingSafeEqual(given, own)) return null;
  return Buffer.from(content, 'base64url').toString();
}
