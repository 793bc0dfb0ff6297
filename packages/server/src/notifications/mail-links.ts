import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
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

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Links in mails that act without a sign-in. Each contains its action, encrypted by this server: a link may be seen by others, and the id of
 * an account is for the server alone.
 */
export class MailLinks {
  readonly #key: ServerKey;
  readonly #now: () => number;

  constructor(key: ServerKey, now: () => number) {
    this.#key = key;
    this.#now = now;
  }

  /** The text of a link. */
  async write(content: MailLink): Promise<string> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, await this.#secret(), nonce);
    const text = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()]);
    return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url');
  }

  /** `null` if the text is not exactly what this server wrote, has another purpose, or has expired. */
  async read(text: unknown, purpose: LinkPurpose): Promise<MailLink | null> {
    if (typeof text !== 'string' || text.length > MAX_LENGTH) return null;
    const content = text.includes('.') ? await this.#signed(text) : this.#decrypted(text, await this.#secret());
    if (content === null) return null;
    const read = link.parse(JSON.parse(content));
    const isLate = read.until !== null && read.until < this.#now();
    return read.purpose === purpose && !isLate ? read : null;
  }

  #decrypted(text: string, secret: Buffer): string | null {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== text) return null;
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, NONCE_BYTES), options);
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }

  /** The content of a link of an earlier version, which was signed and not encrypted: links to stop mails stay valid. */
  async #signed(text: string): Promise<string | null> {
    const [content = ''] = text.split('.');
    const signature = createHmac('sha256', await this.#key.get())
      .update(content)
      .digest('base64url');
    const [given, own] = [Buffer.from(text), Buffer.from(`${content}.${signature}`)];
    if (given.length !== own.length || !timingSafeEqual(given, own)) return null;
    return Buffer.from(content, 'base64url').toString();
  }

  async #secret(): Promise<Buffer> {
    return createHmac('sha256', await this.#key.get())
      .update('links')
      .digest();
  }
}
