import type { Store } from '@tablier/store';
import * as z from 'zod';
import { defineJob } from '../jobs/job-kind.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { mailFor, type TableEventFor } from './messages.ts';
import type { Mailer } from './mailer.ts';
import type { MailLinks } from './mail-links.ts';
import { knownLanguage, textsIn } from './texts.ts';

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

interface MailServiceDeps {
  readonly store: Store;
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
  readonly links: MailLinks;
  /** The public origin of the site. */
  readonly origin: string;
  readonly now: () => number;
}

type MailContext = Parameters<typeof mailFor>[0];

/** Mails to addresses of accounts. */
export class ConfirmedMail {
  readonly #deps: MailServiceDeps;

  constructor(deps: MailServiceDeps) {
    this.#deps = deps;
    deps.jobs.handle(CONFIRM_ADDRESS, (payload) => this.#sendConfirmation(payload));
  }

  /** Sends a link to the new address of an account, in the background. */
  requestConfirmation(account: string, language: string): Promise<void> {
    return this.#deps.jobs.enqueue(CONFIRM_ADDRESS, { account, language }, { key: account });
  }

  /** Rejects if the mail server does not take the mail. */
  async sendEvents(context: MailContext, events: readonly TableEventFor[], to: string): Promise<void> {
    const { mailer, origin } = this.#deps;
    const stopUrl = await this.#url({ purpose: 'stop', account: context.person, address: to, until: null });
    await mailer.send(mailFor(context, events, { to, origin, stopUrl }));
  }

  close(): Promise<void> {
    return this.#deps.mailer.close();
  }

  async #sendConfirmation({ account, language }: { account: string; language: string }): Promise<void> {
    const { store, mailer, origin, now } = this.#deps;
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
      link: {
        text: texts.confirmButton,
        url: await this.#url({ purpose: 'confirm', account, address, until }),
      },
      footer: [texts.confirmIgnore],
      stop: null,
      identity: `confirm ${account} ${address} ${addedAt}`,
    });
  }

  async #url(link: Parameters<MailLinks['write']>[0]): Promise<string> {
    const { links, origin } = this.#deps;
    return `${origin}/api/mail/${link.purpose}?link=${await links.write(link)}`;
  }
}
