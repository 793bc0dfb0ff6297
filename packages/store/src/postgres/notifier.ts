import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** What nodes listen to. The text of a notice is the number of the event, a blank and the id of the match. */
export const CHANNEL = 'tablier_match';

/**
 * Sends notices when what they tell of is durable, many at a time. Not with the writes themselves: PostgreSQL lets the
 * transactions that notify commit one after the other, each with its own wait for the disk. A notice that is lost because this
 * process ends is made up for by the next heartbeat of the listeners.
 */
export class PostgresNotifier {
  private readonly database: Kysely<Schema>;
  private queued: string[] = [];
  private sending: Promise<void> | null = null;

  constructor(database: Kysely<Schema>) {
    this.database = database;
  }

  push(match: string, seq: number): void {
    this.queued.push(`${seq} ${match}`);
    this.sending ??= this.sendAll();
  }

  /** Resolves when nothing waits to be sent. */
  async settle(): Promise<void> {
    await this.sending;
  }

  private async sendAll(): Promise<void> {
    while (this.queued.length > 0) {
      const texts = this.queued;
      this.queued = [];
      try {
        await notifyOf(texts).execute(this.database);
      } catch {
        // The listeners find out by themselves.
      }
    }
    this.sending = null;
  }
}

/** Waits for no disk: there is nothing to lose. */
const notifyOf = (texts: readonly string[]) => sql`
  with quickly as materialized (select set_config('synchronous_commit', 'off', true))
  select pg_notify(${CHANNEL}, notice) from quickly, unnest(${texts}::text[]) as notice`;
