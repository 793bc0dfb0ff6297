import * as z from 'zod/mini';

/** Every event with a number divisible by this is a snapshot. */
export const SNAPSHOT_EVERY = 200;

const session = z.object({
  id: z.string(),
  openedAt: z.number(),
  agent: z.string(),
  usedAt: z._default(z.nullable(z.number()), null),
  hash: z.string(),
  confirmedAt: z._default(z.number(), 0),
});

const newPasskey = z.object({
  id: z.string(),
  key: z.string(),
  counter: z.number(),
  transports: z.array(z.string()),
  agent: z.string(),
});

const passkey = z.extend(newPasskey, { addedAt: z.number() });

/** The events of accounts up to version 5. */
const accountEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('named'), name: z.string() }),
  z.object({
    kind: z.literal('session-opened'),
    id: z.string(),
    hash: z.string(),
    agent: z.string(),
    confirmed: z._default(z.boolean(), false),
    tracksUse: z._default(z.boolean(), false),
  }),
  z.object({ kind: z.literal('session-used'), id: z.string() }),
  z.object({ kind: z.literal('session-renewed'), id: z.string(), hash: z.string() }),
  z.object({ kind: z.literal('session-confirmed'), id: z.string() }),
  z.object({ kind: z.literal('session-closed'), id: z.string() }),
  z.object({ kind: z.literal('password-set'), login: z.string(), hash: z.string() }),
  z.object({ kind: z.literal('passkey-added'), passkey: newPasskey }),
  z.object({ kind: z.literal('passkey-used'), id: z.string(), counter: z.number() }),
  z.object({ kind: z.literal('passkey-removed'), id: z.string() }),
  z.object({ kind: z.literal('traced'), table: z.string() }),
  z.object({ kind: z.literal('joining'), person: z.string() }),
  z.object({ kind: z.literal('leaving') }),
  z.object({
    kind: z.literal('snapshot'),
    name: z.string(),
    createdAt: z.number(),
    sessions: z.array(session),
    login: z.nullable(z.string()),
    passwordHash: z.nullable(z.string()),
    passkeys: z.array(passkey),
    traces: z.array(z.string()),
    joins: z._default(z.nullable(z.string()), null),
  }),
]);

type AccountEvent = z.infer<typeof accountEvent>;

export interface LoggedAccount {
  name: string;
  createdAt: number;
  readonly sessions: Map<string, z.infer<typeof session>>;
  login: string | null;
  passwordHash: string | null;
  readonly passkeys: Map<string, z.infer<typeof passkey>>;
  readonly traces: Set<string>;
  joins: string | null;
  isLeaving: boolean;
}

export const emptyAccount = (): LoggedAccount => ({
  name: '',
  createdAt: 0,
  sessions: new Map(),
  login: null,
  passwordHash: null,
  passkeys: new Map(),
  traces: new Set(),
  joins: null,
  isLeaving: false,
});

export interface LogRow {
  readonly seq: number;
  readonly at: number;
  readonly kind: string;
  readonly data: string;
}

/** Applies an event to an account. Throws for an event that no version wrote. */
export function addEvent(account: LoggedAccount, { at, kind, data }: LogRow): void {
  const event = accountEvent.parse({ ...z.looseObject({}).parse(JSON.parse(data)), kind });
  account.createdAt ||= at;
  apply(account, event, at);
}

function apply(account: LoggedAccount, event: AccountEvent, at: number): void {
  const { sessions, passkeys } = account;
  switch (event.kind) {
    case 'snapshot':
      return restoreSnapshot(account, event);
    case 'named':
      account.name = event.name;
      return;
    case 'session-opened': {
      const { id, hash, agent, confirmed, tracksUse } = event;
      const times = { openedAt: at, usedAt: tracksUse ? at : null, confirmedAt: confirmed ? at : 0 };
      sessions.set(id, { id, hash, agent, ...times });
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
      account.login = event.login;
      account.passwordHash = event.hash;
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
      account.traces.add(event.table);
      return;
    case 'joining':
      account.joins = event.person;
      account.isLeaving = true;
      return;
    case 'leaving':
      account.isLeaving = true;
  }
}

function restoreSnapshot(account: LoggedAccount, snapshot: Extract<AccountEvent, { kind: 'snapshot' }>): void {
  const { name, createdAt, login, passwordHash, joins } = snapshot;
  Object.assign(account, { name, createdAt, login, passwordHash, joins });
  for (const list of [account.sessions, account.passkeys, account.traces]) list.clear();
  for (const each of snapshot.sessions) account.sessions.set(each.id, each);
  for (const each of snapshot.passkeys) account.passkeys.set(each.id, each);
  for (const table of snapshot.traces) account.traces.add(table);
}

function update<T extends object>(map: Map<string, T>, key: string, changed: Partial<T>): void {
  const before = map.get(key);
  if (before !== undefined) map.set(key, { ...before, ...changed });
}
