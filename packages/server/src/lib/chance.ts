import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Rng } from '@tablier/core';

/** Everything on the server that must not be guessed. */
export interface Chance {
  /** A new id: 128 bits, 22 characters that need no escaping in an address. */
  id(): string;
  /** A secret of 256 bits, as hexadecimal digits. */
  secret(): string;
  /** For deals and for drawing seats. */
  readonly rng: Rng;
}

/** The operating system's generator. */
export const systemChance: Chance = {
  id: () => randomBytes(16).toString('base64url'),
  secret: () => randomBytes(32).toString('hex'),
  rng: { below: (bound) => randomInt(bound) },
};

/** SHA-256 as hexadecimal digits. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** An id that follows from a text, so that what is made twice is made once. */
export const idFrom = (text: string): string =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');

/** Whether a text can be the id of a table, and not of a log of something else. */
export const isTableId = (text: string): boolean => /^[\w-]{22}$/.test(text);
