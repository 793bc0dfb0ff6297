import * as z from 'zod/mini';
import { MAX_NAME } from './limits.ts';
import { moment } from './values.ts';

/**
 * What a token allows. `read`: its owner's own data and views. `play`: commands in the name of its owner. `bot`: the same as a program, whose
 * seats are marked and never rated.
 */
export const TOKEN_SCOPES = ['read', 'play', 'bot'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const MAX_TOKENS = 20;
/** The longest life of a token that expires, in days. */
export const MAX_TOKEN_DAYS = 3650;

export const newToken = z.strictObject({
  /** A line of text, checked with `parseLine`. */
  label: z.string().check(z.minLength(1), z.maxLength(2 * MAX_NAME)),
  scopes: z.array(z.enum(TOKEN_SCOPES)).check(z.minLength(1), z.maxLength(TOKEN_SCOPES.length)),
  /** After how many days it expires; `null` for never. */
  days: z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_TOKEN_DAYS))),
});
export type NewToken = z.infer<typeof newToken>;

/** A token as its owner sees it. The secret is only in the answer that creates it. */
export const ownToken = z.object({
  id: z.string(),
  label: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  createdAt: moment,
  /** `null` for never. */
  expiresAt: z.nullable(moment),
  /** The day of the last use, in UTC; `null` for never. */
  usedOn: z.nullable(moment),
});
export type OwnToken = z.infer<typeof ownToken>;

export const ownTokens = z.object({ tokens: z.array(ownToken) });
export const createdToken = z.object({ token: ownToken, secret: z.string() });
