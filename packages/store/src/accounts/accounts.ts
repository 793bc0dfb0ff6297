import { failure, success, words } from '@tablier/core';
import type { Statement } from '../operations.ts';
import { type Changed, changed, ifNew, isGuest, isId, type RepositoryDeps, statement } from '../repository.ts';
import {
  type AccountChanges,
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
} from './account.ts';
import { AccountReads } from './account-reads.ts';
import { SessionCache } from './session-cache.ts';

/** The tables whose rows of an account end when its deletion begins. */
const OWNED = words(
  'session token passkey password password_reset username account_settings profile moderator program',
);

interface AccountsDeps extends RepositoryDeps {
  /** Starts notices. Resolves when none can be missed any more. */
  readonly watch: () => Promise<void>;
}

/** Receives the id of an account that may have changed, and its revision, which never decreases. */
export type AccountListener = (account: string, revision: number) => void;

/** Accounts, sessions and credentials. The changes of one account are serialised across all nodes. */
export class AccountRepository extends AccountReads {
  readonly #watch: () => Promise<void>;
  readonly #sessions: SessionCache;

  constructor(deps: AccountsDeps) {
    super(deps);
    this.#watch = deps.watch;
    this.#sessions = new SessionCache(deps.now);
    deps.notices.add((account) => this.#sessions.forget(account));
  }

  override findSession(session: string): Promise<FoundSession | null> {
    return this.#sessions.find(session, () => super.findSession(session));
  }

  /** To be called when a connection that was opened with the session ends. It can be opened again for some seconds without a query. */
  keepSession(session: string): void {
    this.#sessions.keep(session);
  }

  async createGuest({ id, name, session }: NewGuest, at: number): Promise<void> {
    if (!isId(id)) throw new RangeError(`not an id of an account: ${JSON.stringify(id)}`);
    const row = { id, name, created_at: at, seen_on: startOfDay(at), revision: 1, touched_at: this.deps.clock() };
    const account = statement(this.database.insertInto('account').values(row));
    await this.write([account, this.#open(id, session, { at, confirmedAt: 0 })]);
  }

  /** Without a session it is the operator who renames. */
  rename(by: SessionRef | Pick<SessionRef, 'account'>, name: string): Changed<Gone> {
    const named = statement(this.database.updateTable('account').set({ name }).where('id', '=', by.account));
    return 'session' in by ? this.change(by.account, [this.isOpen(by), named]) : this.change(by.account, [named]);
  }

  /** Replaces the settings of an account by other JSON. The caller limits its size. Guests keep theirs in their browser. */
  saveSettings(by: SessionRef, settings: unknown): Changed<Gone | 'guest'> {
    const { account } = by;
    const saved = this.put('account_settings', account, { settings: JSON.stringify(settings) });
    return this.#quietly([this.#lock(account), this.isOpen(by), this.memberOnly(account), saved]);
  }

  /** Opens a confirmed session. If there are then more than `most`, the oldest are closed. */
  signIn(
    account: string,
    session: NewSession,
    proof: Proof,
    { at, most }: { readonly at: number; readonly most: number },
  ): Changed<Gone | ProofError> {
    const { database } = this;
    const own = database.selectFrom('session').select('id').where('account', '=', account);
    const newest = own.orderBy('opened_at', 'desc').orderBy('id', 'desc');
    const oldest = database.deleteFrom('session').where('account', '=', account);
    const seen = database.updateTable('account').set({ seen_on: startOfDay(at) });
    return this.change(account, [
      ...this.#proved(account, proof),
      statement(oldest.where('id', 'not in', newest.limit(most - 1))),
      this.#open(account, session, { at, confirmedAt: at }),
      statement(seen.where('id', '=', account)),
    ]);
  }

  confirm(by: SessionRef, proof: Proof, at: number): Changed<Gone | ProofError> {
    const confirmed = this.#own(by).set({ confirmed_at: at });
    return this.change(by.account, [statement(confirmed, 'gone'), ...this.#proved(by.account, proof)]);
  }

  /** Records the day on which a session is used. Does nothing for a closed session. */
  async noteUse(by: SessionRef, at: number): Promise<void> {
    const today = startOfDay(at);
    const used = this.#own(by).set({ used_on: today }).where('used_on', '<', today);
    const seen = this.database.updateTable('account').set({ seen_on: today }).where('id', '=', by.account);
    // The account first, as in every other change of it: otherwise two transactions could wait for each other.
    await this.write([statement(seen.where('seen_on', '<', today)), statement(used)]);
    this.#sessions.forget(by.account);
  }

  /** Closes one session, or all but one. Returns the ids of those that were open. */
  async closeSessions(
    account: string,
    which: { readonly only: string } | { readonly except: string },
  ): Changed<Gone, readonly string[]> {
    if (!isId('only' in which ? which.only : which.except)) return success([]);
    const own = this.database.deleteFrom('session').where('account', '=', account);
    const meant = 'only' in which ? own.where('id', '=', which.only) : own.where('id', '<>', which.except);
    const done = await this.changeAccount(account, [statement(meant.returning('id'))]);
    return done.name === 'done' ? success((done.rows[1] ?? []).map(({ id }) => String(id))) : failure('gone');
  }

  /** Sets a password and renews the session. A first password claims the username; a later one closes all other sessions. */
  setPassword(
    by: SessionRef,
    { username, hash }: { readonly username: string; readonly hash: string },
    renewal: Renewal,
  ): Changed<Gone | 'username-taken'> {
    const { account, session } = by;
    const others = this.database
      .deleteFrom('session')
      .where('account', '=', account)
      .where('id', '<>', session)
      .where(({ exists, selectFrom }) => exists(selectFrom('password').select('hash').where('account', '=', account)));
    return this.change(by.account, [
      this.#renewed(by, renewal),
      // Before the password is set: a first one closes no session.
      statement(others),
      ...this.passwordSet(account, { username, hash }),
    ]);
  }

  /** Adds a passkey and confirms the session, which gets a new secret. */
  addPasskey(
    by: SessionRef,
    { id, key, counter, transports, agent, addedAt }: Passkey,
    { renewal, spent, most }: { readonly renewal: Renewal; readonly spent: SpentChallenge; readonly most: number },
  ): Changed<Gone | 'challenge-spent' | 'known-passkey' | 'too-many-passkeys'> {
    const { account } = by;
    const own = this.database.selectFrom('passkey').where('account', '=', account);
    const details = { counter, transports: JSON.stringify(transports), agent, added_at: addedAt };
    const added = this.database.insertInto('passkey').values({ id, account, public_key: key, ...details });
    return this.change(by.account, [
      this.#renewed(by, renewal),
      this.spent(spent),
      this.hasRoom(own, most, 'too-many-passkeys'),
      ifNew(added, 'known-passkey'),
    ]);
  }

  /** Removes a passkey. Removes the last credential of an account only with `evenLast`. */
  removePasskey(
    account: string,
    passkey: string,
    { evenLast }: { readonly evenLast: boolean },
  ): Changed<Gone | 'unknown-passkey' | 'last-credential'> {
    const removed = this.database.deleteFrom('passkey').where('account', '=', account).where('id', '=', passkey);
    const another = this.memberOnly(account, 'last-credential');
    return this.change(account, [statement(removed, 'unknown-passkey'), ...(evenLast ? [] : [another])]);
  }

  /** Records that a stream holds personal data of an account that is not a participant. At most `most` streams per account. */
  noteStream(account: string, stream: string, most: number): Changed<Gone | 'full'> {
    const own = this.database.selectFrom('account_stream').where('account', '=', account);
    const hasRoom = this.holds(account, 'full', ({ eb, or, exists, fn }) =>
      or([
        exists(own.select('stream').where('stream', '=', stream)),
        eb(own.select(fn.countAll().as('count')), '<', most),
      ]),
    );
    const noted = this.database.insertInto('account_stream').values({ account, stream });
    return this.#quietly([this.#lock(account), hasRoom, ifNew(noted)]);
  }

  /** Begins a deletion: removes credentials and frees the username. `givesTo`: the heir of a guest's games. `erase` ends it. */
  beginDeletion(account: string, givesTo?: string): Changed<Gone | 'has-credential'> {
    const { database } = this;
    const guest = this.holds(account, 'has-credential', (eb) => isGuest(eb));
    const heir = database.selectFrom('account').select('id');
    const row = {
      account,
      begun_at: this.deps.now(),
      gives_to: givesTo === undefined ? null : heir.where('id', '=', givesTo),
    };
    const removed = OWNED.map((table) => statement(database.deleteFrom(table).where('account', '=', account)));
    const decided = statement(database.insertInto('pending_deletion').values(row));
    return this.change(account, [...(givesTo === undefined ? [] : [guest]), ...removed, decided], { erases: true });
  }

  async erase(account: string): Promise<void> {
    const decided = this.database.selectFrom('pending_deletion').select('account');
    const erased = this.database.deleteFrom('account').where('id', '=', account).where('id', 'in', decided);
    await this.write([statement(erased)], { erases: true });
  }

  async forgetChallenges(before: number): Promise<void> {
    const over = this.database.deleteFrom('spent_challenge').where('expires_at', '<', before);
    await this.write([statement(over)]);
  }

  /** Notifies of every change of sessions or the name, by any node, with the guarantees of `Store.follow`. */
  async follow(listener: AccountListener): Promise<() => void> {
    const stop = this.deps.notices.add((account, revision) => listener(account, revision));
    await this.#watch();
    this.#sessions.start();
    return stop;
  }

  protected override async changeAccount(...change: Parameters<AccountChanges['changeAccount']>) {
    try {
      return await super.changeAccount(...change);
    } finally {
      // A change without an answer may have been made, too.
      this.#sessions.forget(change[0]);
    }
  }

  async #quietly<E extends string>(statements: readonly Statement[]): Changed<E> {
    return changed(await this.write(statements));
  }

  /** Serialises a change without a notice with the others of the account. */
  #lock(account: string): Statement {
    return statement(
      this.updateOf(account).set(({ ref }) => ({ revision: ref('revision') })),
      'gone',
    );
  }

  #own({ account, session }: SessionRef) {
    return this.database.updateTable('session').where('account', '=', account).where('id', '=', session);
  }

  #open(
    account: string,
    { id, secretHash, agent }: NewSession,
    { at, confirmedAt }: { readonly at: number; readonly confirmedAt: number },
  ): Statement {
    const times = { opened_at: at, used_on: startOfDay(at), confirmed_at: confirmedAt };
    const row = { id, account, secret_hash: secretHash, agent, ...times };
    return statement(this.database.insertInto('session').values(row));
  }

  #renewed(by: SessionRef, { at, replaces, secretHash }: Renewal): Statement {
    const set = { secret_hash: secretHash, confirmed_at: at };
    return statement(this.#own(by).set(set).where('secret_hash', '=', replaces), 'gone');
  }

  #proved(account: string, proof: Proof): readonly Statement[] {
    if (proof.kind === 'password') {
      const { hash, rehash = hash } = proof;
      const own = this.database.updateTable('password').set({ hash: rehash }).where('account', '=', account);
      return [statement(own.where('hash', '=', hash), 'proof-changed')];
    }
    const { id, counter, spent } = proof;
    const own = this.database.updateTable('passkey').set({ counter }).where('account', '=', account);
    return [this.spent(spent), statement(own.where('id', '=', id), 'proof-changed')];
  }
}
