import { type Kysely, sql } from 'kysely';
import type { NoticeSink } from '../notices.ts';
import type { Schema } from '../schema.ts';
import type { Broker } from './broker.ts';

/** Notices of events and account changes, in the format of `formatNotice`. */
export const MATCH_CHANNEL = 'tablier_match';
/** Messages between nodes. The name of the channel must stay, since nodes of two versions may run together. */
export const MESSAGE_CHANNEL = 'tablier_word';

/** A notice as text: the number of the event or the revision of the account, the id, and `stream` or `account`. */
export const formatNotice = (kind: keyof NoticeSink, id: string, seq: number): string => `${seq} ${id} ${kind}`;

/** Parses a notice and passes it on. Notices of older versions have no kind and are about streams. */
export function passNotice(text: string, sink: NoticeSink): void {
  const [seq = '', id = '', kind] = text.split(' ');
  sink[kind === 'account' ? 'account' : 'stream'](id, Number(seq));
}

/**
 * Sends texts on a channel: through the broker while it is connected, otherwise through PostgreSQL, in batches. Not within the transactions
 * of the writes: PostgreSQL serialises the commits of transactions that notify, each with its own wait for the disk. If a notice is lost
 * because this process ends, listeners find the write at their next heartbeat.
 */
export class PostgresNotifier {
  private readonly database: Kysely<Schema>;
  private readonly channel: string;
  private readonly broker: Broker | null;
  private queued: string[] = [];
  private sending: Promise<void> | null = null;

  constructor(database: Kysely<Schema>, channel: string, broker: Broker | null) {
    this.database = database;
    this.channel = channel;
    this.broker = broker;
  }

  push(text: string): void {
    if (this.broker?.publish(this.channel, text) === true) return;
    this.queued.push(text);
    this.sending ??= this.sendAll();
  }

  /** Resolves when the queue is empty. */
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
        // Listeners find the writes at their next heartbeat.
      }
    }
    this.sending = null;
  }
}

/** Does not wait for the disk: notices need not be durable. */
const notifyOf = (channel: string, texts: readonly string[]) => sql`
  with quickly as materialized (select set_config('synchronous_commit', 'off', true))
  select pg_notify(${channel}, notice) from quickly, unnest(${texts}::text[]) as notice`;
