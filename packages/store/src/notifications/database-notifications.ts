import type { Kysely } from 'kysely';
import { statement, type TransactionExtras, transact } from '../accounts/transactions.ts';
import type { RepositoryDeps, Statement } from '../operations.ts';
import { answer, isId } from '../reads.ts';
import type { Schema } from '../schema.ts';
import { StoreUnavailable } from '../store.ts';
import type { NotificationRepository, NotificationTargets, PushSubscription } from './notifications.ts';

/** Notifications in tables, for both databases. */
export class DatabaseNotifications implements NotificationRepository {
  readonly #database: Kysely<Schema>;
  readonly #executor: RepositoryDeps['executor'];

  constructor({ database, executor }: RepositoryDeps) {
    this.#database = database;
    this.#executor = executor;
  }

  async targetsOf(account: string): Promise<NotificationTargets> {
    if (!isId(account)) return { subscriptions: [], email: null, settings: null };
    const database = this.#database;
    const own = database.selectFrom('session_push').selectAll().where('account', '=', account);
    const [subscriptions, email, settings] = await answer(
      Promise.all([
        own.orderBy('created_at').orderBy('session').execute(),
        database.selectFrom('email_address').selectAll().where('account', '=', account).executeTakeFirst(),
        database.selectFrom('notification_settings').selectAll().where('account', '=', account).executeTakeFirst(),
      ]),
    );
    return {
      subscriptions: subscriptions.map(({ session, endpoint, p256dh, auth, created_at: createdAt }) => ({
        session,
        endpoint,
        p256dh,
        auth,
        createdAt,
      })),
      email: email ? { address: email.address, addedAt: email.added_at, confirmedAt: email.confirmed_at } : null,
      settings: settings === undefined ? null : (JSON.parse(settings.settings) as unknown),
    };
  }

  async isReachable(account: string): Promise<boolean> {
    if (!isId(account)) return false;
    const pushes = this.#database.selectFrom('session_push').select('account').where('account', '=', account);
    const mails = this.#database.selectFrom('email_address').select('account').where('account', '=', account);
    const either = pushes.limit(1).unionAll(mails.where('confirmed_at', 'is not', null));
    return (await answer(either.execute())).length > 0;
  }

  saveSettings(account: string, settings: unknown): Promise<'saved' | 'unknown-account'> {
    const text = JSON.stringify(settings);
    const row = this.#database.insertInto('notification_settings').values({ account, settings: text });
    return this.#ofAccount(account, [
      statement(row.onConflict((known) => known.column('account').doUpdateSet({ settings: text }))),
    ]);
  }

  subscribe(account: string, given: PushSubscription): Promise<'saved' | 'unknown-account'> {
    const { session, endpoint, p256dh, auth, createdAt } = given;
    const row = { session, account, endpoint, p256dh, auth, created_at: createdAt };
    const earlier = this.#database
      .deleteFrom('session_push')
      .where((eb) => eb.or([eb('endpoint', '=', endpoint), eb('session', '=', session)]));
    const isOpen = this.#database.selectFrom('session').select('id').where('account', '=', account);
    return this.#ofAccount(account, [
      statement(isOpen.where('id', '=', session), 'unknown-account'),
      statement(earlier),
      statement(this.#database.insertInto('session_push').values(row)),
    ]);
  }

  async unsubscribe(session: string): Promise<void> {
    if (!isId(session)) return;
    const own = this.#database.deleteFrom('session_push').where('session', '=', session);
    await this.#write([statement(own)], { erases: true });
  }

  async removeEndpoint(endpoint: string): Promise<void> {
    const gone = this.#database.deleteFrom('session_push').where('endpoint', '=', endpoint);
    await this.#write([statement(gone)], { erases: true });
  }

  setEmail(
    account: string,
    email: { readonly address: string; readonly at: number } | null,
  ): Promise<'saved' | 'unknown-account'> {
    const removed = this.#database.deleteFrom('email_address').where('account', '=', account);
    // A link that was sent to another address must not set a password.
    const resets = this.#database.deleteFrom('password_reset').where('account', '=', account);
    const statements = [statement(removed), statement(resets)];
    if (email !== null) {
      const row = { account, address: email.address, added_at: email.at, confirmed_at: null };
      statements.push(statement(this.#database.insertInto('email_address').values(row)));
    }
    return this.#ofAccount(account, statements, { erases: true });
  }

  async confirmEmail(account: string, address: string, at: number): Promise<boolean> {
    if (!isId(account)) return false;
    const own = this.#database.updateTable('email_address').where('account', '=', account);
    const confirmed = own.where('address', '=', address).set((eb) => ({
      confirmed_at: eb.fn.coalesce('confirmed_at', eb.val(at)),
    }));
    const [rows = []] = await this.#write([statement(confirmed.returning('account'))]);
    return rows.length > 0;
  }

  async sent(account: string, subject: string, since: number) {
    if (!isId(account)) return { isKnown: false, count: 0 };
    const own = this.#database.selectFrom('sent_notification').where('account', '=', account);
    const [known, counted] = await answer(
      Promise.all([
        own.select('subject').where('subject', '=', subject).executeTakeFirst(),
        own
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('sent_at', '>', since)
          .executeTakeFirstOrThrow(),
      ]),
    );
    return { isKnown: known !== undefined, count: counted.count };
  }

  async recordSent(account: string, subject: string, at: number): Promise<void> {
    const row = this.#database.insertInto('sent_notification').values({ account, subject, sent_at: at });
    await this.#ofAccount(account, [statement(row.onConflict((known) => known.doNothing()))]);
  }

  async tidy(before: number): Promise<void> {
    const old = this.#database.deleteFrom('sent_notification').where('sent_at', '<', before);
    const unconfirmed = this.#database.deleteFrom('email_address').where('confirmed_at', 'is', null);
    await this.#write([statement(old), statement(unconfirmed.where('added_at', '<', before))], { erases: true });
  }

  /** Serialises the changes of one account, which must exist. */
  async #ofAccount(
    account: string,
    statements: readonly Statement[],
    extras: TransactionExtras = {},
  ): Promise<'saved' | 'unknown-account'> {
    if (!isId(account)) return 'unknown-account';
    const locked = this.#database
      .updateTable('account')
      .set((eb) => ({ name: eb.ref('account.name') }))
      .where('account.id', '=', account);
    const reply = await transact(this.#executor, [statement(locked, 'unknown-account'), ...statements], extras);
    if (reply.name === 'unavailable') throw new StoreUnavailable(reply.detail);
    return reply.name === 'done' ? 'saved' : 'unknown-account';
  }

  async #write(statements: readonly Statement[], extras: TransactionExtras = {}) {
    const reply = await transact(this.#executor, statements, extras);
    if (reply.name === 'done') return reply.rows;
    throw new StoreUnavailable(reply.name === 'unavailable' ? reply.detail : reply.reason);
  }
}
