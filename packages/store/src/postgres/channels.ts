import type pg from 'pg';

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
