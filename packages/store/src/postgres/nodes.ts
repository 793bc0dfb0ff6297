import { type Kysely, sql } from 'kysely';
import { NEWEST_VERSION } from '../migrations/list.ts';
import type { Schema } from '../schema.ts';
import {
  type BrokerState,
  MAX_NODE_MESSAGE_BYTES,
  type NodeList,
  type NodePort,
  type NodeSubscriber,
} from '../operations.ts';
import { answer } from '../repository.ts';
import type { Broker } from './broker.ts';
import { MESSAGE_CHANNEL, PostgresNotifier } from './listener.ts';
import { connectPool } from './connect.ts';
import { DATABASE_CLOCK } from './writer.ts';

/** The number of other nodes that are read, and kept when a node starts. */
const MAX_NODES = 100;
/** A heartbeat without an answer after this time has failed. */
const HEARTBEAT_TIMEOUT_MS = 2000;
/** A node without a heartbeat for this long no longer serves. */
const GONE_AFTER_MS = 10_000;

/** Nodes in a table, and their messages on a channel. Heartbeats use a separate connection, so that many writes do not delay them. */
export class PostgresNodes implements NodePort {
  private readonly database: Kysely<Schema>;
  private readonly broker: Broker | null;
  private readonly messages: PostgresNotifier;
  subscriber: Partial<NodeSubscriber> = {};
  private isTidy = false;
  /** Whether PostgreSQL passes notices, and a node lives whose version neither tells which topics it reads nor looks for who does. */
  isMixed = false;

  constructor(url: string, broker: Broker | null) {
    const onBreak = (): void => this.subscriber.onBreak?.();
    this.database = connectPool(url, { max: 1, query_timeout: HEARTBEAT_TIMEOUT_MS }, { onBreak });
    this.broker = broker;
    this.messages = new PostgresNotifier(this.database, MESSAGE_CHANNEL, broker);
  }

  get brokerState(): BrokerState {
    if (this.broker === null) return 'none';
    return this.broker.isConnected ? 'connected' : 'unreachable';
  }

  async heartbeat(node: string): Promise<NodeList> {
    const { rows } = await answer(heartbeatOf(node).execute(this.database));
    if (!this.isTidy) await answer(this.forgetOld());
    const isEarlier = ({ now, beat_at, gone, version }: HeartbeatRow): boolean =>
      gone === 0 && version === null && now - beat_at < GONE_AFTER_MS;
    this.isMixed = this.broker === null && rows.some(isEarlier);
    return {
      now: rows[0]?.now ?? 0,
      // Without other nodes there is still one row, with the time.
      notes: rows.flatMap(({ id, beat_at, gone }) =>
        id === null ? [] : { node: id, at: beat_at, isGone: gone === 1 },
      ),
    };
  }

  async leave(node: string): Promise<void> {
    await answer(sql`update node set gone = 1, beat_at = ${DATABASE_CLOCK} where id = ${node}`.execute(this.database));
  }

  publish(message: string): void {
    if (Buffer.byteLength(message) > MAX_NODE_MESSAGE_BYTES) throw new RangeError('message too long');
    this.messages.push(message);
  }

  subscribe(subscriber: NodeSubscriber): void {
    this.subscriber = subscriber;
  }

  async close(): Promise<void> {
    await this.messages.settle();
    await this.database.destroy();
  }

  private async forgetOld(): Promise<void> {
    const newest = sql`select id from node order by beat_at desc limit ${sql.lit(MAX_NODES)}`;
    await sql`delete from node where id not in (${newest})`.execute(this.database);
    this.isTidy = true;
  }
}

type HeartbeatRow = Omit<Schema['node'], 'id'> & { readonly id: string | null; readonly now: number };

/** One round trip that does not wait for the disk. Returns at least one row. */
const heartbeatOf = (node: string) => sql<HeartbeatRow>`
  with quickly as materialized (select set_config('synchronous_commit', 'off', true)),
  noted as (
    insert into node (id, beat_at, gone, version)
    select ${node}, ${DATABASE_CLOCK}, 0, ${sql.lit(NEWEST_VERSION)} from quickly
    on conflict (id) do update set beat_at = greatest(node.beat_at, excluded.beat_at), gone = 0
  )
  select ${DATABASE_CLOCK} as now, other.*
  from (select 1) as always left join (
    select id, beat_at, gone, version from node where id <> ${node} order by beat_at desc limit ${sql.lit(MAX_NODES)}
  ) as other on true
  order by other.beat_at desc nulls last`;
