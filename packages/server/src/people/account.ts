import type { NewEvent, StoredEvent } from '@tablier/store';
import { idFrom } from '../chance.ts';

/** One browser that somebody is known by. */
export interface Session {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  /** What the browser says it is, for the list of sessions. */
  readonly agent: string;
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

/** All that is kept of a person, as his log tells it. Immutable. */
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
  /** Tables where he is named, beside those at which he sits. */
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
    }
  | { readonly kind: 'session-confirmed'; readonly id: string }
  | { readonly kind: 'session-closed'; readonly id: string }
  | { readonly kind: 'password-set'; readonly login: string; readonly hash: string }
  | { readonly kind: 'passkey-added'; readonly passkey: Omit<Passkey, 'addedAt'> }
  | { readonly kind: 'passkey-used'; readonly id: string; readonly counter: number }
  | { readonly kind: 'passkey-removed'; readonly id: string }
  | { readonly kind: 'traced'; readonly table: string }
  /** A guest who has signed in to an account of his: his games go there, and nobody is known as the guest any more. */
  | { readonly kind: 'joining'; readonly person: string }
  /** He wants to be deleted: nobody is known by anything any more. */
  | { readonly kind: 'leaving' };

const NOBODY: Account = {
  name: '',
  seq: 0,
  createdAt: 0,
  sessions: new Map(),
  login: null,
  passwordHash: null,
  passkeys: new Map(),
  traces: new Set(),
  joins: null,
};

/** The account that a log tells of; `null` where there is none. */
export const accountOf = (events: readonly StoredEvent[]): Account | null =>
  events.length === 0 ? null : events.reduce(afterEvent, NOBODY);

export function storedAccountEvent(event: AccountEvent, at: number): NewEvent {
  const { kind, ...data } = event;
  return { at, kind, data };
}

function afterEvent(account: Account, { seq, at, kind, data }: StoredEvent): Account {
  // Only `storedAccountEvent` writes into these logs, so what is in them has the form it wrote.
  const event = { kind, ...(data as object) } as AccountEvent;
  return { ...account, ...changedBy(account, event, at), seq, createdAt: account.createdAt || at };
}

function changedBy(account: Account, event: AccountEvent, at: number): Partial<Account> {
  const { sessions, passkeys } = account;
  switch (event.kind) {
    case 'named':
      return { name: event.name };
    case 'session-opened': {
      const { id, hash, agent, confirmed = false } = event;
      return { sessions: withKey(sessions, id, { id, hash, agent, openedAt: at, confirmedAt: confirmed ? at : 0 }) };
    }
    case 'session-confirmed': {
      const session = sessions.get(event.id);
      return session === undefined ? {} : { sessions: withKey(sessions, event.id, { ...session, confirmedAt: at }) };
    }
    case 'session-closed':
      return { sessions: withoutKey(sessions, event.id) };
    case 'password-set':
      return { login: event.login, passwordHash: event.hash };
    case 'passkey-added':
      return { passkeys: withKey(passkeys, event.passkey.id, { ...event.passkey, addedAt: at }) };
    case 'passkey-used': {
      const passkey = passkeys.get(event.id);
      return passkey === undefined
        ? {}
        : { passkeys: withKey(passkeys, event.id, { ...passkey, counter: event.counter }) };
    }
    case 'passkey-removed':
      return { passkeys: withoutKey(passkeys, event.id) };
    case 'traced':
      return { traces: new Set(account.traces).add(event.table) };
    case 'joining':
      return { sessions: new Map(), joins: event.person };
    case 'leaving':
      return { sessions: new Map(), passkeys: new Map(), passwordHash: null };
  }
}

const withKey = <T>(map: ReadonlyMap<string, T>, key: string, value: T): ReadonlyMap<string, T> =>
  new Map(map).set(key, value);

function withoutKey<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}

/** How many ways somebody has to be known on another device. */
export const waysIn = ({ passwordHash, passkeys }: Account): number => passkeys.size + (passwordHash === null ? 0 : 1);

/** What a passkey is called outside: the browser's own id of it is nobody's business. */
export const passkeyName = (id: string): string => idFrom(`passkey ${id}`);
