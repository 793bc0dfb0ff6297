import type { PasswordResetRepository, Store } from '@tablier/store';
import * as z from 'zod';
import { RESET_LIFE, resetPath } from '../accounts/reset-link.ts';
import { defineJob } from '../jobs/job-kind.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { type Chance, idFrom, sha256 } from '../lib/chance.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { Mailer } from './mailer.ts';
import { settingsOf } from './notifier.ts';
import { knownLanguage, textsIn } from './texts.ts';

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

/** The most accounts with one address that get a mail. */
const MAX_HOLDERS = 5;

interface ResetMailDeps {
  readonly store: Pick<Store, 'notifications' | 'passwordResets'>;
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
  readonly chance: Chance;
  /** The public origin of the site. */
  readonly origin: string;
  readonly now: () => number;
  /** By account. */
  readonly limit: RateLimiter;
}

/**
 * Mails with a link that sets a new password. The secret is in the part of the address that browsers do not send, and the store has only its
 * hash: it is in no log of this server, of a proxy or of another site.
 */
export class ResetMail {
  readonly #deps: ResetMailDeps;
  readonly #resets: PasswordResetRepository;

  constructor(deps: ResetMailDeps) {
    this.#deps = deps;
    this.#resets = deps.store.passwordResets;
    deps.jobs.handle(FIND_HOLDERS, (payload) => this.#find(payload));
    deps.jobs.handle(SEND_RESET, (payload) => this.#send(payload));
  }

  /** Does the same for every address, in the background, so the time does not reveal whether an account has it. */
  request(address: string, language: string): Promise<void> {
    return this.#deps.jobs.enqueue(FIND_HOLDERS, { address, language }, { key: idFrom(address.toLowerCase()) });
  }

  async #find({ address, language }: { address: string; language: string }): Promise<void> {
    const { jobs, limit } = this.#deps;
    for (const { account, username } of await this.#resets.holdersOf(address, MAX_HOLDERS))
      if (limit.take(account) === 0) await jobs.enqueue(SEND_RESET, { account, username, language }, { key: account });
  }

  async #send({ account, username, language: requested }: z.infer<typeof SEND_RESET.payload>): Promise<void> {
    const { store, mailer, chance, origin, now } = this.#deps;
    const targets = await store.notifications.targetsOf(account);
    const { email } = targets;
    if (email === null || email.confirmedAt === null) return;
    const secret = chance.secret();
    const createdAt = now();
    const reset = { tokenHash: sha256(secret), createdAt, expiresAt: createdAt + RESET_LIFE };
    const begun = await this.#resets.begin(account, email.address, reset);
    if (!begun.ok && begun.error === 'unavailable') throw new Error('the database does not answer');
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
  }
}
