import type { Store } from '@tablier/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SECURITY_HEADERS } from '../http/security-headers.ts';
import { escapeHtml } from '../http/page-html.ts';
import { pageLanguage } from '../http/page-language.ts';
import { tooMany } from '../http/request.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { LinkPurpose, MailLink, MailLinks } from './mail-links.ts';
import { settingsOf } from './notifier.ts';
import { anchor, paperHtml, styled } from './mailer.ts';
import { NOTIFICATION_LANGUAGES, type NotificationTexts, textsIn } from './texts.ts';

interface MailPagesDeps {
  readonly store: Pick<Store, 'notifications'>;
  readonly links: MailLinks;
  readonly now: () => number;
  /** By address of the caller. */
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

/**
 * The targets of links in mails, without a sign-in. `GET` shows a page with one button, because programs that scan mails open every link.
 * The button, or the button of a mail program (RFC 8058), sends the `POST` that acts.
 */
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
  /** Returns whether the link still applies. */
  readonly act: (link: MailLink) => Promise<boolean>;
  readonly done: (texts: NotificationTexts) => string;
}

function addPage(app: FastifyInstance, deps: MailPagesDeps, purpose: LinkPurpose, page: LinkPage): void {
  const path = `/api/mail/${purpose}`;
  const open = async (request: LinkRequest, reply: FastifyReply): Promise<MailLink | null> => {
    const retryMs = deps.requests.take(request.ip);
    if (retryMs > 0) tooMany(reply, retryMs);
    const link = retryMs > 0 ? null : await deps.links.read(request.query.link, purpose);
    if (link === null && !reply.sent) sendPage(request, reply.code(410), (texts) => ({ text: texts.badLink }));
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

interface PageContent {
  readonly text: string;
  readonly button?: string;
}

function sendPage(
  request: LinkRequest,
  reply: FastifyReply,
  content: (texts: NotificationTexts) => PageContent,
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
