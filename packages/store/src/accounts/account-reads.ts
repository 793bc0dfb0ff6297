import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import { answer, isId } from '../reads.ts';
import type { Schema } from '../schema.ts';
import { parsedOrNull } from '../summaries.ts';
import type {
  Account,
  AccountName,
  FoundSession,
  OpenSessions,
  Passkey,
  PendingDeletion,
  Session,
} from './accounts.ts';

/** Statuses of streams in which a participating guest is not idle. */
const STANDING = ['open', 'seeking', 'running', 'over'] as const;

/** The queries about accounts, the same for both databases. */
export class AccountReads {
  readonly #database: Kysely<Schema>;

  constructor(database: Kysely<Schema>) {
    this.#database = database;
  }

  async find(account: string): Promise<Account | null> {
    if (!isId(account)) return null;
    const database = this.#database;
    const [row, sessions, passkeys] = await answer(
      Promise.all([
        database
          .selectFrom('account')
          .leftJoin('username', 'username.account', 'account.id')
          .leftJoin('password', 'password.account', 'account.id')
          .select(['account.id', 'account.name', 'account.created_at', 'username.name as username', 'password.hash'])
          .where('account.id', '=', account)
          .executeTakeFirst(),
        database
          .selectFrom('session')
          .selectAll()
          .where('account', '=', account)
          .orderBy('opened_at')
          .orderBy('id')
          .execute(),
        database
          .selectFrom('passkey')
          .selectAll()
          .where('account', '=', account)
          .orderBy('added_at')
          .orderBy('id')
          .execute(),
      ]),
    );
    if (row === undefined) return null;
    const { id, name, created_at: createdAt, username, hash: passwordHash } = row;
    return {
      id,
      name,
      createdAt,
      username,
      passwordHash,
      sessions: sessions.map(sessionOf),
      passkeys: passkeys.map(passkeyOf),
    };
  }

  async findSession(session: string): Promise<FoundSession | null> {
    if (!isId(session)) return null;
    const row = await answer(
      this.#database
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.account')
        .selectAll('session')
        .select((eb) => ['account.name', isGuest(eb).as('is_guest')])
        .where('session.id', '=', session)
        .executeTakeFirst(),
    );
    if (row === undefined) return null;
    return {
      ...sessionOf(row),
      account: row.account,
      name: row.name,
      isGuest: isTrue(row.is_guest),
      secretHash: row.secret_hash,
    };
  }

  async openSessions(account: string): Promise<OpenSessions | null> {
    if (!isId(account)) return null;
    const rows = await answer(
      this.#database
        .selectFrom('account')
        .leftJoin('session', 'session.account', 'account.id')
        .select((eb) => ['account.name', 'session.id', isGuest(eb).as('is_guest')])
        .where('account.id', '=', account)
        .execute(),
    );
    const [first] = rows;
    if (first === undefined) return null;
    const sessions = rows.flatMap(({ id }) => (id === null ? [] : [id]));
    return { name: first.name, isGuest: isTrue(first.is_guest), sessions };
  }

  async settingsOf(account: string): Promise<unknown> {
    if (!isId(account)) return null;
    const own = this.#database.selectFrom('account_settings').select('settings').where('account', '=', account);
    const row = await answer(own.executeTakeFirst());
    return row === undefined ? null : JSON.parse(row.settings);
  }

  async findPassword(username: string): Promise<{ readonly account: string; readonly hash: string } | null> {
    // PostgreSQL rejects text with a zero character.
    if (username.includes('\0')) return null;
    const row = await answer(
      this.#database
        .selectFrom('username')
        .innerJoin('password', 'password.account', 'username.account')
        .select(['password.account', 'password.hash'])
        .where('username.name', '=', username)
        .executeTakeFirst(),
    );
    return row ?? null;
  }

  names({ after, limit }: { readonly after: string; readonly limit: number }): Promise<readonly AccountName[]> {
    const rows = this.#database.selectFrom('account').select(['id', 'name']).where('id', '>', after);
    return answer(rows.orderBy('id').limit(limit).execute());
  }

  async findPasskey(account: string, passkey: string): Promise<Passkey | null> {
    if (!isId(account) || !isPasskeyId(passkey)) return null;
    const own = this.#database.selectFrom('passkey').selectAll().where('account', '=', account);
    const row = await answer(own.where('id', '=', passkey).executeTakeFirst());
    return row === undefined ? null : passkeyOf(row);
  }

  async streamsOf(account: string): Promise<readonly string[]> {
    if (!isId(account)) return [];
    const rows = this.#database.selectFrom('account_stream').select('stream').where('account', '=', account);
    return (await answer(rows.orderBy('stream').execute())).map(({ stream }) => stream);
  }

  async pendingDeletions(account?: string): Promise<readonly PendingDeletion[]> {
    const all = this.#database
      .selectFrom('pending_deletion')
      .innerJoin('account', 'account.id', 'pending_deletion.account')
      .select(['account.id', 'account.name', 'pending_deletion.gives_to'])
      .orderBy('pending_deletion.begun_at')
      .orderBy('pending_deletion.account');
    const rows = account === undefined ? all : all.where('account.id', '=', account);
    return (await answer(rows.execute())).map(({ id, name, gives_to }) => ({ account: id, name, givesTo: gives_to }));
  }

  async idleGuests(wanted: {
    readonly seenBefore: number;
    readonly after: string;
    readonly limit: number;
  }): Promise<readonly string[]> {
    const { seenBefore, after, limit } = wanted;
    const rows = this.#database
      .selectFrom('account')
      .select('id')
      .where('seen_on', '<', seenBefore)
      .where('id', '>', after)
      .where((eb) => {
        const { not, exists, selectFrom } = eb;
        const pending = selectFrom('pending_deletion').select('account').whereRef('account', '=', 'account.id');
        const standing = selectFrom('participant')
          .innerJoin('listing', 'listing.match', 'participant.match')
          .select('participant.match')
          .whereRef('participant.person', '=', 'account.id')
          .where('listing.status', 'in', [...STANDING]);
        return isGuest(eb)
          .and(not(exists(pending)))
          .and(not(exists(standing)));
      })
      .orderBy('id')
      .limit(limit);
    return (await answer(rows.execute())).map(({ id }) => id);
  }
}

/** Whether the account of a row has no credential. */
export function isGuest(eb: ExpressionBuilder<Schema, 'account'>) {
  const own = (table: 'password' | 'passkey'): Expression<SqlBool> =>
    eb.exists(eb.selectFrom(table).select('account').whereRef('account', '=', 'account.id'));
  return eb.not(own('password')).and(eb.not(own('passkey')));
}

/** SQLite returns a number for a condition. */
const isTrue = (value: unknown): boolean => value === true || value === 1;

/** Whether a text has the form of the id of a passkey: base64url. */
export const isPasskeyId = (text: string): boolean => /^[\w-]{1,2000}$/.test(text);

const sessionOf = (row: Schema['session']): Session => ({
  id: row.id,
  openedAt: row.opened_at,
  agent: row.agent,
  usedOn: row.used_on,
  confirmedAt: row.confirmed_at,
});

const passkeyOf = (row: Schema['passkey']): Passkey => ({
  id: row.id,
  key: row.public_key,
  counter: row.counter,
  transports: textsIn(row.transports),
  agent: row.agent,
  addedAt: row.added_at,
});

/** The texts in a JSON list. Empty if it cannot be parsed: transports are optional. */
function textsIn(json: string): readonly string[] {
  const list = parsedOrNull(json);
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}
