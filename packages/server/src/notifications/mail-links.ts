import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { ServerKey } from '../accounts/server-key.ts';

/** What a link in a mail is for. */
export type LinkPurpose = 'confirm' | 'stop';

const link = z.object({
  purpose: z.enum(['confirm', 'stop']),
  account: z.string(),
  address: z.string(),
  /** Milliseconds since 1970; `null`: it stays valid. */
  until: z.number().nullable(),
});
export type MailLink = z.infer<typeof link>;

/** The most characters of a link, with its signature. */
const MAX_LENGTH = 2000;

/** Links in mails that act without a sign-in. Each contains its action, signed by this server. */
export class MailLinks {
  readonly #key: ServerKey;
  readonly #now: () => number;

  constructor(key: ServerKey, now: () => number) {
    this.#key = key;
    this.#now = now;
  }

  /** The text of a link. */
  async write(content: MailLink): Promise<string> {
    const text = Buffer.from(JSON.stringify(content)).toString('base64url');
    return `${text}.${await this.#sign(text)}`;
  }

  /** `null` if the text is not from this server, has another purpose, or has expired. */
  async read(text: unknown, purpose: LinkPurpose): Promise<MailLink | null> {
    if (typeof text !== 'string' || text.length > MAX_LENGTH) return null;
    const [content = '', signature = ''] = text.split('.');
    const [given, own] = [Buffer.from(signature), Buffer.from(await this.#sign(content))];
    if (given.length !== own.length || !timingSafeEqual(given, own)) return null;
    const read = link.parse(JSON.parse(Buffer.from(content, 'base64url').toString()));
    const isLate = read.until !== null && read.until < this.#now();
    return read.purpose === purpose && !isLate ? read : null;
  }

  async #sign(text: string): Promise<string> {
    return createHmac('sha256', await this.#key.get())
      .update(text)
      .digest('base64url');
  }
}
