import * as z from 'zod/mini';
import { MAX_NAME } from './limits.ts';
import { moment } from './values.ts';

/** What a person can be notified of while they are away, the most important first. */
export const NOTIFICATION_KINDS = ['over', 'began', 'turn', 'invitation'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

const kinds = z.array(z.enum(NOTIFICATION_KINDS)).check(z.maxLength(NOTIFICATION_KINDS.length));
/** A time of day: `22:30`. */
const timeOfDay = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/));

/** What a person is notified of, over which channels, and the quiet hours. */
export const notificationSettings = z.object({
  /** The tag of the language of notifications. */
  language: z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/)),
  /** The name of the time zone of quiet hours: `Europe/Paris`. */
  zone: z.string().check(z.regex(/^[A-Za-z0-9_+/-]{1,64}$/)),
  push: kinds,
  mail: kinds,
  /** From and until when nothing is sent, also over midnight; `null` for never. */
  quiet: z.nullable(z.object({ from: timeOfDay, until: timeOfDay })),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** For an account that has never chosen. */
export const DEFAULT_NOTIFICATIONS: NotificationSettings = {
  language: 'en',
  zone: 'UTC',
  push: [...NOTIFICATION_KINDS],
  mail: [...NOTIFICATION_KINDS],
  quiet: null,
};

/** Where a browser receives notifications (`PushSubscription.toJSON`). */
export const pushTarget = z.object({
  endpoint: z.string().check(z.maxLength(1024)),
  keys: z.object({
    p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/)),
  }),
});
export type PushTarget = z.infer<typeof pushTarget>;

export interface NotificationState {
  /** The key of this server, which a browser needs to subscribe. */
  readonly publicKey: string;
  /** The endpoint of this session; `null` if it receives nothing. */
  readonly endpoint: string | null;
  /** The other sessions of the account that receive notifications. */
  readonly others: number;
  readonly hasMail: boolean;
  readonly email: { readonly address: string; readonly isConfirmed: boolean } | null;
  /** `null` if nothing was chosen yet. */
  readonly settings: NotificationSettings | null;
}

/** What a push message contains, encrypted for one browser. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** A later message with the same tag replaces this one. */
  readonly tag: string;
  /** The path of the page that it leads to. */
  readonly path: string;
  readonly language: string;
}

/**
 * The settings that follow an account into every browser. A missing setting was never chosen. An unknown
 * one, of a newer client, is dropped.
 */
export const accountSettings = z.object({
  /** The tag of a language of the page. */
  language: z.exactOptional(z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/))),
  theme: z.exactOptional(z.enum(['system', 'light', 'dark'])),
  /** The woods and colours of the boards. */
  boards: z.exactOptional(z.enum(['natural', 'light', 'dark', 'contrast', 'distinct'])),
  turnsBoard: z.exactOptional(z.boolean()),
  chat: z.exactOptional(z.boolean()),
  coordinates: z.exactOptional(z.boolean()),
  sound: z.exactOptional(z.boolean()),
  view: z.exactOptional(z.enum(['2d', '3d'])),
  /** Against bots: warnings before a blunder. */
  warnings: z.exactOptional(z.boolean()),
  /** Against bots: a sentence about each of their moves. */
  coach: z.exactOptional(z.boolean()),
  /** Against bots: first games that teach. */
  guide: z.exactOptional(z.boolean()),
  /** At online tables, and against bots: moves chosen while others think. */
  premoves: z.exactOptional(z.boolean()),
  botPremoves: z.exactOptional(z.boolean()),
});
export type AccountSettings = z.infer<typeof accountSettings>;

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
