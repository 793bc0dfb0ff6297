import { idFrom } from '../lib/chance.ts';

/** One browser that somebody is known by. */
export interface Session {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  /** What the browser says it is, for the list of sessions. */
  readonly agent: string;
  /** When it was last used, noted once a day; `null` where that is not known: it was opened by an older version and not used since. */
  readonly usedAt: number | null;
}

/** A session with what is kept to recognize it. */
export interface OpenSession extends Session {
  /** Of the secret in its token. */
  readonly hash: string;
  /** When somebody last showed in it that he is who he is, by password or passkey; 0 for never. */
  readonly confirmedAt: number;
}

/** A passkey of somebody, made by his device. */
export interface Passkey {
  /** The id of the credential, as the device knows it. */
  readonly id: string;
  /** The public key (COSE), in base64url. */
  readonly key: string;
  /** How often the device says that it was used; 0 where it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** Of the browser in which it was made. */
  readonly agent: string;
  readonly addedAt: number;
}

/** All that is kept of a person, as their log tells it. Immutable. */
export interface Account {
  readonly name: string;
  /** The number of the last event. */
  readonly seq: number;
  readonly createdAt: number;
  readonly sessions: ReadonlyMap<string, OpenSession>;
  /** What he types to sign in with a password; `null` for no password. */
  readonly login: string | null;
  readonly passwordHash: string | null;
  readonly passkeys: ReadonlyMap<string, Passkey>;
  /** Tables that name this person beside those where they sit, as older versions noted them. New ones are in `Traces`. */
  readonly traces: ReadonlySet<string>;
  /** Whose this guest's games are from now on: he goes, and takes them to an account that is his; `null` for nobody. */
  readonly joins: string | null;
}

/** What happens to an account. */
export type AccountEvent =
  | { readonly kind: 'named'; readonly name: string }
  | {
      readonly kind: 'session-opened';
      readonly id: string;
      readonly hash: string;
      readonly agent: string;
      /** Whether it was opened by signing in; a guest shows nothing. */
      readonly confirmed?: boolean;
      /** Whether its use is noted by day; missing in sessions of older versions. */
      readonly tracksUse?: boolean;
    }
  | { readonly kind: 'session-used'; readonly id: string }
  /** It has another secret. */
  | { readonly kind: 'session-renewed'; readonly id: string; readonly hash: string }
  | { readonly kind: 'session-confirmed'; readonly id: string }
  | { readonly kind: 'session-closed'; readonly id: string }
  | { readonly kind: 'password-set'; readonly login: string; readonly hash: string }
  | { readonly kind: 'passkey-added'; readonly passkey: Omit<Passkey, 'addedAt'> }
  | { readonly kind: 'passkey-used'; readonly id: string; readonly counter: number }
  | { readonly kind: 'passkey-removed'; readonly id: string }
  /** Only in logs of older versions. */
  | { readonly kind: 'traced'; readonly table: string }
  /** A guest who has signed in to an account of his: his games go there, and nobody is known as the guest any more. */
  | { readonly kind: 'joining'; readonly person: string }
  /** He wants to be deleted: nobody is known by anything any more. */
  | { readonly kind: 'leaving' };

/** How many ways somebody has to be known on another device. */
export const waysIn = ({ passwordHash, passkeys }: Account): number => passkeys.size + (passwordHash === null ? 0 : 1);

/** Whether there is no way to sign in: a guest is known by a session alone. */
export const isGuest = (account: Account): boolean => waysIn(account) === 0;

/** What a passkey is called outside: the browser's own id of it is nobody's business. */
export const passkeyName = (id: string): string => idFrom(`passkey ${id}`);

/** A session that was not used for so long is over. Milliseconds. */
const LONGEST_IDLE = 90 * 86_400_000;
const DAY = 86_400_000;

/** Whether a session is over because it was not used for so long. */
export const isForgotten = ({ usedAt }: Session, now: number): boolean =>
  usedAt !== null && now - usedAt > LONGEST_IDLE;

/** The beginning of a day in UTC: how exactly it is told when a session was used. */
export const startOfDay = (time: number): number => time - (time % DAY);
