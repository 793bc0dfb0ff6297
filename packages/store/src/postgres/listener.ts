import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import { StoreFault } from '../errors.ts';
import { type NoticeSink, Paced } from '../notices.ts';
import { type EventText, MAX_NODE_MESSAGE_BYTES, messagesOf } from '../operations.ts';
import { storeErrorOf } from '../repository.ts';
import type { Schema } from '../schema.ts';
import type { Broker } from './broker.ts';
import { makeClient, prepare } from './connect.ts';

import type pg from 'pg';

/** Notices for every process, in the format of `formatNotice`. */
export const MATCH_CHANNEL = 'tablier_match';
/** Messages between nodes. The names of the channels must stay, since nodes of two versions may run together. */
export const MESSAGE_CHANNEL = 'tablier_word';
/** The channel of one connection, with the number of its backend at the end. */
const OWN_CHANNEL = 'tablier_node_';

/** A notice as text: the number of the event or the revision of the account, the id, and `stream` or `account`. */
export const formatNotice = (kind: keyof NoticeSink, id: string, seq: number): string => `${seq} ${id} ${kind}`;

/** The notice of an event with the event, which then need not be read, unless that is too long. */
export function withEvent(notice: string, { at, kind, data }: EventText): string {
  const text = `${notice} ${at} ${kind} ${data}`;
  return Buffer.byteLength(text) <= MAX_NODE_MESSAGE_BYTES ? text : notice;
}

/** Parses notices, one a line, and passes them on. Those of older versions have no kind and are about streams. */
export function passNotices(text: string, sink: NoticeSink): void {
  for (const line of text.split('\n')) {
    const fields = line.split(' ', EVENT_FIELDS);
    const [seq = '', id = '', about, at, kind] = fields;
    const data = line.slice(fields.join(' ').length + 1);
    const event = kind === undefined ? undefined : { at: Number(at), kind, data };
    sink[about === 'account' ? 'account' : 'stream'](id, Number(seq), event);
  }
}

/** Those before the data of an event, which may contain spaces. */
const EVENT_FIELDS = 5;

/** The shortest interval between two texts to every process. Milliseconds. */
const PACE = 500;

/**
 * Sends texts to the readers of a topic at once, or to every process, at a limited rate: through the broker while it is connected, otherwise through
 * PostgreSQL, in batches. Not within the transactions of the writes: PostgreSQL serialises the commits of transactions that notify, each with its own
 * wait for the disk. If a notice is lost because this process ends, listeners find the write at their next heartbeat.
 */
export class PostgresNotifier {
  private readonly database: Kysely<Schema>;
  private readonly channel: string;
  private readonly broker: Broker | null;
  /** The backend of this process that listens, which needs no notice of what it writes. */
  private readonly own: () => number;
  private queued: { readonly topic: string | null; readonly text: string }[] = [];
  private readonly lines: string[] = [];
  private readonly paced = new Paced(PACE, () => this.sendLines());
  private sending: Promise<void> | null = null;

  constructor(database: Kysely<Schema>, channel: string, broker: Broker | null, own = (): number => 0) {
    this.database = database;
    this.channel = channel;
    this.broker = broker;
    this.own = own;
  }

  push(text: string, topic: string | null = null): void {
    if (this.broker?.publish(topic === null ? this.channel : subjectOf(topic), text) === true) return;
    this.queued.push({ topic, text });
    this.sending ??= this.sendAll();
  }

  /** Sends a line, with all others of the time since the last text: what every process is notified of must not grow with the moves. */
  pushLine(line: string): void {
    this.lines.push(line);
    this.paced.ask();
  }

  /** Resolves when nothing waits. */
  async settle(): Promise<void> {
    this.paced.flush();
    await this.sending;
  }

  private sendLines(): void {
    for (const text of messagesOf(this.lines.splice(0), '\n')) this.push(text);
  }

  private async sendAll(): Promise<void> {
    while (this.queued.length > 0) {
      const texts = this.queued;
      this.queued = [];
      try {
        const columns = [texts.map(({ topic }) => topic), texts.map(({ text }) => text)];
        await this.database.executeQuery(CompiledQuery.raw(NOTIFY, [...columns, this.channel, this.own()]));
      } catch {
        // Listeners find the writes at their next heartbeat.
      }
    }
    this.sending = null;
  }
}

/**
 * Does not wait for the disk: notices need not be durable. Those of a stream arrive in their order. If the arrays were not hidden in `sent`,
 * the statement would be planned again for each length, and without `offset` all readers could be read.
 */
const NOTIFY = prepare(`
  with sent as materialized (
    select set_config('synchronous_commit', 'off', true), $1::text[] as topics, $2::text[] as texts)
  select pg_notify(coalesce('${OWN_CHANNEL}' || backend, $3::text), text)
  from sent, unnest(topics, texts) as notices(topic, text)
  left join lateral (select backend from topic_reader where topic_reader.topic = notices.topic offset 0) as reader on true
  where notices.topic is null or backend <> $4::int`);

/** The interval of heartbeats, and the timeout of each. Milliseconds. */
const HEARTBEAT = 5000;
/** The interval while other nodes do not know that this one misses their messages. Milliseconds. */
const HEARTBEAT_IF_MISSING = 500;

/** The delay before reconnecting, which doubles with every failure. Milliseconds. */
const MIN_DELAY = 50;
const MAX_DELAY = 5000;

interface ListenerHandlers {
  readonly onText: (channel: string, text: string) => void;
  /** The connection was opened, for the first time or again. Messages may have been missed before. */
  readonly onListening: () => void;
  /** Reports everything that was written since a time, by the clock of the database. */
  readonly catchUp: (since: number) => Promise<void>;
  /** A bug in one of the others. */
  readonly onFault: (error: unknown) => void;
  readonly topics: Topics;
  /** The broker to which other nodes send their texts first. `null`: only PostgreSQL passes them on. */
  readonly broker: Broker | null;
  /** Whether this node has no connection to its broker, or nodes of an earlier version do not look for its topics. */
  readonly mayMiss: () => boolean;
}

/** Listens to PostgreSQL and the broker. Notices may be lost, so each connection and heartbeat reads what was written since. */
export class PostgresListener {
  private readonly url: string;
  private readonly handlers: ListenerHandlers;
  private readonly closing = new AbortController();
  /** Nothing was missed up to this time, by the clock of the database. 0 before the first connection. */
  private caughtUpTo = 0;
  private running: Promise<void> = Promise.resolve();
  /** Ends the wait for the next heartbeat. */
  private wake: () => void = () => undefined;

  constructor(url: string, handlers: ListenerHandlers) {
    this.url = url;
    this.handlers = handlers;
  }

  /** Resolves when it listens. Retries until it can. */
  start(): Promise<void> {
    const { broker, onText, onListening } = this.handlers;
    broker?.subscribe({
      onText,
      onConnected: () => {
        onListening();
        this.wake();
      },
    });
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
    let wait = MIN_DELAY;
    while (!signal.aborted) {
      const client = makeClient(this.url, HEARTBEAT);
      const end = endOf(client, signal);
      try {
        await unlessEnded(this.listen(client), end.signal);
        onListening();
        wait = MIN_DELAY;
        await this.beat(client, end.signal);
      } catch (error) {
        // The connection was lost or closed, or what it reports was not understood: reconnect unless this listener is closed.
        if (storeErrorOf(error) instanceof StoreFault) this.handlers.onFault(error);
      }
      end.abort();
      this.handlers.topics.close();
      await Promise.race([client.end().catch(() => undefined), delay(MIN_DELAY, undefined, { ref: false })]);
      await delay(wait, undefined, { signal }).catch(() => undefined);
      wait = Math.min(wait * 2, MAX_DELAY);
    }
    onListening();
  }

  private async listen(client: pg.Client): Promise<void> {
    client.on('notification', ({ channel, payload = '' }) => this.handlers.onText(channel, payload));
    await client.connect();
    await this.handlers.topics.open(client);
    this.handlers.onListening();
    await this.lookUp(await readClock(client));
  }

  /** Reads the clock at every heartbeat, which also detects a connection that was lost silently. */
  private async beat(client: pg.Client, end: AbortSignal): Promise<never> {
    for (;;) {
      await unlessEnded(this.nextHeartbeat(), end);
      await this.lookUp(await unlessEnded(readClock(client), end));
    }
  }

  private nextHeartbeat(): Promise<void> {
    const interval = this.handlers.mayMiss() ? HEARTBEAT_IF_MISSING : HEARTBEAT;
    const woken = new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    return Promise.race([delay(interval, undefined, { ref: false }), woken]);
  }

  /** Reports what was written since the last call; nothing at the first call. */
  private async lookUp(now: number): Promise<void> {
    if (this.caughtUpTo > 0) await this.handlers.catchUp(this.caughtUpTo);
    this.caughtUpTo = now;
  }
}

/** Aborted when the connection is lost or the listener is closed. Once aborted, `closing` no longer refers to the connection. */
function endOf(client: pg.Client, closing: AbortSignal): AbortController {
  const end = new AbortController();
  const abort = (): void => end.abort();
  client.once('end', abort);
  client.on('error', abort);
  closing.addEventListener('abort', abort, { signal: end.signal });
  return end;
}

/** The result of `work`; rejects if the connection ends before. `Promise.race` would keep each result as long as the connection. */
function unlessEnded<T>(work: Promise<T>, end: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('connection ended'));
    if (end.aborted) stop();
    end.addEventListener('abort', stop);
    void work.then(resolve, reject).finally(() => end.removeEventListener('abort', stop));
  });
}

async function readClock(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ now: number }>(
    'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now',
  );
  return rows[0]?.now ?? 0;
}

/** The subject of a topic at the broker. It has no dot: earlier versions listen to every subject without one. */
export const subjectOf = (topic: string): string => `topic-${topic}`;

/** Those of connections that ended, and of an earlier one that had the number of this one. */
const FORGET = `
  delete from topic_reader where backend = pg_backend_pid() or backend not in (select pid from pg_stat_activity)`;

const CHANGE = `
  with gone as (delete from topic_reader where topic = any($1::text[]) and backend = pg_backend_pid())
  insert into topic_reader select topic, pg_backend_pid() from unnest($2::text[]) as topic on conflict do nothing`;

/**
 * The topics that this process reads, as rows that senders look up. However many there are, its connection listens on three channels: PostgreSQL
 * compares each notice with every channel of every listener. A row that is committed before a log is read misses nothing: a sender looks for it
 * after its write was committed, and either finds it, or had written before, so the write is in the log.
 */
export class Topics {
  private readonly wanted = new Set<string>();
  /** Those whose row may be missing, or left over. */
  private readonly changed = new Set<string>();
  private client: pg.Client | null = null;
  private changing: Promise<void> | null = null;
  private release: () => void = () => undefined;
  /** The number of the backend that listens, which names its channel. 0 for none. */
  backend = 0;

  /** Listens on a new connection. Rejects if it is lost. */
  open(client: pg.Client): Promise<void> {
    this.client = client;
    for (const topic of this.wanted) this.changed.add(topic);
    return this.change();
  }

  /** A frozen connection never answers, so its waiters are released. The next one listens before it catches up. */
  close(): void {
    this.client = null;
    this.backend = 0;
    this.changing = null;
    this.release();
  }

  /** Resolves when senders find the topic, or there is no connection. */
  async subscribe(topic: string): Promise<void> {
    if (!this.wanted.has(topic)) this.changed.add(topic);
    this.wanted.add(topic);
    await this.change().catch(() => undefined);
  }

  unsubscribe(topic: string): void {
    if (!this.wanted.delete(topic)) return;
    this.changed.add(topic);
    this.change().catch(() => undefined);
  }

  private change(): Promise<void> {
    const { client } = this;
    if (client === null) return Promise.resolve();
    this.changing ??= new Promise((resolve, reject) => {
      this.release = resolve;
      this.changeAll(client).then(resolve, reject);
    });
    return this.changing;
  }

  /** Until nothing differs any more: what is asked for in the same turn, or meanwhile, shares a query. */
  private async changeAll(client: pg.Client): Promise<void> {
    try {
      await (this.backend === 0 ? this.listen(client) : Promise.resolve());
      while (this.client === client && this.changed.size > 0) await this.write(client);
    } finally {
      if (this.client === client) this.changing = null;
    }
  }

  private async listen(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ backend: number }>('select pg_backend_pid() as backend');
    const { backend = 0 } = rows[0] ?? {};
    const channels = [MATCH_CHANNEL, MESSAGE_CHANNEL, `${OWN_CHANNEL}${backend}`];
    await client.query([...channels.map((channel) => `listen ${channel}`), FORGET].join(';'));
    if (this.client === client) this.backend = backend;
  }

  private async write(client: pg.Client): Promise<void> {
    const changed = [...this.changed];
    this.changed.clear();
    const more = changed.filter((topic) => this.wanted.has(topic));
    const less = changed.filter((topic) => !this.wanted.has(topic));
    await client.query({ name: 'tablier_topics', text: CHANGE, values: [less, more] }).catch((error: unknown) => {
      for (const topic of changed) this.changed.add(topic);
      throw error;
    });
  }
}
