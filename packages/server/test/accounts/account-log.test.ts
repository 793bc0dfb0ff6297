import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { success } from '@tablier/core';
import type { Store, StoredEvent } from '@tablier/store';
import { mustOpen } from '@tablier/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemChance } from '../../src/lib/chance.ts';
import { accountOf, SNAPSHOT_EVERY } from '../../src/accounts/account-log.ts';
import { logOf, People } from '../../src/accounts/people.ts';

let folder: string;
let store: Store;
/** How many events each read of the store returned. */
let reads: number[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tablier-accounts-'));
  const real = await mustOpen({ folder });
  reads = [];
  store = Object.assign(Object.create(real) as Store, {
    read: async (match: string, from: number, limit?: number) => {
      const events = await real.read(match, from, limit);
      reads.push(events.length);
      return events;
    },
    close: () => real.close(),
  });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const newPeople = () => new People(store, systemChance, Date.now);
const named = (name: string) => ({ at: 1, kind: 'named', data: { name } });

/** Appends old events, as they were written before there were snapshots. */
async function appendOld(person: string, from: number, names: readonly string[]): Promise<void> {
  for (let done = 0; done < names.length; done += 5000) {
    const events = names.slice(done, done + 5000).map(named);
    expect((await store.append(logOf(person), from + done, events)).name).toBe('appended');
  }
}

describe('the log of an account', () => {
  test('is read in time that grows with its length and no faster', () => {
    const events = Array.from({ length: 40_000 }, (_, index): StoredEvent => {
      return { seq: index + 1, at: 1, kind: 'traced', data: { table: `table ${index}` } };
    });
    expect(accountOf(events)?.traces.size).toBe(40_000);
  });

  test('is read in pages, however long it is', async () => {
    const { person } = await newPeople().newGuest('Ada', 'Test');
    await appendOld(
      person.id,
      2,
      Array.from({ length: 20_000 }, (_, index) => `Ada ${index}`),
    );
    const account = await newPeople().account(person.id);
    expect([account?.name, account?.seq, account?.sessions.size]).toEqual(['Ada 19999', 20_002, 1]);
    expect(Math.max(...reads)).toBeLessThanOrEqual(SNAPSHOT_EVERY);
  });

  test('is read from the last snapshot on, and tells the same as the whole', async () => {
    const people = newPeople();
    const { person } = await people.newGuest('Ada', 'Test');
    await appendOld(person.id, 2, ['older']);
    people.forget(logOf(person.id));
    for (let count = 0; count < 3 * SNAPSHOT_EVERY; count++) {
      await people.change(person.id, () => success([{ kind: 'named', name: `Ada ${count}` }]));
    }
    const whole = accountOf(await store.read(logOf(person.id), 1));
    reads.length = 0;
    expect(await newPeople().account(person.id)).toEqual(whole);
    expect(whole?.name).toBe(`Ada ${3 * SNAPSHOT_EVERY - 1}`);
    expect(reads).toHaveLength(2);
  });

  test('is not read again for every change', async () => {
    const people = newPeople();
    const { person } = await people.newGuest('Ada', 'Test');
    await people.account(person.id);
    reads.length = 0;
    for (let count = 0; count < 50; count++) {
      await people.change(person.id, () => success([{ kind: 'named', name: `Ada ${count}` }]));
    }
    expect((await people.account(person.id))?.name).toBe('Ada 49');
    expect(reads).toEqual([]);
  });

  test('is decided as it is now, where another process changed it and the news was lost', async () => {
    const [here, elsewhere] = [newPeople(), newPeople()];
    const { person } = await here.newGuest('Ada', 'Test');
    await here.account(person.id);
    await elsewhere.change(person.id, () => success([{ kind: 'named', name: 'Grace' }]));
    const seen: string[] = [];
    const done = await here.change(person.id, ({ name }) => {
      seen.push(name);
      return success(name === 'Grace' ? [] : [{ kind: 'named', name: 'Eve' }]);
    });
    expect([done.ok && done.value.name, seen]).toEqual(['Grace', ['Ada', 'Grace']]);
  });
});
