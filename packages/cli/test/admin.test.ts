import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@tablier/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from './tablier.ts';

/** An id that looks like an option. */
const EVE = '-aB3_0123456789012345x';
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tablier-admin-'));
  const store = await openStore({ folder });
  if (!store.ok) throw new Error(store.error.detail);
  const at = Date.UTC(2026, 0, 2);
  const session = { id: 'e'.repeat(22), secretHash: 'secret', agent: 'Firefox on Linux' };
  await store.value.accounts.createGuest({ id: EVE, name: 'Eve', session }, at);
  await store.value.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const admin = async (...words: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await runHere(['admin', ...words, '--data', folder]);
  return `${code} ${stdout}${stderr}`;
};

test('tablier admin finds, renames, signs out and erases a person, and says what it did', async () => {
  expect(await admin('find', 'eve')).toBe(`0 ${EVE}  Eve, guest, since 2026-01-02, last here 2026-01-02\n`);
  expect(await admin('sessions', EVE)).toBe('0 since 2026-01-02, last used 2026-01-02, Firefox on Linux\n');
  expect(await admin('rename', EVE, '--to', 'Ada')).toBe(`0 Eve (${EVE}) is now Ada\n`);
  expect(await admin('end-sessions', 'Ada')).toBe(`0 Ada (${EVE}): sessions ended: 1\n`);
  expect(await admin('erase', 'Ada')).toMatch(/^2 tablier: required option '--yes' not specified/);
  expect(await admin('erase', 'Ada', '--yes')).toMatch(/^0 Ada \(.*\) is signed out and will be erased/);
});

test('tablier admin keeps usernames, and names what it cannot do', async () => {
  expect(await admin('reserve', 'Club')).toBe('0 club is reserved\n');
  expect(await admin('reserve', 'admin')).toBe('2 tablier: unchanged (admin: it is so already)\n');
  expect(await admin('reserved')).toMatch(/^0 abuse\n(\w+\n)*club\n/);
  expect(await admin('release', 'club')).toBe('0 club is released\n');
  expect(await admin('find', 'Mallory')).toMatch(/^2 tablier: unknown-person \(/);
  expect(await admin('bans')).toBe('0 ');
});

test('tablier admin lists opponents with many short rated games', async () => {
  expect(await admin('short-games')).toBe('0 ');
  const store = await openStore({ folder });
  if (!store.ok) throw new Error(store.error.detail);
  const { accounts, finished, ratings } = store.value;
  const ids = ['f'.repeat(22), 'g'.repeat(22)] as const;
  for (const id of ids) {
    const session = { id: `s${id.slice(1)}`, secretHash: `of ${id}`, agent: 'Firefox on Linux' };
    await accounts.createGuest({ id, name: `Player ${id[0]}`, session }, 1);
  }
  const at = Date.now();
  for (const match of ['one', 'two', 'three']) {
    const kind = { game: 'isaac', pace: 'quick', record: match } as const;
    const seats = ids.map((account, seat) => ({ account, side: seat, place: seat + 1 }));
    expect(await ratings.record({ ...kind, match, at, seats })).toBe('rated');
    const found = seats.map(({ account, place }) => ({ account, bot: null, place, score: 0, result: 'won' as const }));
    const end = { clock: '5+3', endedAt: at, tookMs: 9, plies: 11, endedBy: 'resign', opening: [] } as const;
    await finished.record({ ...kind, ...end, match, isListed: true, isCounted: true, seats: found });
  }
  await store.value.close();
  expect(await admin('short-games')).toBe(`0 3 short rated games: Player f (${ids[0]}), Player g (${ids[1]})\n`);
});

test('tablier admin lists background jobs, retries and drops them', async () => {
  const store = await openStore({ folder });
  if (!store.ok) throw new Error(store.error.detail);
  const { jobs } = store.value;
  await jobs.open([{ kind: 'greet', retries: 0, retrySeconds: 1, longestSeconds: 1 }]);
  await jobs.add({ kind: 'greet', key: 'ada', payload: null, delay: 0 });
  const failure = { reason: 'no answer', isFinal: false };
  for (const job of await jobs.take('greet', 1, Date.now())) await jobs.fail(job, failure, Date.now());
  const [{ id = '' } = {}] = await jobs.list(1);
  await store.value.close();
  expect(await admin('jobs')).toMatch(
    /^0 \S{36} {2}dead {5}greet \(ada\), due \S+, failures: 1, the last: no answer\n$/,
  );
  expect(await admin('retry-job', id)).toBe(`0 ${id} is due now\n`);
  expect(await admin('retry-job', id)).toBe(`2 tablier: unknown-job (${id}: no dead job has this id)\n`);
  expect(await admin('drop-job', id)).toBe(`0 ${id} is dropped\n`);
  expect(await admin('jobs')).toBe('0 ');
});
