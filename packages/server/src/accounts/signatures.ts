import type { Store } from '@tablier/store';
import type { Chance } from '../lib/chance.ts';
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret that all nodes on a database share, for one purpose. The first node that needs it creates it. */
export class ServerKey {
  readonly #store: Store;
  readonly #chance: Chance;
  readonly #name: string;
  #key: string | null = null;

  constructor(store: Store, chance: Chance, name: string) {
    this.#store = store;
    this.#chance = chance;
    this.#name = name;
  }

  /** Created when it is first needed, so that an unused database stays empty and a backup can be restored into it. */
  async get(): Promise<string> {
    this.#key ??= await this.#store.secret(this.#name, this.#chance.secret());
    return this.#key;
  }
}

/** A challenge may be answered for this time, so that the user can find their phone. Milliseconds. */
export const CHALLENGE_LIFETIME = 5 * 60_000;
const CHANCE_BYTES = 16;
const TIME_BYTES = 6;
const SIGNED_BYTES = CHANCE_BYTES + TIME_BYTES;

type ChallengePurpose = 'sign-in' | 'confirm' | 'add-passkey';

/** The scope in which a challenge was issued. An answer must have the same scope. */
export interface ChallengeScope {
  readonly purpose: ChallengePurpose;
  /** The session, or without one the value of the challenge cookie. */
  readonly holder: string;
  readonly host: string;
}

/**
 * Challenges for passkeys: random bytes, the time of expiry, and a signature of both and of the scope, so that nodes need not store them.
 * The caller must ensure that each is answered once (`SpentChallenge`).
 */
export class Challenges {
  readonly #key: ServerKey;
  readonly #now: () => number;

  constructor(store: Store, chance: Chance, now: () => number) {
    this.#key = new ServerKey(store, chance, 'challenges');
    this.#now = now;
  }

  async issue(scope: ChallengeScope): Promise<Uint8Array<ArrayBuffer>> {
    const time = Buffer.alloc(TIME_BYTES);
    time.writeUIntBE(this.#now() + CHALLENGE_LIFETIME, 0, TIME_BYTES);
    const signed = Buffer.concat([randomBytes(CHANCE_BYTES), time]);
    return Uint8Array.from(Buffer.concat([signed, await this.#signatureOf(signed, scope)]));
  }

  async isValid(challenge: string, scope: ChallengeScope): Promise<boolean> {
    const bytes = Buffer.from(challenge, 'base64url');
    const [signed, signature] = [bytes.subarray(0, SIGNED_BYTES), bytes.subarray(SIGNED_BYTES)];
    const expected = await this.#signatureOf(signed, scope);
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return false;
    return signed.readUIntBE(CHANCE_BYTES, TIME_BYTES) >= this.#now();
  }

  async #signatureOf(signed: Buffer, { purpose, holder, host }: ChallengeScope): Promise<Buffer> {
    return createHmac('sha256', await this.#key.get())
      .update(JSON.stringify([purpose, holder, host]))
      .update(signed)
      .digest();
  }
}

/** Device cookies (OWASP): a known browser has its own limit, so that strangers do not lock the owner out. */
export class Devices {
  readonly #key: ServerKey;
  readonly #chance: Chance;

  constructor(store: Store, chance: Chance) {
    this.#key = new ServerKey(store, chance, 'devices');
    this.#chance = chance;
  }

  async issue(username: string): Promise<string> {
    const id = this.#chance.id();
    return `${id}.${(await this.#signatureOf(id, username)).toString('base64url')}`;
  }

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

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Texts that only a node of this server can read or make, so that they need not be stored. */
export class Seals {
  readonly #key: ServerKey;

  constructor(key: ServerKey) {
    this.#key = key;
  }

  async seal(text: string): Promise<string> {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, await this.#bytes(), iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** `null` for anything that was not sealed. */
  async open(sealed: string): Promise<string | null> {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < IV_BYTES + TAG_BYTES) return null;
    const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
    const opener = createDecipheriv(CIPHER, await this.#bytes(), iv).setAuthTag(tag);
    try {
      return opener.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + opener.final('utf8');
    } catch {
      return null;
    }
  }

  async #bytes(): Promise<Buffer> {
    return createHash('sha256')
      .update(await this.#key.get())
      .digest();
  }
}
