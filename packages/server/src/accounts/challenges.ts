import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Store } from '@tablier/store';
import type { Chance } from '../lib/chance.ts';
import { ServerKey } from './server-key.ts';

/** So long a challenge may be answered: the user has to find their phone. Milliseconds. */
export const CHALLENGE_LIFE = 5 * 60_000;
const CHANCE_BYTES = 16;
const TIME_BYTES = 6;
const SIGNED_BYTES = CHANCE_BYTES + TIME_BYTES;

/** What an answer is for: one for signing in is good for nothing else. */
export type ChallengePurpose = 'sign-in' | 'confirm' | 'add-passkey';

/** Where a challenge was given out, and for what; an answer from elsewhere, or for something else, does not count. */
export interface ChallengeScope {
  readonly purpose: ChallengePurpose;
  /** The session, or for who has none a cookie. */
  readonly holder: string;
  readonly host: string;
}

/**
 * Challenges for passkeys: chance, the time until which they hold, and a signature over both and their scope. So no node has to remember
 * any. That each is answered once is seen to by whoever takes the answer: it names the change that it leads to.
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
    time.writeUIntBE(this.#now() + CHALLENGE_LIFE, 0, TIME_BYTES);
    const signed = Buffer.concat([randomBytes(CHANCE_BYTES), time]);
    return Uint8Array.from(Buffer.concat([signed, await this.#signatureOf(signed, scope)]));
  }

  /** Whether a challenge, in base64url, was given out here for this and still holds. */
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
