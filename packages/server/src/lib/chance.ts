import { hash, randomBytes, randomInt } from 'node:crypto';
import type { Rng } from '@tablier/core';

export interface Chance {
  /** A new id: 128 bits, 22 characters that need no escaping in a URL. */
  id(): string;
  /** A secret of 256 bits, as hexadecimal digits. */
  secret(): string;
  readonly rng: Rng;
}

export const systemChance: Chance = {
  id: () => randomBytes(16).toString('base64url'),
  secret: () => randomBytes(32).toString('hex'),
  rng: { below: (bound) => randomInt(bound) },
};

export const sha256 = (text: string): string => hash('sha256', text);

/** An id derived from a text, so that creating the same thing twice yields one id. */
export const idFrom = (text: string): string => hash('sha256', text, 'buffer').subarray(0, 16).toString('base64url');

/** Whether a text can be the id of a table rather than of another log. */
export const isTableId = (text: string): boolean => /^[\w-]{22}$/.test(text);
