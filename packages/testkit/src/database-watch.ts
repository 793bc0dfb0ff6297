import pg from 'pg';

/** Counts what a PostgreSQL database does, over a connection of its own. */
export class DatabaseWatch {
  readonly #client: pg.Client;
  #notifications = 0;

  private constructor(url: string) {
    this.#client = new pg.Client(url);
    this.#client.on('notification', () => this.#notifications++);
  }

  /** `channels`: whose notifications are counted. */
  static async open(url: string, channels: readonly string[]): Promise<DatabaseWatch> {
    const watch = new DatabaseWatch(url);
    await watch.#client.connect();
    for (const channel of channels) await watch.#client.query(`listen ${pg.escapeIdentifier(channel)}`);
    return watch;
  }

  /** The notifications since the start of this watch. */
  get notifications(): number {
    return this.#notifications;
  }

  /** The committed transactions since the start of the database. PostgreSQL counts them with a delay of up to a second. */
  async transactions(): Promise<number> {
    const { rows } = await this.#client.query<{ commits: string }>(
      'select xact_commit as commits from pg_stat_database where datname = current_database()',
    );
    return Number(rows[0]?.commits ?? 0);
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
