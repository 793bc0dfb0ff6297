import { type Kysely, sql } from 'kysely';
import type { NoticeSink } from '../operations.ts';
import type { Schema } from '../schema.ts';

/** Notices of events and of changes of accounts, as `formatNotice` writes them. */
export const MATCH_CHANNEL = 'tablier_match';
/** What nodes say to one another. */
export const WORD_CHANNEL = 'tablier_word';

/** The number of an event, or the revision of an account, then the id and what has it. */
export const formatNotice = (kind: keyof NoticeSink, id: string, seq: number): string => `${seq} ${id} ${kind}`;

/** Passes a notice on. One of an older version names no kind: it is of a stream. */
export function passNotice(text: string, tell: NoticeSink): void {
  const [seq = '', id = '', kind] = text.split(' ');
  tell[kind === 'account' ? 'account' : 'stream'](id, Number(seq));
}

/**
 * Sends texts on a channel, many at a time. Not with the writes that they tell of: PostgreSQL lets the transactions that notify
 * commit one after the other, each with its own wait for the disk. A notice that is lost because this process ends is made up
 * for by the next heartbeat of the listeners.
 */
export class PostgresNotifier {
  private readonly database: Kysely<Schema>;
  private readonly channel: string;
  private queued: string[] = [];
  private sending: Promise<void> | null = null;

  constructor(database: Kysely<Schema>, channel: string) {
    this.database = database;
    this.channel = channel;
  }

  push(text: string): void {
    this.queued.push(text);
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
        await notifyOf(this.channel, texts).execute(this.database);
      } catch {
        // The listeners find out by themselves.
      }
    }
    this.sending = null;
  }
}

/** Waits for no disk: there is nothing to lose. */
const notifyOf = (channel: string, texts: readonly string[]) => sql`
  with quickly as materialized (select set_config('synchronous_commit', 'off', true))
  select pg_notify(${channel}, notice) from quickly, unnest(${texts}::text[]) as notice`;
