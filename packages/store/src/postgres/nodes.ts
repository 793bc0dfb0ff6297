import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { MAX_WORD_BYTES, type NodeHearer, type NodePort, reasonOf, type Roll, StoreUnavailable } from '../store.ts';
import { connectPool } from './connect.ts';
import { PostgresNotifier, WORD_CHANNEL } from './notifier.ts';
import { DATABASE_CLOCK } from './write.ts';

/** Notes that are read, and kept when a node comes. */
const MOST_NOTES = 100;
/** A beat that has no answer by then has failed. Milliseconds. */
const PATIENCE = 2000;

/** Notes of nodes in a table, their words on a channel. Beats have a connection of their own: no crowd of writes holds them up. */
export class PostgresNodes implements NodePort {
  private readonly database: Kysely<Schema>;
  private readonly words: PostgresNotifier;
  private readonly hearers = new Set<NodeHearer>();
  private isTidy = false;

  constructor(url: string) {
    this.database = connectPool(url, { max: 1, query_timeout: PATIENCE }, { onBreak: () => this.broke() });
    this.words = new PostgresNotifier(this.database, WORD_CHANNEL);
  }

  async beat(node: string): Promise<Roll> {
    try {
      const { rows } = await beatOf(node).execute(this.database);
      if (!this.isTidy) await this.forgetOld();
      return {
        now: rows[0]?.now ?? 0,
        // Without any other node there is one row all the same, for the time.
        notes: rows.flatMap(({ id, beat_at, gone }) =>
          id === null ? [] : { node: id, at: beat_at, isGone: gone === 1 },
        ),
      };
    } catch (error) {
      throw new StoreUnavailable(reasonOf(error), { cause: error });
    }
  }

  async leave(node: string): Promise<void> {
    try {
      await sql`update node set gone = 1, beat_at = ${DATABASE_CLOCK} where id = ${node}`.execute(this.database);
    } catch (error) {
      throw new StoreUnavailable(reasonOf(error), { cause: error });
    }
  }

  say(word: string): void {
    if (Buffer.byteLength(word) > MAX_WORD_BYTES) throw new RangeError('a word too long');
    this.words.push(word);
  }

  hear(hearer: NodeHearer): () => void {
    // A hearer given twice is two.
    const own = { ...hearer };
    this.hearers.add(own);
    return () => void this.hearers.delete(own);
  }

  /** Something was said. */
  heard(word: string): void {
    for (const { onWord } of this.hearers) onWord(word);
  }

  /** From now on words are heard. */
  listens(): void {
    for (const { onGap } of this.hearers) onGap();
  }

  /** A connection broke. */
  broke(): void {
    for (const { onBreak } of this.hearers) onBreak();
  }

  async close(): Promise<void> {
    await this.words.settle();
    await this.database.destroy();
  }

  private async forgetOld(): Promise<void> {
    const newest = sql`select id from node order by beat_at desc limit ${sql.lit(MOST_NOTES)}`;
    await sql`delete from node where id not in (${newest})`.execute(this.database);
    this.isTidy = true;
  }
}

/** One round trip, which waits for no disk. Gives one row at least. */
const beatOf = (node: string) => sql<{ now: number; id: string | null; beat_at: number; gone: number }>`
  with quickly as materialized (select set_config('synchronous_commit', 'off', true)),
  noted as (
    insert into node (id, beat_at, gone) select ${node}, ${DATABASE_CLOCK}, 0 from quickly
    on conflict (id) do update set beat_at = greatest(node.beat_at, excluded.beat_at), gone = 0
  )
  select ${DATABASE_CLOCK} as now, other.id, other.beat_at, other.gone
  from (select 1) as always left join (
    select id, beat_at, gone from node where id <> ${node} order by beat_at desc limit ${sql.lit(MOST_NOTES)}
  ) as other on true
  order by other.beat_at desc nulls last`;
