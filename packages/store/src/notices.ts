import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { answer } from './repository.ts';
import type { EventText } from './operations.ts';
import type { Schema } from './schema.ts';

/** Receives the number of the last event of a stream; 0 when it was created. The event itself may come with it. */
export type NoticeListener = (stream: string, seq: number, event?: EventText) => void;

export interface NoticeSink {
  readonly stream: NoticeListener;
  readonly account: NoticeListener;
}

/** The number of streams whose last notified number is remembered. For others a number may be repeated. */
const REMEMBERED = 100_000;

/** Passes notices to listeners. Notices arrive from several sources; each number of a stream is passed on once. */
export class Notices {
  private readonly listeners = new Set<NoticeListener>();
  /** The last notified number by stream, least recent first. */
  private readonly notified = new Map<string, number>();

  /** An arrow function, because it is passed as a listener. */
  readonly notify: NoticeListener = (stream, seq, event) => {
    if (seq <= (this.notified.get(stream) ?? -1)) return;
    this.remember(stream, seq);
    for (const listener of this.listeners) listener(stream, seq, event);
  };

  add(listener: NoticeListener): () => void {
    // A new function, so that the same listener can be added twice.
    const own: NoticeListener = (...notice) => listener(...notice);
    this.listeners.add(own);
    return () => void this.listeners.delete(own);
  }

  /** Forgets an erased stream: a new one with its id starts from 0. */
  forget(stream: string): void {
    this.notified.delete(stream);
  }

  private remember(stream: string, seq: number): void {
    this.notified.delete(stream);
    this.notified.set(stream, seq);
    if (this.notified.size <= REMEMBERED) return;
    const [oldest] = this.notified.keys();
    if (oldest !== undefined) this.notified.delete(oldest);
  }
}

/** Work that is done at once when it is asked for, but after that not again for an interval: then it is done once for all calls meanwhile. */
export class Paced {
  private readonly interval: number;
  private readonly work: () => void;
  private timer: NodeJS.Timeout | null = null;
  private isWanted = false;

  constructor(interval: number, work: () => void) {
    this.interval = interval;
    this.work = work;
  }

  ask(): void {
    this.isWanted = true;
    if (this.timer === null) this.flush();
  }

  /** Does now what was asked for. */
  flush(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (!this.isWanted) return;
    this.isWanted = false;
    this.work();
    this.timer = setTimeout(() => {
      this.timer = null;
      this.flush();
    }, this.interval).unref();
  }
}

/** Notifies of the streams and accounts that were written to since a time. */
export async function notifyTouched(database: Kysely<Schema>, since: number, sink: NoticeSink): Promise<void> {
  const streams = database.selectFrom('match').select(['id', 'touched_at', 'seq as version']);
  await inPages(
    (last) => touched(streams, since, last).execute(),
    ({ id, version }) => sink.stream(id, version),
  );
  const accounts = database.selectFrom('account').select(['id', 'touched_at', 'revision as version']);
  await inPages(
    (last) => touched(accounts, since, last).execute(),
    ({ id, version }) => sink.account(id, version),
  );
}

/** Rows that are read and reported at once: after a long outage there may be many. */
const PAGE = 500;

interface TouchedRow {
  readonly id: string;
  readonly touched_at: number;
  readonly version: number;
}

/** The rows touched since a time, from the oldest on; with `last`, those after that one. */
const touched = <Table extends 'match' | 'account'>(
  rows: SelectQueryBuilder<Schema, Table, TouchedRow>,
  since: number,
  last: TouchedRow | undefined,
): SelectQueryBuilder<Schema, Table, TouchedRow> =>
  rows
    .where(sql<boolean>`touched_at >= ${last?.touched_at ?? since}`)
    .where(sql<boolean>`(touched_at, id) > (${last?.touched_at ?? since}, ${last?.id ?? ''})`)
    .orderBy(sql`touched_at`)
    .orderBy(sql`id`)
    .limit(PAGE);

async function inPages(
  read: (last?: TouchedRow) => Promise<readonly TouchedRow[]>,
  work: (row: TouchedRow) => void,
): Promise<void> {
  for (let last: TouchedRow | undefined; ;) {
    const page = await answer(read(last));
    for (const row of page) work(row);
    if (page.length < PAGE) return;
    last = page.at(-1);
    await nextTurn();
  }
}
