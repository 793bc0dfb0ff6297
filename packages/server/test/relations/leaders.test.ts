import { addMember } from '@tablier/testkit';
import { beforeAll, expect, test } from 'vitest';
import { createBans } from '../../src/moderation/moderation.ts';
import { createLeaderPages, type LeaderPages, parsePlace } from '../../src/ratings/profiles.ts';
import { storeOfFile } from '../a-store.ts';

const KIND = { game: 'isaac', pace: 'quick' };
const PEOPLE = ['ada', 'bob', 'cid', 'dan', 'eve'];
const home = storeOfFile();
let now = Date.now();

/** Everyone wins and loses, so that every rating settles. */
beforeAll(async () => {
  const { store } = home;
  for (const id of PEOPLE) await addMember(store, id, { at: now });
  for (let index = 0; index < 30; index++) {
    const seats = PEOPLE.map((account, seat) => ({
      account,
      side: seat,
      place: 1 + ((seat * (1 + (index % 3)) + index) % 5),
    }));
    await store.ratings.record({ ...KIND, match: `m${index}`, at: now, record: `r${index}`, seats });
  }
});

async function boardOf(pages: LeaderPages, limit: number): Promise<string[]> {
  const rows: string[] = [];
  for (let next: string | null | undefined; next !== null;) {
    const after = parsePlace(next);
    if (after === null) throw new Error(`unreadable: ${next}`);
    const page = await pages(KIND, { after, limit });
    rows.push(...page.players.map(({ rank, name }) => `${rank} ${name}`));
    next = page.next;
  }
  return rows;
}

test('pages of any size follow each other, without the banned, who come back when the ban is lifted', async () => {
  const { store } = home;
  const bans = createBans(store);
  const pages = createLeaderPages({ store, now: () => now, bans });
  const [first, second, third, ...others] = (await store.ratings.leaders(KIND, { now, limit: 9 })).map(
    ({ name }) => name,
  );
  expect(others).toHaveLength(2);
  const all = [first, second, third, ...others].map((name, index) => `${index + 1} ${name}`);
  for (const limit of [1, 2, 3, 5, 9]) expect(await boardOf(pages, limit)).toEqual(all);
  for (const banned of [second, third]) await bans.set(banned ?? '', 'banned', now);
  now += 60_000;
  const left = [first, ...others].map((name, index) => `${index + 1} ${name}`);
  for (const limit of [1, 2, 9]) expect(await boardOf(pages, limit)).toEqual(left);
  for (const banned of [second, third]) await bans.set(banned ?? '', 'unbanned', now);
  now += 60_000;
  expect(await boardOf(pages, 2)).toEqual(all);
});

test('the place of a page names no account, and other texts are refused', () => {
  expect(parsePlace('20~1662.5~1')).toEqual({ rank: 20, rating: 1662.5, ties: 1 });
  for (const text of ['', '1', 'x~1~1', '1~1e9~1', '9999~1500~1', '1~1500~5000', '1~1500~1~', ['1'], 7])
    expect(parsePlace(text)).toBeNull();
});
