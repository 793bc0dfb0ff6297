import * as z from 'zod/mini';

/** Every event with a number divisible by this is a snapshot. */
export const SNAPSHOT_EVERY = 200;

const named = z.object({ id: z.string() });

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

/** Parses the data of an event and applies it. */
type Applied = (account: LoggedAccount, data: unknown, at: number) => void;

const on =
  <S extends z.ZodMiniType>(
    schema: S,
    apply: (account: LoggedAccount, event: z.output<S>, at: number) => void,
  ): Applied =>
  (account, data, at) =>
    apply(account, schema.parse(data), at);

/** By kind, the events of accounts up to version 5. */
const EVENTS: Readonly<Record<string, Applied>> = {
  named: on(z.object({ name: z.string() }), (account, { name }) => Object.assign(account, { name })),
  'session-opened': on(
    z.object({
      id: z.string(),
      hash: z.string(),
      agent: z.string(),
      confirmed: z._default(z.boolean(), false),
      tracksUse: z._default(z.boolean(), false),
    }),
    ({ sessions }, { confirmed, tracksUse, ...opened }, at) => {
      const times = { openedAt: at, usedAt: tracksUse ? at : null, confirmedAt: confirmed ? at : 0 };
      sessions.set(opened.id, { ...opened, ...times });
    },
  ),
  'session-used': on(named, ({ sessions }, { id }, at) => update(sessions, id, { usedAt: at })),
  'session-renewed': on(z.extend(named, { hash: z.string() }), ({ sessions }, { id, hash }) =>
    update(sessions, id, { hash }),
  ),
  'session-confirmed': on(named, ({ sessions }, { id }, at) => update(sessions, id, { confirmedAt: at })),
  'session-closed': on(named, ({ sessions }, { id }) => sessions.delete(id)),
  'password-set': on(z.object({ login: z.string(), hash: z.string() }), (account, { login, hash }) =>
    Object.assign(account, { login, passwordHash: hash }),
  ),
  'passkey-added': on(z.object({ passkey: newPasskey }), ({ passkeys }, { passkey: added }, at) =>
    passkeys.set(added.id, { ...added, addedAt: at }),
  ),
  'passkey-used': on(z.extend(named, { counter: z.number() }), ({ passkeys }, { id, counter }) =>
    update(passkeys, id, { counter }),
  ),
  'passkey-removed': on(named, ({ passkeys }, { id }) => passkeys.delete(id)),
  traced: on(z.object({ table: z.string() }), ({ traces }, { table }) => traces.add(table)),
  joining: on(z.object({ person: z.string() }), (account, { person }) =>
    Object.assign(account, { joins: person, isLeaving: true }),
  ),
  leaving: on(z.object({}), (account) => Object.assign(account, { isLeaving: true })),
  snapshot: on(
    z.object({
      name: z.string(),
      createdAt: z.number(),
      sessions: z.array(session),
      login: z.nullable(z.string()),
      passwordHash: z.nullable(z.string()),
      passkeys: z.array(passkey),
      traces: z.array(z.string()),
      joins: z._default(z.nullable(z.string()), null),
    }),
    (account, { sessions, passkeys, traces, ...facts }) =>
      Object.assign(account, facts, {
        sessions: new Map(sessions.map((each) => [each.id, each])),
        passkeys: new Map(passkeys.map((each) => [each.id, each])),
        traces: new Set(traces),
      }),
  ),
};

/** Applies an event to an account. Throws for an event that no version wrote. */
export function addEvent(account: LoggedAccount, { at, kind, data }: LogRow): void {
  const apply = EVENTS[kind];
  if (apply === undefined) throw new Error(`no event of an account is called ${kind}`);
  apply(account, JSON.parse(data), at);
  account.createdAt ||= at;
}

function update<T extends object>(map: Map<string, T>, key: string, changed: Partial<T>): void {
  const before = map.get(key);
  if (before !== undefined) map.set(key, { ...before, ...changed });
}
