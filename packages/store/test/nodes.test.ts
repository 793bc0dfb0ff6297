import { makePostgresDatabase, useStores } from '@tablier/testkit';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { MAX_WORD_BYTES, type NodePort, type Store } from '../src/index.ts';

const stores = useStores(async () => {
  const place = { folder: 'not used', url: await makePostgresDatabase() };
  return { place, remove: () => Promise.resolve() };
});

function portOf(store: Store): NodePort {
  if (store.nodes === null) throw new Error('no nodes');
  return store.nodes;
}

async function both(): Promise<[NodePort, NodePort]> {
  return [portOf(stores.store), portOf(await stores.openAnother())];
}

/** Does something to the database behind the back of the stores. */
async function behind(statement: string): Promise<void> {
  const client = new pg.Client(stores.place.url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

describe('notes', () => {
  test('each node reads when the others last noted that they work, on one clock, and not its own note', async () => {
    const [first, second] = await both();
    const alone = await first.beat('a');
    expect(alone.notes).toEqual([]);
    const seen = await second.beat('b');
    expect(seen.notes).toMatchObject([{ node: 'a', isGone: false }]);
    const at = seen.notes[0]?.at ?? 0;
    expect(at).toBeGreaterThanOrEqual(alone.now);
    expect(at).toBeLessThanOrEqual(seen.now);
    await first.beat('a');
    expect((await second.beat('b')).notes[0]?.at).toBeGreaterThan(at);
  });

  test('a node that says goodbye is gone, and there again with its next beat', async () => {
    const [first, second] = await both();
    await first.beat('a');
    await first.leave('a');
    expect((await second.beat('b')).notes).toMatchObject([{ node: 'a', isGone: true }]);
    await first.beat('a');
    expect((await second.beat('b')).notes).toMatchObject([{ node: 'a', isGone: false }]);
  });

  test('of many nodes that are long gone, the newest are remembered', async () => {
    const [first, second] = await both();
    await behind(`insert into node select 'old' || n, n, 0 from generate_series(1, 150) as n`);
    const { notes } = await first.beat('a');
    expect([notes[0]?.node, notes.length]).toEqual(['old150', 100]);
    expect((await second.beat('b')).notes).toHaveLength(100);
    expect(notes.at(-1)?.node).toBe('old51');
  });
});

describe('words', () => {
  const listen = async (store: Store) => {
    const heard: string[] = [];
    let [gaps, breaks] = [0, 0];
    portOf(store).hear({ onWord: (word) => heard.push(word), onGap: () => gaps++, onBreak: () => breaks++ });
    await store.follow(() => undefined);
    return { heard, gaps: () => gaps, breaks: () => breaks };
  };

  test('are heard by every node that listens, in order, whatever they hold', async () => {
    const other = await stores.openAnother();
    const ears = [await listen(stores.store), await listen(other)];
    const words = ['one', 'žluť "\' \\ 🎲', 'x'.repeat(MAX_WORD_BYTES), 'last'];
    for (const word of words) portOf(stores.store).say(word);
    for (const { heard } of ears) await vi.waitFor(() => expect(heard).toEqual(words), 10_000);
    expect(() => portOf(stores.store).say('x'.repeat(MAX_WORD_BYTES + 1))).toThrow(RangeError);
  });

  test('a listener that was cut off is told that it may have missed some, and hears again', async () => {
    const { heard, gaps, breaks } = await listen(stores.store);
    await portOf(stores.store).beat('a');
    expect([gaps(), breaks()]).toEqual([1, 0]);
    await behind(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await vi.waitFor(() => expect([gaps(), breaks()]).toEqual([2, 1]), 10_000);
    portOf(stores.store).say('again');
    await vi.waitFor(() => expect(heard).toEqual(['again']), 10_000);
  });
});
