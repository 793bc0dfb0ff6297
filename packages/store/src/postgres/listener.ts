import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import { StoreFault } from '../errors.ts';
import { type NoticeSink, Paced } from '../notices.ts';
import { type EventText, MAX_NODE_MESSAGE_BYTES } from '../operations.ts';
import { storeErrorOf } from '../repository.ts';
import type { Schema } from '../schema.ts';
import type { Broker } from './broker.ts';
import { makeClient, prepare } from './connect.ts';

import type pg from 'pg';

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
 * Sends texts to a topic at once, or on a channel to every process, at a limited rate: through the broker while it is connected, otherwise through
 * PostgreSQL, in batches. Not within the transactions of the writes: PostgreSQL serialises the commits of transactions that notify, each with its own
 * wait for the disk. If a notice is lost because this process ends, listeners find the write at their next heartbeat.
 */
export class PostgresNotifier {
  private readonly database: Kysely<Schema>;
  private readonly channel: string;
  private readonly broker: Broker | null;
  private queued: { readonly channel: string; readonly text: string }[] = [];
  private readonly lines: string[] = [];
  private readonly paced = new Paced(PACE, () => this.sendLines());
  private sending: Promise<void> | null = null;

  constructor(database: Kysely<Schema>, channel: string, broker: Broker | null) {
    this.database = database;
    this.channel = channel;
    this.broker = broker;
  }

  push(text: string, topic: string | null = null): void {
    if (this.broker?.publish(topic === null ? this.channel : subjectOf(topic), text) === true) return;
    this.queued.push({ channel: topic === null ? this.channel : channelOf(topic), text });
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
    let text = '';
    for (const line of this.lines.splice(0)) {
      const longer = text === '' ? line : `${text}\n${line}`;
      if (Buffer.byteLength(longer) > MAX_NODE_MESSAGE_BYTES) {
        this.push(text);
        text = line;
      } else text = longer;
    }
    if (text !== '') this.push(text);
  }

  private async sendAll(): Promise<void> {
    while (this.queued.length > 0) {
      const texts = this.queued;
      this.queued = [];
      try {
        const columns = [texts.map(({ channel }) => channel), texts.map(({ text }) => text)];
        await this.database.executeQuery(CompiledQuery.raw(NOTIFY, columns));
      } catch {
        // Listeners find the writes at their next heartbeat.
      }
    }
    this.sending = null;
  }
}

/** Does not wait for the disk: notices need not be durable. */
const NOTIFY = prepare(`
  with quickly as materialized (select set_config('synchronous_commit', 'off', true))
  select pg_notify(channel, notice) from quickly, unnest($1::text[], $2::text[]) as notices(channel, notice)`);

/** The interval of heartbeats, and the timeout of each. Milliseconds. */
const HEARTBEAT = 5000;
/** The interval while this node has no connection to its broker: other nodes do not know that it misses their messages. Milliseconds. */
const HEARTBEAT_WITHOUT_BROKER = 500;

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
  readonly channels: Channels;
  /** The broker to which other nodes send their texts first. `null`: only PostgreSQL passes them on. */
  readonly broker: Broker | null;
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
      const client = makeClient(this.url);
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
      this.handlers.channels.close();
      await Promise.race([client.end().catch(() => undefined), delay(MIN_DELAY, undefined, { ref: false })]);
      await delay(wait, undefined, { signal }).catch(() => undefined);
      wait = Math.min(wait * 2, MAX_DELAY);
    }
    onListening();
  }

  private async listen(client: pg.Client): Promise<void> {
    client.on('notification', ({ channel, payload = '' }) => this.handlers.onText(channel, payload));
    await client.connect();
    await this.handlers.channels.open(client);
    this.handlers.onListening();
    await this.lookUp(await readClock(client));
  }

  /** Reads the clock at every heartbeat, which also detects a connection that was lost silently. */
  private async beat(client: pg.Client, end: AbortSignal): Promise<never> {
    for (;;) {
      await unlessEnded(this.nextHeartbeat(), end);
      const silence = delay(HEARTBEAT, null, { ref: false });
      const time = await unlessEnded(Promise.race([readClock(client), silence]), end);
      if (time === null) throw new Error('no heartbeat');
      await this.lookUp(time);
    }
  }

  private nextHeartbeat(): Promise<void> {
    const interval = (this.handlers.broker?.isConnected ?? true) ? HEARTBEAT : HEARTBEAT_WITHOUT_BROKER;
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

/** Notices for every process, in the format of `formatNotice`. */
export const MATCH_CHANNEL = 'tablier_match';
/** Messages between nodes. The names of the channels must stay, since nodes of two versions may run together. */
export const MESSAGE_CHANNEL = 'tablier_word';

/** PostgreSQL compares each notice with every channel of a listener, so topics share channels. Must stay, like the names. */
const SHARDS = 1024;

/** The channel of PostgreSQL that passes the notices of a topic (32-bit FNV-1a). */
export function channelOf(topic: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < topic.length; index++)
    hash = Math.imul(hash ^ topic.charCodeAt(index), 0x01_00_01_93) >>> 0;
  return `tablier_topic_${hash % SHARDS}`;
}

/** The subject of a topic at the broker. Like the channels it has no dot: earlier versions listen to every subject without one. */
export const subjectOf = (topic: string): string => `topic-${topic}`;

/** The channels that a connection listens on: those for all, and those of the subscribed topics. Survives the connection. */
export class Channels {
  private readonly topics = new Set<string>();
  /** By channel, the number of its topics. */
  private readonly wanted = new Map<string, number>([
    [MATCH_CHANNEL, 1],
    [MESSAGE_CHANNEL, 1],
  ]);
  private readonly listened = new Set<string>();
  private client: pg.Client | null = null;
  private changing: Promise<void> | null = null;
  private release: () => void = () => undefined;

  /** Listens on a new connection. Rejects if it is lost. */
  open(client: pg.Client): Promise<void> {
    this.client = client;
    return this.change();
  }

  /** A frozen connection never answers, so its waiters are released. The next one listens before it catches up. */
  close(): void {
    this.client = null;
    this.listened.clear();
    this.changing = null;
    this.release();
  }

  /** Resolves when the connection listens, or there is none. */
  async subscribe(topic: string): Promise<void> {
    const channel = channelOf(topic);
    if (!this.topics.has(topic)) this.wanted.set(channel, (this.wanted.get(channel) ?? 0) + 1);
    this.topics.add(topic);
    if (!this.listened.has(channel)) await this.change().catch(() => undefined);
  }

  unsubscribe(topic: string): void {
    if (!this.topics.delete(topic)) return;
    const channel = channelOf(topic);
    const left = (this.wanted.get(channel) ?? 1) - 1;
    if (left > 0) this.wanted.set(channel, left);
    else this.wanted.delete(channel);
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
      await Promise.resolve();
      for (let query = this.next(client); query !== null; query = this.next(client)) await query;
    } finally {
      if (this.client === client) this.changing = null;
    }
  }

  /** `null` if the connection listens on what is wanted, or is closed. */
  private next(client: pg.Client): Promise<void> | null {
    const { wanted, listened } = this;
    const more = [...wanted.keys()].filter((channel) => !listened.has(channel));
    const less = [...listened].filter((channel) => !wanted.has(channel));
    if (this.client !== client || more.length + less.length === 0) return null;
    for (const channel of less) listened.delete(channel);
    const all = [...less.map((channel) => `unlisten ${channel}`), ...more.map((channel) => `listen ${channel}`)];
    return client.query(all.join(';')).then(() => {
      if (this.client === client) for (const channel of more) listened.add(channel);
    });
  }
}
