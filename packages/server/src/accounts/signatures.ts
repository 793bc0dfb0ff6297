import type { Store } from '@tablier/store';
import type { Chance } from '../lib/context.ts';
import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

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

  async sign(...parts: readonly (string | Buffer)[]): Promise<Buffer> {
    const hmac = createHmac('sha256', await this.get());
    for (const part of parts) hmac.update(part);
    return hmac.digest();
  }

  async isSigned(signature: Buffer, ...parts: readonly (string | Buffer)[]): Promise<boolean> {
    const expected = await this.sign(...parts);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  }

  /** A text that only a node of this server can read or make, so that it need not be stored. `links`: links of earlier mails stay valid. */
  async seal(text: string): Promise<string> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, await this.sign('links'), nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
  }

  /** `null` for anything but exactly what was sealed. */
  async open(sealed: string): Promise<string | null> {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return null;
    const options = { authTagLength: TAG_BYTES };
    const opener = createDecipheriv(CIPHER, await this.sign('links'), bytes.subarray(0, NONCE_BYTES), options);
    opener.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return opener.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + opener.final('utf8');
    } catch {
      return null;
    }
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
export const createChallenges = (key: ServerKey, now: () => number) => ({
  async issue(scope: ChallengeScope): Promise<Uint8Array<ArrayBuffer>> {
    const time = Buffer.alloc(TIME_BYTES);
    time.writeUIntBE(now() + CHALLENGE_LIFETIME, 0, TIME_BYTES);
    const signed = Buffer.concat([randomBytes(CHANCE_BYTES), time]);
    return Uint8Array.from(Buffer.concat([signed, await key.sign(textOf(scope), signed)]));
  },
  async isValid(challenge: string, scope: ChallengeScope): Promise<boolean> {
    const bytes = Buffer.from(challenge, 'base64url');
    const [signed, signature] = [bytes.subarray(0, SIGNED_BYTES), bytes.subarray(SIGNED_BYTES)];
    if (!(await key.isSigned(signature, textOf(scope), signed))) return false;
    return signed.readUIntBE(CHANCE_BYTES, TIME_BYTES) >= now();
  },
});
export type Challenges = ReturnType<typeof createChallenges>;

const textOf = ({ purpose, holder, host }: ChallengeScope): string => JSON.stringify([purpose, holder, host]);

/** Device cookies (OWASP): a known browser has its own limit, so that strangers do not lock the owner out. */
export const createDevices = (key: ServerKey, chance: Chance) => ({
  async issue(username: string): Promise<string> {
    const id = chance.id();
    return `${id}.${(await key.sign(JSON.stringify([id, username]))).toString('base64url')}`;
  },
  async find(cookie: string | null, username: string): Promise<string | null> {
    const [id = '', signature = ''] = (cookie ?? '').split('.');
    const isSigned = await key.isSigned(Buffer.from(signature, 'base64url'), JSON.stringify([id, username]));
    return isSigned ? id : null;
  },
});
