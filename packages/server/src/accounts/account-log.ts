import type { NewEvent, StoredEvent } from '@tablier/store';
import type { Account, AccountEvent, OpenSession, Passkey } from './account.ts';

/** Event numbers that this divides hold a snapshot of the account, so a long log is read from the last one on. */
export const SNAPSHOT_EVERY = 200;

/** An account while it is being read. Only the functions below change one, and only before anybody else sees it. */
interface Draft extends Account {
  name: string;
  seq: number;
  createdAt: number;
  readonly sessions: Map<string, OpenSession>;
  login: string | null;
  passwordHash: string | null;
  readonly passkeys: Map<string, Passkey>;
  readonly traces: Set<string>;
  joins: string | null;
}

/** An account as a snapshot stores it. */
interface Snapshot extends Omit<Account, 'seq' | 'sessions' | 'passkeys' | 'traces'> {
  readonly sessions: readonly OpenSession[];
  readonly passkeys: readonly Passkey[];
  readonly traces: readonly string[];
}

/** Only the functions below write into these logs, so what is in them has the form they gave it. */
type StoredAccountEvent = AccountEvent | ({ readonly kind: 'snapshot' } & Snapshot);

/** Reads an account from its log, page by page, in time that grows with the number of events and nothing else. */
export class AccountReader {
  readonly #draft = emptyDraft();

  add(events: readonly StoredEvent[]): void {
    for (const event of events) apply(this.#draft, event);
  }

  /** The account so far; `null` before the first event. The reader may not be used afterwards. */
  account(): Account | null {
    return this.#draft.seq === 0 ? null : this.#draft;
  }
}

/** The account that a whole log tells of; `null` where there is none. */
export function accountOf(events: readonly StoredEvent[]): Account | null {
  const reader = new AccountReader();
  reader.add(events);
  return reader.account();
}

export const isSnapshot = (event: StoredEvent | undefined): boolean => event?.kind === 'snapshot';

/** What is to be appended for some events, snapshots included, and the account afterwards. `at` is in milliseconds since 1970. */
export function appended(
  account: Account,
  events: readonly AccountEvent[],
  at: number,
): { readonly stored: readonly NewEvent[]; readonly after: Account } {
  const draft = draftOf(account);
  const stored: NewEvent[] = [];
  const add = (event: NewEvent): void => {
    stored.push(event);
    apply(draft, { ...event, seq: draft.seq + 1 });
  };
  for (const event of events) {
    if ((draft.seq + 1) % SNAPSHOT_EVERY === 0) add({ at, kind: 'snapshot', data: snapshotOf(draft) });
    add(storedAccountEvent(event, at));
  }
  return { stored, after: draft };
}

/** The first events of a person who is new. */
export const storedAccountEvents = (events: readonly AccountEvent[], at: number): readonly NewEvent[] =>
  events.map((event) => storedAccountEvent(event, at));

function storedAccountEvent(event: AccountEvent, at: number): NewEvent {
  const { kind, ...data } = event;
  return { at, kind, data };
}

const emptyDraft = (): Draft => ({
  name: '',
  seq: 0,
  createdAt: 0,
  sessions: new Map(),
  login: null,
  passwordHash: null,
  passkeys: new Map(),
  traces: new Set(),
  joins: null,
});

const draftOf = (account: Account): Draft => ({
  ...account,
  sessions: new Map(account.sessions),
  passkeys: new Map(account.passkeys),
  traces: new Set(account.traces),
});

function snapshotOf(account: Account): Snapshot {
  const { seq: _, sessions, passkeys, traces, ...rest } = account;
  return { ...rest, sessions: [...sessions.values()], passkeys: [...passkeys.values()], traces: [...traces] };
}

function restore(draft: Draft, { sessions, passkeys, traces, ...rest }: Snapshot): void {
  Object.assign(draft, rest);
  for (const list of [draft.sessions, draft.passkeys, draft.traces]) list.clear();
  for (const session of sessions) draft.sessions.set(session.id, session);
  for (const passkey of passkeys) draft.passkeys.set(passkey.id, passkey);
  for (const table of traces) draft.traces.add(table);
}

function apply(draft: Draft, { seq, at, kind, data }: StoredEvent): void {
  change(draft, { kind, ...(data as object) } as StoredAccountEvent, at);
  draft.seq = seq;
  draft.createdAt ||= at;
}

function change(draft: Draft, event: StoredAccountEvent, at: number): void {
  const { sessions, passkeys } = draft;
  switch (event.kind) {
    case 'snapshot': {
      const { kind: _, ...snapshot } = event;
      return restore(draft, snapshot);
    }
    case 'named':
      draft.name = event.name;
      return;
    case 'session-opened': {
      const { id, hash, agent, confirmed = false, tracksUse = false } = event;
      const usedAt = tracksUse ? at : null;
      sessions.set(id, { id, hash, agent, openedAt: at, usedAt, confirmedAt: confirmed ? at : 0 });
      return;
    }
    case 'session-used':
      return update(sessions, event.id, { usedAt: at });
    case 'session-renewed':
      return update(sessions, event.id, { hash: event.hash });
    case 'session-confirmed':
      return update(sessions, event.id, { confirmedAt: at });
    case 'session-closed':
      sessions.delete(event.id);
      return;
    case 'password-set':
      draft.login = event.login;
      draft.passwordHash = event.hash;
      return;
    case 'passkey-added':
      passkeys.set(event.passkey.id, { ...event.passkey, addedAt: at });
      return;
    case 'passkey-used':
      return update(passkeys, event.id, { counter: event.counter });
    case 'passkey-removed':
      passkeys.delete(event.id);
      return;
    case 'traced':
      draft.traces.add(event.table);
      return;
    case 'joining':
      sessions.clear();
      draft.joins = event.person;
      return;
    case 'leaving':
      sessions.clear();
      passkeys.clear();
      draft.passwordHash = null;
  }
}

function update<T extends object>(map: Map<string, T>, key: string, changed: Partial<T>): void {
  const before = map.get(key);
  if (before !== undefined) map.set(key, { ...before, ...changed });
}
