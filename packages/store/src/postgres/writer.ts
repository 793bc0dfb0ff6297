import type { Kysely } from 'kysely';
import { type StoreHealth, type StoreObserver, WriteHealth } from '../health.ts';
import { type NoticeSink, notifyTouched } from '../notices.ts';
import type { Executor, Operation, Reply, ReplyTo } from '../operations.ts';
import { versionIn } from '../repository.ts';
import type { Schema } from '../schema.ts';
import type { Broker } from './broker.ts';
import { PostgresListener } from './listener.ts';
import type { PostgresNodes } from './nodes.ts';
import { formatNotice, MATCH_CHANNEL, MESSAGE_CHANNEL, passNotice, PostgresNotifier } from './notifier.ts';
import { perform } from './write.ts';

/** The maximum time between the time stamp of a write and its commit. Milliseconds. */
const STAMPED_BEFORE = 20_000;

interface PostgresPlace {
  readonly url: string;
  readonly database: Kysely<Schema>;
  readonly nodes: PostgresNodes;
  readonly broker: Broker | null;
  readonly now: () => number;
  readonly observer: StoreObserver;
}

export class PostgresWriter implements Executor {
  private readonly place: PostgresPlace;
  private readonly writeHealth: WriteHealth;
  private readonly notifier: PostgresNotifier;
  private readonly underWay = new Set<Promise<unknown>>();
  private listener: PostgresListener | null = null;

  constructor(place: PostgresPlace) {
    this.place = place;
    this.writeHealth = new WriteHealth(place.now);
    this.notifier = new PostgresNotifier(place.database, MATCH_CHANNEL, place.broker);
  }

  get health(): StoreHealth {
    return this.writeHealth.current;
  }

  async execute<O extends Operation>(operation: O): Promise<ReplyTo<O>> {
    const requestedAt = this.place.now();
    const writing = perform(this.place.database, operation);
    this.underWay.add(writing);
    const reply = await writing.finally(() => this.underWay.delete(writing));
    this.writeHealth.answered(reply, requestedAt);
    const notice = noticeOf(operation, reply);
    if (notice !== null) this.notifier.push(notice);
    // `perform` returns the reply type of the operation.
    return reply as ReplyTo<O>;
  }

  watch(sink: NoticeSink): Promise<void> {
    const { url, database, nodes, broker, observer } = this.place;
    const listener = new PostgresListener(url, {
      onText: (channel, text) => (channel === MESSAGE_CHANNEL ? nodes.deliver(text) : passNotice(text, sink)),
      onListening: () => nodes.reportGap(),
      catchUp: (since) => notifyTouched(database, since - STAMPED_BEFORE, sink),
      onFault: (error) => observer.onFault?.(error),
      broker,
    });
    this.listener = listener;
    return listener.start();
  }

  async close(): Promise<void> {
    await this.listener?.close();
    await Promise.allSettled(this.underWay);
    await this.notifier.settle();
    await this.place.nodes.close();
    await this.place.broker?.close();
    await this.place.database.destroy();
  }
}

function noticeOf(operation: Operation, reply: Reply): string | null {
  if (operation.kind === 'create') return reply.name === 'created' ? formatNotice('stream', operation.stream, 0) : null;
  if (operation.kind === 'append')
    return reply.name === 'appended' ? formatNotice('stream', operation.stream, reply.seq) : null;
  const { changes } = operation;
  return changes !== null && reply.name === 'done'
    ? formatNotice(changes.kind, changes.id, versionIn(reply.rows))
    : null;
}
