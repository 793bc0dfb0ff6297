import { setTimeout as delay } from 'node:timers/promises';
import { connect, type ConnectionOptions, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { MATCH_CHANNEL, MESSAGE_CHANNEL, subjectOf } from './listener.ts';

/** The delay between attempts to connect. Milliseconds. */
const RECONNECT_DELAY_MS = 250;
/** How often the connection is tested; it counts as lost after the second test without an answer. Milliseconds. */
const PING_INTERVAL_MS = 2000;
/** An attempt to connect without an answer after this time has failed. */
const CONNECT_TIMEOUT_MS = 2000;

export interface BrokerHandlers {
  readonly onText: (channel: string, text: string) => void;
  /** The connection was opened, for the first time or again. Texts may have been missed before. */
  readonly onConnected: () => void;
}

/** A NATS server that passes texts, fast and without a guarantee. It connects in the background. Databases may share it (`cluster`). */
export class Broker {
  private readonly cluster: string;
  private handlers: BrokerHandlers | null = null;
  private connection: NatsConnection | null = null;
  private readonly topics = new Map<string, Subscription | null>();
  /** How often a topic was joined. */
  private joins = 0;
  private readonly running: Promise<void>;
  private readonly closing = new AbortController();
  private isOpen = false;

  /** `url` fulfils `isBrokerUrl`. */
  constructor(url: string, cluster: string) {
    this.cluster = cluster;
    this.running = this.run(optionsOf(url));
  }

  get isConnected(): boolean {
    return this.isOpen;
  }

  /** Sets the receiver of texts. To be called once. */
  subscribe(handlers: BrokerHandlers): void {
    this.handlers = handlers;
    if (this.isOpen) handlers.onConnected();
  }

  /** Resolves when the server has the subscription, or cannot be reached: then texts are missed until `onConnected`. */
  async join(topic: string): Promise<void> {
    const { connection } = this;
    if (!this.topics.has(topic)) {
      this.joins++;
      this.topics.set(
        topic,
        connection === null || connection.isClosed() ? null : this.listen(connection, subjectOf(topic)),
      );
    }
    if (this.isOpen) await connection?.flush().catch(() => undefined);
  }

  leave(topic: string): void {
    this.topics.get(topic)?.unsubscribe();
    this.topics.delete(topic);
  }

  /** Sends a text to all other nodes. Returns whether there was a connection. */
  publish(channel: string, text: string): boolean {
    // A connection that is closed throws, and `isOpen` changes a moment later.
    if (this.connection === null || !this.isOpen || this.connection.isClosed()) return false;
    this.connection.publish(this.subject(channel), text);
    return true;
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.isOpen = false;
    await this.connection?.close();
    await this.running;
  }

  /** The library reconnects by itself, but gives up after a refusal, and its first attempt could not be cancelled. */
  private async run(options: ConnectionOptions): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      try {
        await this.use(await connect(options));
      } catch {
        // The broker is down or refuses this node: it is tried again.
      }
      this.isOpen = false;
      await delay(RECONNECT_DELAY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Resolves when the connection is closed for good. */
  private async use(connection: NatsConnection): Promise<void> {
    if (this.closing.signal.aborted) return connection.close();
    this.connection = connection;
    for (const channel of [MATCH_CHANNEL, MESSAGE_CHANNEL]) this.listen(connection, channel);
    for (const topic of this.topics.keys()) this.topics.set(topic, this.listen(connection, subjectOf(topic)));
    void this.opened(connection);
    for await (const { type } of connection.status()) {
      if (type === 'reconnect') void this.opened(connection);
      else if (type === 'disconnect') this.isOpen = false;
    }
  }

  private listen(connection: NatsConnection, channel: string): Subscription {
    return connection.subscribe(this.subject(channel), {
      callback: (error, message) => {
        if (error === null) this.handlers?.onText(channel, message.string());
      },
    });
  }

  /** The server answers a flush once it has the subscriptions before it: from then on this node misses nothing. */
  private async opened(connection: NatsConnection): Promise<void> {
    try {
      for (let joins = -1; joins !== this.joins;) {
        ({ joins } = this);
        await connection.flush();
      }
    } catch {
      // A connection that is lost meanwhile is opened again, and flushed again.
      return;
    }
    if (this.closing.signal.aborted) return;
    this.isOpen = true;
    this.handlers?.onConnected();
  }

  private subject(channel: string): string {
    return `tablier.${this.cluster}.${channel}`;
  }
}

/** Without a password, the user name is a token. */
function optionsOf(url: string): ConnectionOptions {
  const { protocol, host, username, password } = new URL(url);
  const user = decodeURIComponent(username);
  const pass = decodeURIComponent(password);
  return {
    servers: host,
    name: 'tablier',
    noEcho: true,
    maxReconnectAttempts: -1,
    timeout: CONNECT_TIMEOUT_MS,
    reconnectTimeWait: RECONNECT_DELAY_MS,
    pingInterval: PING_INTERVAL_MS,
    maxPingOut: 2,
    ...(protocol === 'tls:' && { tls: {} }),
    ...(user !== '' && (pass === '' ? { token: user } : { user, pass })),
  };
}
