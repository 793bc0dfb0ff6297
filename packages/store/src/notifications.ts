import type { Statement } from './operations.ts';
import { type Columns, ifNew, Repository, rowOf, rowsOf, statement } from './repository.ts';

export interface NotificationTables {
  /** What an account wants to be notified of, as JSON. An account without a row has the defaults. */
  readonly notification_settings: { readonly account: string; readonly settings: string };
  readonly email_address: {
    readonly account: string;
    readonly address: string;
    readonly added_at: number;
    /** Null until the owner of the address has confirmed it; until then nothing else is sent there. */
    readonly confirmed_at: number | null;
  };
  /** The sent notifications of an account, so that no event is sent twice and no one gets too many. */
  readonly sent_notification: { readonly account: string; readonly subject: string; readonly sent_at: number };
  /** Where the browser of a session receives notifications. It ends with the session. */
  readonly session_push: {
    readonly session: string;
    readonly account: string;
    /** The address of the push service for this browser. Anyone who knows it and the server's key can send. */
    readonly endpoint: string;
    readonly p256dh: string;
    readonly auth: string;
    readonly created_at: number;
  };
}

/** Times are milliseconds since 1970. */
export type PushSubscription = Omit<Columns<NotificationTables['session_push']>, 'account'>;
export type EmailAddress = Omit<Columns<NotificationTables['email_address']>, 'account'>;

export interface NotificationTargets {
  readonly subscriptions: readonly PushSubscription[];
  readonly email: EmailAddress | null;
  /** As saved; `null` for the defaults. The store does not interpret them. */
  readonly settings: unknown;
}

/** Notification settings, addresses and sent notifications. They end with their account. */
export class NotificationRepository extends Repository {
  async targetsOf(account: string): Promise<NotificationTargets> {
    const { database } = this;
    const own = database.selectFrom('session_push').where('account', '=', account).orderBy('created_at');
    const emails = database.selectFrom('email_address').where('account', '=', account);
    const ownSettings = database.selectFrom('notification_settings').where('account', '=', account);
    const [subscriptions, email = null, settings] = await Promise.all([
      rowsOf(own.orderBy('session').select(['session', 'endpoint', 'p256dh', 'auth', 'created_at as createdAt'])),
      rowOf(emails.select(['address', 'added_at as addedAt', 'confirmed_at as confirmedAt'])),
      rowOf(ownSettings.select('settings')),
    ]);
    return { subscriptions, email, settings: settings === undefined ? null : JSON.parse(settings.settings) };
  }

  /** Whether any push subscription or confirmed address is stored for an account. */
  async isReachable(account: string): Promise<boolean> {
    const pushes = this.database.selectFrom('session_push').select('account').where('account', '=', account);
    const mails = this.database.selectFrom('email_address').select('account').where('account', '=', account);
    const either = pushes.limit(1).unionAll(mails.where('confirmed_at', 'is not', null));
    return (await rowsOf(either)).length > 0;
  }

  saveSettings(account: string, settings: unknown): Promise<'saved' | 'unknown-account'> {
    return this.#ofAccount(account, [
      this.put('notification_settings', account, { settings: JSON.stringify(settings) }),
    ]);
  }

  /** Sets where the browser of a session receives notifications: one endpoint per session, of its last user. */
  subscribe(account: string, given: PushSubscription): Promise<'saved' | 'unknown-account'> {
    const { session, endpoint, p256dh, auth, createdAt } = given;
    const row = { session, account, endpoint, p256dh, auth, created_at: createdAt };
    const earlier = this.database
      .deleteFrom('session_push')
      .where((eb) => eb.or([eb('endpoint', '=', endpoint), eb('session', '=', session)]));
    const isOpen = this.database.selectFrom('session').select('id').where('account', '=', account);
    return this.#ofAccount(account, [
      statement(isOpen.where('id', '=', session), 'unknown-account'),
      statement(earlier),
      statement(this.database.insertInto('session_push').values(row)),
    ]);
  }

  async unsubscribe(session: string): Promise<void> {
    const own = this.database.deleteFrom('session_push').where('session', '=', session);
    await this.write([statement(own)], { erases: true });
  }

  /** Removes an endpoint that its push service no longer knows. */
  async removeEndpoint(endpoint: string): Promise<void> {
    const gone = this.database.deleteFrom('session_push').where('endpoint', '=', endpoint);
    await this.write([statement(gone)], { erases: true });
  }

  /** Sets the address of an account, unconfirmed. `null` removes it. */
  setEmail(
    account: string,
    email: { readonly address: string; readonly at: number } | null,
  ): Promise<'saved' | 'unknown-account'> {
    const removed = this.database.deleteFrom('email_address').where('account', '=', account);
    // A link that was sent to another address must not set a password.
    const resets = this.database.deleteFrom('password_reset').where('account', '=', account);
    const statements = [statement(removed), statement(resets)];
    if (email !== null) {
      const row = { account, address: email.address, added_at: email.at, confirmed_at: null };
      statements.push(statement(this.database.insertInto('email_address').values(row)));
    }
    return this.#ofAccount(account, statements, true);
  }

  /** Confirms an address, if it is still that of the account. Returns whether it is. */
  async confirmEmail(account: string, address: string, at: number): Promise<boolean> {
    const own = this.database.updateTable('email_address').where('account', '=', account);
    const confirmed = own.where('address', '=', address).set((eb) => ({
      confirmed_at: eb.fn.coalesce('confirmed_at', eb.val(at)),
    }));
    return (await this.write([statement(confirmed, 'other')])).name === 'done';
  }

  /** Whether an account was notified of a subject, and how often of anything since a time. */
  async sent(account: string, subject: string, since: number) {
    const own = this.database.selectFrom('sent_notification').where('account', '=', account);
    const [known, counted] = await Promise.all([
      rowOf(own.select('subject').where('subject', '=', subject)),
      rowOf(own.select((eb) => eb.fn.countAll<number>().as('count')).where('sent_at', '>', since)),
    ]);
    return { isKnown: known !== undefined, count: counted?.count ?? 0 };
  }

  /** Records that an account was notified of a subject. Recording it again changes nothing. */
  async recordSent(account: string, subject: string, at: number): Promise<void> {
    const row = this.database.insertInto('sent_notification').values({ account, subject, sent_at: at });
    await this.#ofAccount(account, [ifNew(row)]);
  }

  /** Deletes records of notifications sent before a time, and unconfirmed addresses that were added before it. */
  async tidy(before: number): Promise<void> {
    const old = this.database.deleteFrom('sent_notification').where('sent_at', '<', before);
    const unconfirmed = this.database.deleteFrom('email_address').where('confirmed_at', 'is', null);
    await this.write([statement(old), statement(unconfirmed.where('added_at', '<', before))], { erases: true });
  }

  /** Serialises the changes of one account, which must exist. */
  async #ofAccount(
    account: string,
    statements: readonly Statement[],
    erases = false,
  ): Promise<'saved' | 'unknown-account'> {
    const reply = await this.write([this.lockAccount(account), ...statements], { erases });
    return reply.name === 'done' ? 'saved' : 'unknown-account';
  }
}
