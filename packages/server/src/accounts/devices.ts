import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Store } from '@tablier/store';
import type { Chance } from '../lib/chance.ts';
import { ServerKey } from './server-key.ts';

/**
 * Browsers in which a password was right before. Each has a cookie that says for which name to sign in with, signed by the server, and
 * tries of its own: wrong tries of strangers do not keep the owner out (OWASP calls this a device cookie). The cookie signs nobody in.
 */
export class Devices {
  readonly #key: ServerKey;
  readonly #chance: Chance;

  constructor(store: Store, chance: Chance) {
    this.#key = new ServerKey(store, chance, 'devices');
    this.#chance = chance;
  }

  /** The value of a new cookie for a browser in which the password of this name was right. */
  async issue(login: string): Promise<string> {
    const id = this.#chance.id();
    return `${id}.${(await this.#signatureOf(id, login)).toString('base64url')}`;
  }

  /** The id of the browser, where the cookie was given out for this name; else `null`. */
  async find(cookie: string | null, login: string): Promise<string | null> {
    const [id = '', signature = ''] = (cookie ?? '').split('.');
    const given = Buffer.from(signature, 'base64url');
    const expected = await this.#signatureOf(id, login);
    return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
  }

  async #signatureOf(id: string, login: string): Promise<Buffer> {
    return createHmac('sha256', await this.#key.get())
      .update(JSON.stringify([id, login]))
      .digest();
  }
}
