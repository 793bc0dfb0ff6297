import * as z from 'zod/mini';

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

/** What a person sees of their notifications. */
export interface NotificationState {
  /** The key of this server, which a browser needs to subscribe. */
  readonly publicKey: string;
  /** The endpoint of this session; `null` if it receives nothing. */
  readonly endpoint: string | null;
  /** The other sessions of the account that receive notifications. */
  readonly others: number;
  /** Whether this server sends mail. */
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
