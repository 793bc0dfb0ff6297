import * as z from 'zod';
import { type ServerContext, idFrom, sha256 } from '../lib/context.ts';
import { defineJob, type JobQueue } from '../jobs/job-queue.ts';
import { mailFor, type MessageContext, type TableEventFor, settingsOf } from './messages.ts';
import type { Mailer } from './mailer.ts';
import type { MailLink, MailLinks } from './mail-links.ts';
import { knownLanguage, textsIn } from './texts.ts';
import { RESET_LIFE, resetPath } from '../accounts/passwords.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';

/** Asks the owner of an address to confirm it. Run again, it sends the same mail once more. */
const CONFIRM_ADDRESS = defineJob({
  kind: 'confirm-address',
  payload: z.object({ account: z.string(), language: z.string() }),
  parallel: 2,
  retries: 5,
  retrySeconds: 30,
  longestSeconds: 120,
});

/** How long the link in such a mail is valid. Milliseconds. */
const CONFIRM_LIFE = 2 * 86_400_000;

interface MailServiceDeps extends Pick<ServerContext, 'store' | 'now'> {
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
  readonly links: MailLinks;
  readonly origin: string;
}

export function createConfirmedMail({ store, jobs, mailer, links, origin, now }: MailServiceDeps) {
  const urlOf = async (link: MailLink): Promise<string> =>
    `${origin}/api/mail/${link.purpose}?link=${await links.write(link)}`;
  jobs.handle(CONFIRM_ADDRESS, async ({ account, language }) => {
    const { email } = await store.notifications.targetsOf(account);
    if (email === null || email.confirmedAt !== null) return;
    const texts = textsIn(language);
    const { address, addedAt } = email;
    const until = now() + CONFIRM_LIFE;
    await mailer.send({
      to: address,
      subject: texts.confirmSubject,
      language: knownLanguage(language),
      paragraphs: [texts.confirmText(new URL(origin).host)],
      link: { text: texts.confirmButton, url: await urlOf({ purpose: 'confirm', account, address, until }) },
      footer: [texts.confirmIgnore],
      stop: null,
      identity: `confirm ${account} ${address} ${addedAt}`,
    });
  });
  return {
    requestConfirmation: (account: string, language: string): Promise<void> =>
      jobs.enqueue(CONFIRM_ADDRESS, { account, language }, { key: account }),
    /** Rejects if the mail server does not take the mail. */
    async sendEvents(context: MessageContext, events: readonly TableEventFor[], to: string): Promise<void> {
      const stopUrl = await urlOf({ purpose: 'stop', account: context.person, address: to, until: null });
      await mailer.send(mailFor(context, events, { to, origin, stopUrl }));
    },
    close: (): Promise<void> => mailer.close(),
  };
}
export type ConfirmedMail = ReturnType<typeof createConfirmedMail>;

/** Finds the accounts with an address. It sends nothing, so the address is soon deleted even if no mail can be sent. */
const FIND_HOLDERS = defineJob({
  kind: 'find-password-owner',
  payload: z.object({ address: z.string(), language: z.string() }),
  parallel: 2,
  retries: 5,
  retrySeconds: 10,
  longestSeconds: 60,
});

/** Sends a link to the owner of an account. Run again, it sends another one, and only the newest is valid. */
const SEND_RESET = defineJob({
  kind: 'password-reset',
  payload: z.object({ account: z.string(), username: z.string().nullable(), language: z.string() }),
  parallel: 2,
  retries: 4,
  retrySeconds: 30,
  longestSeconds: 120,
});

const MAX_HOLDERS = 5;

interface ResetMailDeps extends Omit<MailServiceDeps, 'links'>, Pick<ServerContext, 'chance'> {
  readonly limit: RateLimiter;
}

/** The secret is where browsers do not send it, and only its hash is stored: it is in no log. */
export function createResetMail({ store, jobs, mailer, chance, origin, now, limit }: ResetMailDeps) {
  const { passwordResets: resets } = store;
  jobs.handle(FIND_HOLDERS, async ({ address, language }) => {
    for (const { account, username } of await resets.holdersOf(address, MAX_HOLDERS))
      if (limit.take(account) === 0) await jobs.enqueue(SEND_RESET, { account, username, language }, { key: account });
  });
  jobs.handle(SEND_RESET, async ({ account, username, language: requested }) => {
    const targets = await store.notifications.targetsOf(account);
    const { email } = targets;
    if (email === null || email.confirmedAt === null) return;
    const secret = chance.secret();
    const createdAt = now();
    const reset = { tokenHash: sha256(secret), createdAt, expiresAt: createdAt + RESET_LIFE };
    const begun = await resets.begin(account, email.address, reset);
    if (!begun.ok) return;
    const language = knownLanguage(targets.settings === null ? requested : settingsOf(targets).language);
    const texts = textsIn(language);
    const site = new URL(origin).host;
    await mailer.send({
      to: email.address,
      subject: texts.resetSubject,
      language,
      paragraphs: [
        texts.resetText(site),
        username === null ? texts.resetNoUsername : texts.resetUsername(username),
        texts.resetSessions,
      ],
      link: { text: texts.resetButton, url: `${origin}${resetPath(secret)}` },
      footer: [texts.resetIgnore],
      stop: null,
      identity: `reset ${account} ${reset.tokenHash}`,
    });
  });
  return {
    /** Does the same for every address, in the background, so the time does not reveal whether an account has it. */
    request: (address: string, language: string): Promise<void> =>
      jobs.enqueue(FIND_HOLDERS, { address, language }, { key: idFrom(address.toLowerCase()) }),
  };
}
export type ResetMail = ReturnType<typeof createResetMail>;
