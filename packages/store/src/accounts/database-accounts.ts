import { failure, success } from '@tablier/core';
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import type { Row, Statement } from '../operations.ts';
import { isId } from '../reads.ts';
import type { Schema } from '../schema.ts';
import { AccountReads, isGuest, isPasskeyId } from './account-reads.ts';
import {
  type AccountListener,
  type AccountRepository,
  type Changed,
  type FoundSession,
  type Gone,
  type NewGuest,
  type NewSession,
  type Passkey,
  type Proof,
  type ProofError,
  type Renewal,
  type SessionRef,
  type SpentChallenge,
  startOfDay,
} from './accounts.ts';
import { type AccountTableDeps, touch, updateOf } from './change-account.ts';
import { setPasswordStatements } from './claims.ts';
import { SessionCache } from './session-cache.ts';
import { changed, revisionIn, statement, transact, type TransactionExtras } from './transactions.ts';

/** The tables whose rows of an account end when its deletion begins. */
const OWNED = [
  'session',
  'token',
  'passkey',
  'password',
  'password_reset',
  'username',
  'account_settings',
  'profile',
  'moderator',
] as const;

interface AccountsDeps extends AccountTableDeps {
  readonly now: () => number;
  /** Starts notices. Resolves when none can be missed any more. */
  readonly watch: () => Promise<void>;
}

/**
 * Accounts in tables, for both databases. A change is a list of statements in one transaction. The first one updates the row of the account,
 * which serialises the changes of one account on PostgreSQL too. The later ones may therefore rely on the rows they read.
 */
export class DatabaseAccounts extends AccountReads implements AccountRepository {
  readonly #deps: AccountsDeps;
  readonly #database: Kysely<Schema>;
  readonly #sessions: SessionCache;

  constructor(deps: AccountsDeps) {
    super(deps.database);
    this.#deps = deps;
    this.#database = deps.database;
    this.#sessions = new SessionCache(deps.now);
    deps.notices.add((account) => this.#sessions.forget(account));
  }

  override findSession(session: string): Promise<FoundSession | null> {
    return this.#sessions.find(session, () => super.findSession(session));
  }

  createGuest({ id, name, session }: NewGuest, at: number): Changed<never> {
    if (!isId(id)) throw new RangeError(`not an id of an account: ${JSON.stringify(id)}`);
    const row = { id, name, created_at: at, seen_on: startOfDay(at), revision: 1, touched_at: this.#deps.clock() };
    const account = statement(this.#database.insertInto('account').values(row));
    return this.#change<never>([account, this.#open(id, session, { at, confirmedAt: 0 })]);
  }

  rename(by: SessionRef | Pick<SessionRef, 'account'>, name: string): Changed<Gone> {
    const named = statement(this.#database.updateTable('account').set({ name }).where('id', '=', by.account));
    return 'session' in by ? this.#changeBy(by, [this.#isOpen(by), named]) : this.#changeOf(by.account, [named]);
  }

  saveSettings(by: SessionRef, settings: unknown): Changed<Gone | 'guest'> {
    const { account, session } = by;
    if (!isId(account) || !isId(session)) return Promise.resolve(failure('gone'));
    const hasCredential = this.#holds(account, 'guest', (eb) => eb.not(isGuest(eb)));
    const text = JSON.stringify(settings);
    const saved = this.#database
      .insertInto('account_settings')
      .values({ account, settings: text })
      .onConflict((row) => row.column('account').doUpdateSet({ settings: text }));
    return this.#change([this.#lock(account), this.#isOpen(by), hasCredential, statement(saved)]);
  }

  signIn(
    account: string,
    session: NewSession,
    proof: Proof,
    { at, most }: { readonly at: number; readonly most: number },
  ): Changed<Gone | ProofError> {
    const own = this.#database.selectFrom('session').select('id').where('account', '=', account);
    const newest = own
      .orderBy('opened_at', 'desc')
      .orderBy('id', 'desc')
      .limit(most - 1);
    const oldest = this.#database.deleteFrom('session').where('account', '=', account).where('id', 'not in', newest);
    const seen = this.#database
      .updateTable('account')
      .set({ seen_on: startOfDay(at) })
      .where('id', '=', account);
    const opened = [statement(oldest), this.#open(account, session, { at, confirmedAt: at }), statement(seen)];
    return this.#changeOf(account, [...this.#proved(account, proof), ...opened]);
  }

  confirm(by: SessionRef, proof: Proof, at: number): Changed<Gone | ProofError> {
    const confirmed = this.#own(by).set({ confirmed_at: at });
    return this.#changeBy(by, [statement(confirmed, 'gone'), ...this.#proved(by.account, proof)]);
  }

  async noteUse(by: SessionRef, at: number): Changed<never> {
    const today = startOfDay(at);
    const used = this.#own(by).set({ used_on: today }).where('used_on', '<', today);
    const seen = this.#database.updateTable('account').set({ seen_on: today }).where('id', '=', by.account);
    // The account first, as in every other change of it: otherwise two transactions could wait for each other.
    const noted = await this.#change<never>([statement(seen.where('seen_on', '<', today)), statement(used)]);
    this.#sessions.forget(by.account);
    return noted;
  }

  async closeSessions(
    account: string,
    which: { readonly only: string } | { readonly except: string },
  ): Changed<Gone, readonly string[]> {
    if (!isId(account)) return failure('gone');
    if (!isId('only' in which ? which.only : which.except)) return success([]);
    const own = this.#database.deleteFrom('session').where('account', '=', account);
    const meant = 'only' in which ? own.where('id', '=', which.only) : own.where('id', '<>', which.except);
    const done = await this.#transact(account, [this.#touch(account), statement(meant.returning('id'))]);
    if (done.name === 'done') return success((done.rows[1] ?? []).map(({ id }) => String(id)));
    return failure(done.name === 'unavailable' ? 'unavailable' : 'gone');
  }

  setPassword(
    by: SessionRef,
    { username, hash }: { readonly username: string; readonly hash: string },
    renewal: Renewal,
  ): Changed<Gone | 'username-taken'> {
    const database = this.#database;
    const { account, session } = by;
    const others = database
      .deleteFrom('session')
      .where('account', '=', account)
      .where('id', '<>', session)
      .where(({ exists, selectFrom }) => exists(selectFrom('password').select('hash').where('account', '=', account)));
    return this.#changeBy(by, [
      this.#renewed(by, renewal),
      // Before the password is set: a first one closes no session.
      statement(others),
      ...setPasswordStatements(database, account, { username, hash }),
    ]);
  }

  addPasskey(
    by: SessionRef,
    { id, key, counter, transports, agent, addedAt }: Passkey,
    { renewal, spent, most }: { readonly renewal: Renewal; readonly spent: SpentChallenge; readonly most: number },
  ): Changed<Gone | 'challenge-spent' | 'known-passkey' | 'too-many-passkeys'> {
    const { account } = by;
    const hasRoom = this.#holds(account, 'too-many-passkeys', ({ eb, selectFrom, fn }) =>
      eb(selectFrom('passkey').select(fn.countAll().as('count')).where('account', '=', account), '<', most),
    );
    const details = { counter, transports: JSON.stringify(transports), agent, added_at: addedAt };
    const added = this.#database
      .insertInto('passkey')
      .values({ id, account, public_key: key, ...details })
      .onConflict((row) => row.doNothing());
    return this.#changeBy(by, [
      this.#renewed(by, renewal),
      this.#spend(spent),
      hasRoom,
      statement(added, 'known-passkey'),
    ]);
  }

  removePasskey(
    account: string,
    passkey: string,
    { evenLast }: { readonly evenLast: boolean },
  ): Changed<Gone | 'unknown-passkey' | 'last-credential'> {
    if (!isPasskeyId(passkey)) return Promise.resolve(failure('unknown-passkey'));
    const removed = this.#database.deleteFrom('passkey').where('account', '=', account).where('id', '=', passkey);
    const another = this.#holds(account, 'last-credential', (eb) => eb.not(isGuest(eb)));
    return this.#changeOf(account, [statement(removed, 'unknown-passkey'), ...(evenLast ? [] : [another])]);
  }

  noteStream(account: string, stream: string, most: number): Changed<Gone | 'full'> {
    if (!isId(account)) return Promise.resolve(failure('gone'));
    const own = this.#database.selectFrom('account_stream').where('account', '=', account);
    const hasRoom = this.#holds(account, 'full', ({ eb, or, exists, fn }) =>
      or([
        exists(own.select('stream').where('stream', '=', stream)),
        eb(own.select(fn.countAll().as('count')), '<', most),
      ]),
    );
    const noted = this.#database
      .insertInto('account_stream')
      .values({ account, stream })
      .onConflict((row) => row.doNothing());
    return this.#change([this.#lock(account), hasRoom, statement(noted)]);
  }

  beginDeletion(account: string, givesTo?: string): Changed<Gone | 'has-credential'> {
    const database = this.#database;
    const guest = this.#holds(account, 'has-credential', (eb) => isGuest(eb));
    const heir = database
      .selectFrom('account')
      .select('id')
      .where('id', '=', givesTo ?? '');
    const row = { account, begun_at: this.#deps.now(), gives_to: givesTo === undefined ? null : heir };
    const removed = OWNED.map((table) => statement(database.deleteFrom(table).where('account', '=', account)));
    const decided = statement(database.insertInto('pending_deletion').values(row));
    return this.#changeOf(account, [...(givesTo === undefined ? [] : [guest]), ...removed, decided], { erases: true });
  }

  async pendingDeletion(account: string) {
    const [found] = isId(account) ? await this.pendingDeletions(account) : [];
    return found ?? null;
  }

  erase(account: string): Changed<never> {
    if (!isId(account)) return Promise.resolve(success(null));
    const decided = this.#database.selectFrom('pending_deletion').select('account');
    const erased = this.#database.deleteFrom('account').where('id', '=', account).where('id', 'in', decided);
    return this.#change<never>([statement(erased)], { erases: true });
  }

  forgetChallenges(before: number): Changed<never> {
    const over = this.#database.deleteFrom('spent_challenge').where('expires_at', '<', before);
    return this.#change<never>([statement(over)]);
  }

  async follow(listener: AccountListener): Promise<() => void> {
    const stop = this.#deps.notices.add(listener);
    await this.#deps.watch();
    this.#sessions.start();
    return stop;
  }

  #touch(account: string): Statement {
    return touch(account, this.#deps);
  }

  /** The same for a change without a notice. */
  #lock(account: string): Statement {
    const locked = updateOf(account, this.#database).set(({ ref }) => ({ revision: ref('revision') }));
    return statement(locked, 'gone');
  }

  #own({ account, session }: SessionRef) {
    return this.#database.updateTable('session').where('account', '=', account).where('id', '=', session);
  }

  #isOpen({ account, session }: SessionRef): Statement {
    const own = this.#database.selectFrom('session').select('id').where('account', '=', account);
    return statement(own.where('id', '=', session), 'gone');
  }

  #open(
    account: string,
    { id, secretHash, agent }: NewSession,
    { at, confirmedAt }: { readonly at: number; readonly confirmedAt: number },
  ): Statement {
    const times = { opened_at: at, used_on: startOfDay(at), confirmed_at: confirmedAt };
    const row = { id, account, secret_hash: secretHash, agent, ...times };
    return statement(this.#database.insertInto('session').values(row));
  }

  #renewed(by: SessionRef, { at, replaces, secretHash }: Renewal): Statement {
    const set = { secret_hash: secretHash, confirmed_at: at };
    return statement(this.#own(by).set(set).where('secret_hash', '=', replaces), 'gone');
  }

  #proved(account: string, proof: Proof): readonly Statement[] {
    if (proof.kind === 'password') {
      const { hash, rehash = hash } = proof;
      const own = this.#database.updateTable('password').set({ hash: rehash }).where('account', '=', account);
      return [statement(own.where('hash', '=', hash), 'proof-changed')];
    }
    const { id, counter, spent } = proof;
    const own = this.#database.updateTable('passkey').set({ counter }).where('account', '=', account);
    return [this.#spend(spent), statement(own.where('id', '=', id), 'proof-changed')];
  }

  #spend({ challenge, expiresAt }: SpentChallenge): Statement {
    const row = this.#database.insertInto('spent_challenge').values({ challenge, expires_at: expiresAt });
    return statement(
      row.onConflict((known) => known.doNothing()),
      'challenge-spent',
    );
  }

  /** A statement that rolls the transaction back unless a condition holds for an account. */
  #holds(
    account: string,
    otherwise: string,
    condition: (eb: ExpressionBuilder<Schema, 'account'>) => Expression<SqlBool>,
  ): Statement {
    const own = this.#database.selectFrom('account').select('account.id').where('account.id', '=', account);
    return statement(own.where(condition), otherwise);
  }

  #changeBy<E extends string>(by: SessionRef, statements: readonly Statement[]): Changed<E> {
    return isId(by.session) ? this.#changeOf(by.account, statements) : Promise.resolve(failure('gone' as E));
  }

  #changeOf<E extends string>(
    account: string,
    statements: readonly Statement[],
    extras: TransactionExtras = {},
  ): Changed<E> {
    if (!isId(account)) return Promise.resolve(failure('gone' as E));
    return this.#change([this.#touch(account), ...statements], { ...extras, account });
  }

  async #change<E extends string>(
    statements: readonly Statement[],
    { account, ...extras }: TransactionExtras = {},
  ): Changed<E> {
    return changed<E>(await this.#transact(account, statements, extras));
  }

  async #transact(account: string | undefined, statements: readonly Statement[], extras: TransactionExtras = {}) {
    const own = account === undefined ? extras : { ...extras, account };
    const done = await transact(this.#deps.executor, statements, own);
    // A change without an answer may have been made, too.
    if (account !== undefined) this.#sessions.forget(account);
    if (done.name === 'done' && account !== undefined) this.#notify(account, done.rows);
    return done;
  }

  #notify(account: string, rows: readonly (readonly Row[])[]): void {
    this.#deps.notices.notify(account, revisionIn(rows));
  }
}
