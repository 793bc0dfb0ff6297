import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import { answer, isGuest, isProgram, kindOf, parsedOrNull, rowOf, rowsOf } from '../repository.ts';
import {
  type Account,
  AccountChanges,
  type AccountName,
  type AccountTables,
  type FoundSession,
  type OpenSessions,
  type Passkey,
  type PendingDeletion,
} from './account.ts';

/** Statuses of streams in which a participating guest is not idle. */
const STANDING = ['open', 'seeking', 'running', 'over'] as const;

const SESSION = [
  'session.id',
  'session.opened_at as openedAt',
  'session.agent',
  'session.used_on as usedOn',
  'session.confirmed_at as confirmedAt',
] as const;

const sessionQuery = (database: Kysely<Schema>) =>
  database
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account')
    .select(SESSION)
    .select(['session.account', 'session.secret_hash as secretHash', 'account.name'])
    .select((eb) => [isGuest(eb).as('isGuest'), isProgram(eb).as('isProgram')])
    .where('session.id', '=', '')
    .compile();

type SessionQuery = ReturnType<typeof sessionQuery>;

export abstract class AccountReads extends AccountChanges {
  /** Written once: every request that is not in the cache asks it, and thousands at once when connections come back. */
  #sessionById: SessionQuery | undefined;

  /** Also finds an account that is being deleted. */
  async find(account: string): Promise<Account | null> {
    const { database } = this;
    const sessions = database.selectFrom('session').select(SESSION).where('account', '=', account);
    const passkeys = database.selectFrom('passkey').selectAll().where('account', '=', account);
    const [row, openSessions, ownPasskeys] = await Promise.all([
      rowOf(
        database
          .selectFrom('account')
          .leftJoin('username', 'username.account', 'account.id')
          .leftJoin('password', 'password.account', 'account.id')
          .select(['account.id', 'account.name', 'account.created_at as createdAt', 'username.name as username'])
          .select('password.hash as passwordHash')
          .where('account.id', '=', account),
      ),
      rowsOf(sessions.orderBy('opened_at').orderBy('id')),
      rowsOf(passkeys.orderBy('added_at').orderBy('id')),
    ]);
    if (row === undefined) return null;
    return { ...row, sessions: openSessions, passkeys: ownPasskeys.map(passkeyOf) };
  }

  async findSession(session: string): Promise<FoundSession | null> {
    this.#sessionById ??= sessionQuery(this.database);
    const query: SessionQuery = { ...this.#sessionById, parameters: [session] };
    const [row] = (await answer(this.database.executeQuery(query))).rows;
    return row === undefined ? null : { ...row, ...kindOf(row) };
  }

  /** The name of an account, whether it is a guest or a program, and the ids of its open sessions. */
  async openSessions(account: string): Promise<OpenSessions | null> {
    const rows = await rowsOf(
      this.database
        .selectFrom('account')
        .leftJoin('session', 'session.account', 'account.id')
        .select((eb) => ['account.name', 'session.id', isGuest(eb).as('isGuest'), isProgram(eb).as('isProgram')])
        .where('account.id', '=', account),
    );
    const [first] = rows;
    if (first === undefined) return null;
    const sessions = rows.flatMap(({ id }) => (id === null ? [] : [id]));
    return { name: first.name, ...kindOf(first), sessions };
  }

  async settingsOf(account: string): Promise<unknown> {
    const own = this.database.selectFrom('account_settings').select('settings').where('account', '=', account);
    const row = await rowOf(own);
    return row === undefined ? null : JSON.parse(row.settings);
  }

  /** The account with a username, and its password hash. The caller normalises the username. */
  async findPassword(username: string): Promise<{ readonly account: string; readonly hash: string } | null> {
    const row = await rowOf(
      this.database
        .selectFrom('username')
        .innerJoin('password', 'password.account', 'username.account')
        .select(['password.account', 'password.hash'])
        .where('username.name', '=', username),
    );
    return row ?? null;
  }

  /** The ids and names of the accounts after an id, in order of ids. */
  names({ after, limit }: { readonly after: string; readonly limit: number }): Promise<readonly AccountName[]> {
    const rows = this.database.selectFrom('account').select(['id', 'name']).where('id', '>', after);
    return rowsOf(rows.orderBy('id').limit(limit));
  }

  async findPasskey(account: string, passkey: string): Promise<Passkey | null> {
    const own = this.database.selectFrom('passkey').selectAll().where('account', '=', account);
    const row = await rowOf(own.where('id', '=', passkey));
    return row === undefined ? null : passkeyOf(row);
  }

  async streamsOf(account: string): Promise<readonly string[]> {
    const rows = this.database.selectFrom('account_stream').select('stream').where('account', '=', account);
    return (await rowsOf(rows.orderBy('stream'))).map(({ stream }) => stream);
  }

  pendingDeletions(): Promise<readonly PendingDeletion[]> {
    return rowsOf(this.#pending());
  }

  async pendingDeletion(account: string): Promise<PendingDeletion | null> {
    return (await rowOf(this.#pending().where('account.id', '=', account))) ?? null;
  }

  #pending() {
    return this.database
      .selectFrom('pending_deletion')
      .innerJoin('account', 'account.id', 'pending_deletion.account')
      .select(['account.id as account', 'account.name', 'pending_deletion.gives_to as givesTo'])
      .orderBy('pending_deletion.begun_at')
      .orderBy('pending_deletion.account');
  }

  /** Guests after an id, in order of ids, who were last seen before a time and take part in no stream that is not closed. */
  async idleGuests(wanted: {
    readonly seenBefore: number;
    readonly after: string;
    readonly limit: number;
  }): Promise<readonly string[]> {
    const { seenBefore, after, limit } = wanted;
    const rows = this.database
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
    return (await rowsOf(rows)).map(({ id }) => id);
  }
}

const passkeyOf = (row: AccountTables['passkey']): Passkey => ({
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
