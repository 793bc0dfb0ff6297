import { expect, test } from 'vitest';
import { addGuest, addMember } from './people.ts';
import type { OpenStores } from './store-home.ts';

const AT = 1_700_000_000_000;
const MOST = { members: 3, clubs: 2 };

const club = (id: string, owner: string) => ({
  ...{ id, owner, name: `Club ${id}`, about: '', isListed: true, code: `code of ${id}` },
  at: AT,
});

/** Clubs: who founds, joins and changes one, what a season adds up, and what a deleted owner leaves. */
export function checkClubs(stores: OpenStores): void {
  checkMembers(stores);
  checkSeasons(stores);
}

const member = async ({ store }: OpenStores, id: string): Promise<string> =>
  (await addMember(store, id, { at: AT })).account;

function checkMembers(stores: OpenStores): void {
  test('a club is founded once, by a member, and joined with its code', async () => {
    const { clubs } = stores.store;
    const [ada, bob, cem, dan] = [
      await member(stores, 'cl-ada'),
      await member(stores, 'cl-bob'),
      await member(stores, 'cl-cem'),
      await member(stores, 'cl-dan'),
    ];
    const guest = await addGuest(stores.store, 'cl-guest', { at: AT });
    expect(await clubs.create(club('cl-1', ada), 2)).toBe('created');
    expect(await clubs.create(club('cl-1', bob), 2)).toBe('exists');
    expect(await clubs.create(club('cl-2', ada), 2)).toBe('created');
    expect(await clubs.create(club('cl-3', ada), 2)).toBe('full');
    expect(await clubs.create(club('cl-3', guest.account), 2)).toBe('guest');
    const joining = (account: string, id = 'cl-1', code = `code of ${id}`) =>
      clubs.join(id, { account, code, at: AT + 1 }, MOST);
    expect(await joining(bob, 'cl-1', 'another')).toBe('bad-code');
    expect(await joining(guest.account)).toBe('guest');
    for (const account of [bob, cem, bob]) expect(await joining(account)).toBe('done');
    expect(await joining(dan)).toBe('full');
    expect((await clubs.find('cl-1'))?.members.map(({ account }) => account)).toEqual([ada, bob, cem]);
    expect(await clubs.change('cl-1', bob, { kind: 'remove-member', account: cem })).toBe('refused');
    expect(await clubs.change('cl-1', ada, { kind: 'remove-member', account: ada })).toBe('refused');
    expect(await clubs.change('cl-1', ada, { kind: 'remove-member', account: cem })).toBe('done');
    expect(await joining(cem)).toBe('removed');
    await clubs.leave('cl-1', ada);
    expect(await clubs.isMember('cl-1', ada)).toBe(true);
    await clubs.leave('cl-1', bob);
    expect(await clubs.isMember('cl-1', bob)).toBe(false);
    expect(await joining(bob)).toBe('done');
    expect(await joining(bob, 'cl-2')).toBe('done');
    expect((await clubs.of(bob)).map(({ id, isOwner }) => [id, isOwner])).toEqual([
      ['cl-1', false],
      ['cl-2', false],
    ]);
    expect(await clubs.change('cl-1', ada, { kind: 'renew', code: 'new' })).toBe('done');
    expect(await joining(dan)).toBe('bad-code');
    // An owner who goes leaves the club to the next member, or closes it.
    await clubs.forget(bob);
    expect(await joining(dan, 'cl-1', 'new')).toBe('done');
    await clubs.forget(ada);
    expect(await clubs.find('cl-1')).toMatchObject({ owner: dan, members: [{ account: dan }] });
    expect(await clubs.find('cl-2')).toBeNull();
  });
}

function checkSeasons(stores: OpenStores): void {
  test('announcements and seasons have numbers and limits, and a season adds up its events', async () => {
    const { clubs, tournaments } = stores.store;
    const [eve, fay] = [await member(stores, 'cl-eve'), await member(stores, 'cl-fay')];
    await clubs.create(club('cl-s', eve), 2);
    const announce = (words: string) => clubs.change('cl-s', eve, { kind: 'announce', at: AT, words, most: 2 });
    expect([await announce('one'), await announce('two'), await announce('three')]).toEqual(['done', 'done', 'full']);
    expect(await clubs.change('cl-s', eve, { kind: 'retract', number: 1 })).toBe('done');
    expect((await clubs.find('cl-s'))?.news).toEqual([{ number: 2, at: AT, words: 'two' }]);
    const season = { name: 'Winter', from: AT, until: AT + 100 };
    expect(await clubs.change('cl-s', eve, { kind: 'add-season', season, most: 1 })).toBe('done');
    expect(await clubs.change('cl-s', eve, { kind: 'add-season', season, most: 1 })).toBe('full');

    for (const [index, endedAt] of [AT + 50, AT + 99, AT + 100].entries()) {
      const id = `cl-t${index}`;
      const head = { id, organiser: eve, name: id, game: 'checkers', kind: 'swiss', isListed: false, club: 'cl-s' };
      const limits = { unfinished: 9, recent: 99, since: 0 };
      await tournaments.create({ ...head, terms: {}, createdAt: AT, startsAt: null }, limits);
      const revision = async () => (await tournaments.revisionOf(id)) ?? 0;
      for (const account of [eve, fay]) {
        const firstRound = account === fay && index === 1 ? 2 : 1;
        const entrant = { account, joinedAt: AT, firstRound, isProgram: false, rating: null };
        await tournaments.join(id, await revision(), entrant, 9);
      }
      await tournaments.turn(id, await revision(), { status: 'running', at: AT });
      const seats = [
        { entrant: 1, points: 12 },
        { entrant: 2, points: 6 },
      ];
      await tournaments.addRound(id, await revision(), { round: 1, at: AT, pairings: [{ match: null, seats }] });
      await tournaments.turn(id, await revision(), { status: 'over', at: endedAt });
    }
    // The last one ended when the season was over; half a point is for a late entry.
    expect(await clubs.standings('cl-s', season)).toMatchObject([
      { account: eve, points: 24, tournaments: 2 },
      { account: fay, points: 18, tournaments: 2 },
    ]);
    expect((await tournaments.ofClub('cl-s', ['over'], 2)).map(({ id }) => id)).toEqual(['cl-t2', 'cl-t1']);
    expect(await clubs.change('cl-s', eve, { kind: 'close' })).toBe('done');
    expect(await tournaments.find('cl-t0')).toMatchObject({ club: null, status: 'over' });
  });
}
