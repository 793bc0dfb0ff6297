import pg from 'pg';
import { expect, vi } from 'vitest';

/** An open transaction of another process on a PostgreSQL database, which makes the store wait for its locks. */
export class OtherTransaction {
  readonly #client: pg.Client;
  /** Sees the state of each moment; a transaction would see that of its first look. */
  readonly #watch: pg.Client;

  private constructor(url: string) {
    this.#client = new pg.Client(url);
    this.#watch = new pg.Client(url);
  }

  static async begin(url: string): Promise<OtherTransaction> {
    const other = new OtherTransaction(url);
    await Promise.all([other.#client.connect(), other.#watch.connect()]);
    await other.run('begin');
    return other;
  }

  async run(statement: string): Promise<void> {
    await this.#client.query(statement);
  }

  /** Until one query of the store waits for a lock and no other is being carried out. */
  async isWaitedFor(): Promise<void> {
    const query = `select coalesce(wait_event_type, '') as waits_for from pg_stat_activity where state = 'active'
      and datname = current_database() and pid <> pg_backend_pid() and query not like '%clock_timestamp%'`;
    await vi.waitFor(async () => {
      const { rows } = await this.#watch.query<{ waits_for: string }>(query);
      expect(rows.map(({ waits_for }) => waits_for)).toEqual(['Lock']);
    }, 20_000);
  }

  async commit(): Promise<void> {
    await this.run('commit');
    await Promise.all([this.#client.end(), this.#watch.end()]);
  }
}
