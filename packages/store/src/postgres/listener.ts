import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { NoticeSink } from '../operations.ts';
import { makeClient } from './connect.ts';
import { MATCH_CHANNEL, passNotice, WORD_CHANNEL } from './notifier.ts';

/** How often the line is tried, and how long an answer may take, in milliseconds. */
const HEARTBEAT = 5000;

/** How long to wait before the first try of a broken line; doubles up to the greatest. In milliseconds. */
const FIRST_WAIT = 50;
const GREATEST_WAIT = 5000;

export interface Ears {
  readonly tell: NoticeSink;
  readonly heard: (word: string) => void;
  /** The line is there, or there again: words may have been missed. */
  readonly onListening: () => void;
  /** Tells of everything since a time of the database's clock. */
  readonly catchUp: (since: number) => Promise<void>;
}

/**
 * The connection on which other nodes are heard. It is made anew whenever it breaks. Notices are quick but may get lost: with
 * every connection and every heartbeat it is looked up what was written since the one before.
 */
export class PostgresListener {
  private readonly url: string;
  private readonly ears: Ears;
  private readonly closing = new AbortController();
  /** By the database's clock: until then nothing was missed. 0 before the first connection. */
  private heardUntil = 0;
  private running: Promise<void> = Promise.resolve();

  constructor(url: string, ears: Ears) {
    this.url = url;
    this.ears = ears;
  }

  /** Resolves when it listens; keeps trying until it can. */
  start(): Promise<void> {
    return new Promise((resolve) => {
      this.running = this.run(resolve);
    });
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.running;
  }

  private async run(onListening: () => void): Promise<void> {
    const { signal } = this.closing;
    let wait = FIRST_WAIT;
    while (!signal.aborted) {
      const client = makeClient(this.url);
      const end = endOf(client, signal);
      try {
        await Promise.race([this.listen(client), end]);
        onListening();
        wait = FIRST_WAIT;
        await this.beat(client, end);
      } catch {
        // The line is broken, or was closed: it is tried again while it is wanted.
      }
      await Promise.race([client.end().catch(() => undefined), delay(FIRST_WAIT, undefined, { ref: false })]);
      await delay(wait, undefined, { signal }).catch(() => undefined);
      wait = Math.min(wait * 2, GREATEST_WAIT);
    }
    onListening();
  }

  private async listen(client: pg.Client): Promise<void> {
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === WORD_CHANNEL) return this.ears.heard(payload);
      passNotice(payload, this.ears.tell);
    });
    await client.connect();
    await client.query(`listen ${MATCH_CHANNEL}`);
    await client.query(`listen ${WORD_CHANNEL}`);
    this.ears.onListening();
    await this.lookUp(await readClock(client));
  }

  /** Asks for the time again and again, until the line breaks: one that is dead without a word is found so. */
  private async beat(client: pg.Client, end: Promise<never>): Promise<never> {
    for (;;) {
      await Promise.race([delay(HEARTBEAT, undefined, { ref: false }), end]);
      const silence = delay(HEARTBEAT, null, { ref: false });
      const time = await Promise.race([readClock(client), silence, end]);
      if (time === null) throw new Error('no heartbeat');
      await this.lookUp(time);
    }
  }

  /** Tells of what was written until now and since the last time; of nothing the first time. */
  private async lookUp(now: number): Promise<void> {
    if (this.heardUntil > 0) await this.ears.catchUp(this.heardUntil);
    this.heardUntil = now;
  }
}

/** Rejects when the line breaks or is not wanted any more. */
function endOf(client: pg.Client, signal: AbortSignal): Promise<never> {
  const end = new Promise<never>((_, reject) => {
    client.once('end', () => reject(new Error('the line ended')));
    client.on('error', reject);
    signal.addEventListener('abort', () => reject(new Error('closed')), { once: true });
  });
  // Whoever waits for it is told; when nobody does, its end is no news.
  end.catch(() => undefined);
  return end;
}

async function readClock(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ now: number }>(
    'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now',
  );
  return rows[0]?.now ?? 0;
}
