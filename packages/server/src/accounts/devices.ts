import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Store } from '@tablier/store';
import type { Chance } from '../lib/chance.ts';
import { ServerKey } from './server-key.ts';

/**
 * Device cookies (OWASP): a browser in which a password was correct gets a signed cookie for that username, and its own limit of attempts.
 * Wrong attempts of strangers then do not lock the owner out. The cookie does not sign anyone in.
 */
export class Devices {
  readonly #key: ServerKey;
  readonly #chance: Chance;

  constructor(store: Store, chance: Chance) {
    this.#key = new ServerKey(store, chance, 'devices');
    this.#chance = chance;
  }

  /** The value of a new cookie for a browser in which the password of this username was correct. */
  async issue(username: string): Promise<string> {
    const id = this.#chance.id();
    return `${id}.${(await this.#signatureOf(id, username)).toString('base64url')}`;
  }

  /** The id of the browser, if the cookie was issued for this username; otherwise `null`. */
  async find(cookie: string | null, username: string): Promise<string | null> {
    const [id = '', signature = ''] = (cookie ?? '').split('.');
    const given = Buffer.from(signature, 'base64url');
    const expected = await this.#signatureOf(id, username);
    return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
  }

  async #signatureOf(id: string, username: string): Promise<Buffer> {
    return createHmac('sha256', await this.#key.get())
      .update(JSON.stringify([id, username]))
      .digest();
  }
}
