/**
 * `node lab/bench/appends.ts [SECONDS]`: durable appends per second by number of concurrent writers, each of which waits for
 * its answer before its next append to its own stream, compared with plain insert loops of the drivers in the same run.
 * Prints one line of JSON per result.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@tablier/store';
import { mustOpen, PostgresServer } from '@tablier/testkit/servers';
import pg from 'pg';
import { openFile, pragma } from '../../packages/store/src/sqlite/connect.ts';

const SECONDS = Number(process.argv[2] ?? 2);
const WRITERS = [1, 10, 100, 1000];
const EVENT = { at: 1_700_000_000_000, kind: 'move', data: { seat: 1, move: '00-02' } };
const ROW = ['m', EVENT.at, EVENT.kind, JSON.stringify(EVENT.data)] as const;

/** Runs `work` in `writers` concurrent loops. Returns the runs per second. */
async function rate(writers: number, work: (writer: number, count: number) => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  const end = begin + SECONDS * 1000;
  let done = 0;
  const loop = async (writer: number) => {
    for (let count = 0; performance.now() < end; count++) {
      await work(writer, count);
      done++;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => loop(writer)));
  return Math.round((done * 1000) / (performance.now() - begin));
}

async function storeRate(store: Store, writers: number): Promise<number> {
  const matches = Array.from({ length: writers }, (_, writer) => `w${writers}-${writer}`);
  await Promise.all(matches.map((match) => store.createStream(match, null)));
  return rate(writers, async (writer, count) => {
    const clientId = String(count);
    const result = await store.append(matches[writer] ?? '', count, [EVENT], { clientId });
    if (result.name !== 'appended') throw new Error(JSON.stringify(result));
  });
}

async function benchSqlite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-bench-'));
  const bare = openFile(join(folder, 'bare.db'));
  for (const setting of ['journal_mode = wal', 'synchronous = full']) pragma(bare, setting);
  bare.prepare('create table event (seq integer primary key, match text, at integer, kind text, data text)').run([]);
  const insert = bare.prepare('insert into event (match, at, kind, data) values (?, ?, ?, ?)');
  const store = await mustOpen({ folder });
  for (const writers of WRITERS) {
    // The plain loop runs before and after, since the speed of the disk varies.
    const before = await rate(1, async () => insert.run(ROW));
    const own = await storeRate(store, writers);
    const after = await rate(1, async () => insert.run(ROW));
    tell('sqlite', writers, own, (before + after) / 2);
  }
  await store.close();
  bare.close();
  rmSync(folder, { recursive: true });
}

async function benchPostgres(): Promise<void> {
  const server = await PostgresServer.start();
  const url = await server.createDatabase();
  const client = new pg.Client(url);
  await client.connect();
  await client.query('create table bare (seq bigserial primary key, match text, at bigint, kind text, data text)');
  const insert = { name: 'insert', text: 'insert into bare (match, at, kind, data) values ($1, $2, $3, $4)' };
  const store = await mustOpen({ folder: '', url });
  for (const writers of WRITERS) {
    const before = await rate(1, () => client.query(insert, [...ROW]));
    const own = await storeRate(store, writers);
    const after = await rate(1, () => client.query(insert, [...ROW]));
    tell('postgres', writers, own, (before + after) / 2);
  }
  await store.close();
  await client.end();
  await server.remove();
}

function tell(database: string, writers: number, appendsPerSecond: number, bare: number): void {
  const ratio = Number((appendsPerSecond / bare).toFixed(2));
  console.log(JSON.stringify({ database, writers, appendsPerSecond, bareInsertsPerSecond: Math.round(bare), ratio }));
}

await benchSqlite();
await benchPostgres();
