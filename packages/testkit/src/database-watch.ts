import pg from 'pg';

/** Returns the notifications that this process has received from PostgreSQL since this call. */
export function countNotifications(): () => number {
  let count = 0;
  class CountingClient extends pg.Client {
    override emit(event: string | symbol, ...args: unknown[]): boolean {
      if (event === 'notification') count++;
      return super.emit(event, ...args);
    }
  }
  pg.Client = CountingClient;
  return () => count;
}

/** Counts what a PostgreSQL database does, over a connection of its own. */
export class DatabaseWatch {
  readonly #client: pg.Client;

  private constructor(url: string) {
    this.#client = new pg.Client(url);
  }

  static async open(url: string): Promise<DatabaseWatch> {
    const watch = new DatabaseWatch(url);
    await watch.#client.connect();
    return watch;
  }

  /** The committed transactions since the start of the database. PostgreSQL counts them with a delay of up to a second. */
  transactions(): Promise<number> {
    return this.#count('select xact_commit as count from pg_stat_database where datname = current_database()');
  }

  /** The stored events of all streams. */
  events(): Promise<number> {
    return this.#count('select count(*) from event');
  }

  async #count(query: string): Promise<number> {
    const { rows } = await this.#client.query<{ count: string }>(query);
    return Number(rows[0]?.count ?? 0);
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
