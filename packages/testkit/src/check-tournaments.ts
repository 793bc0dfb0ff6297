import { expect, test } from 'vitest';
import { addGuest, addMember } from './people.ts';
import type { OpenStores } from './store-home.ts';

const AT = 1_700_000_000_000;

const member = async (stores: OpenStores, id: string): Promise<string> =>
  (await addMember(stores.store, id, { at: AT })).account;
const tournament = (id: string, organiser: string, changes: object = {}) => ({
  id,
  organiser,
  name: 'Winter 日本 "x"',
  game: 'checkers',
  kind: 'swiss',
  isListed: true,
  club: null,
  terms: { rounds: 3 },
  createdAt: AT,
  startsAt: null,
  ...changes,
});

const atMost = (unfinished: number) => ({ unfinished, recent: 99, since: 0 });

const entrant = (account: string) => ({
  account,
  joinedAt: AT + 1,
  firstRound: 1,
  isProgram: false,
  rating: 1500.5,
});

const revision = async (stores: OpenStores, id: string): Promise<number> =>
  (await stores.store.tournaments.find(id))?.revision ?? 0;

/** A tournament with two entrants. */
const entered = async (stores: OpenStores, id: string): Promise<readonly [string, string]> => {
  const { tournaments } = stores.store;
  const [one, other] = [await member(stores, `${id}-a`), await member(stores, `${id}-b`)];
  expect(await tournaments.create(tournament(id, one), atMost(9))).toBe('created');
  for (const account of [one, other])
    expect(await tournaments.join(id, await revision(stores, id), entrant(account), 9)).toBe('done');
  return [one, other];
};

const game = (match: string) => ({
  match,
  seats: [
    { entrant: 1, points: null },
    { entrant: 2, points: null },
  ],
});

/** Tournaments: who may create and join, what may change at once, that a round is added once, and what a deleted account leaves. */
export function checkTournaments(stores: OpenStores): void {
  checkCreation(stores);
  checkStarts(stores);
  checkLimits(stores);
  checkEntrants(stores);
  checkRounds(stores);
  checkCorrections(stores);
  checkPublicLists(stores);
}

function checkCreation(stores: OpenStores): void {
  test('a tournament is read back as created', async () => {
    const ada = await member(stores, 'to-ada');
    const { tournaments } = stores.store;
    expect(await tournaments.create(tournament('to-1', ada), atMost(2))).toBe('created');
    expect(await tournaments.create(tournament('to-1', ada), atMost(2))).toBe('exists');
    await stores.reopen();
    expect(await stores.store.tournaments.find('to-1')).toEqual({
      ...tournament('to-1', ada),
      organiserName: ada,
      status: 'open',
      startedAt: null,
      endedAt: null,
      sortedAt: AT,
      revision: 1,
      entrants: [],
      rounds: [],
      pairings: [],
      clubName: null,
      log: [],
    });
    expect(await stores.store.tournaments.revisionOf('to-1')).toBe(1);
    for (const id of ['no\0id', 'to-none']) {
      expect(await stores.store.tournaments.find(id)).toBeNull();
      expect(await stores.store.tournaments.revisionOf(id)).toBeNull();
    }
  });

  test('a tournament gets another name at its revision, in any status, and its earlier name is in no column', async () => {
    const eve = await member(stores, 'to-n-eve');
    const { tournaments } = stores.store;
    await tournaments.create(tournament('to-n', eve, { terms: { name: 'Winter 日本 "x"' } }), atMost(9));
    const to = { name: 'Spring', terms: { name: 'Spring' } };
    expect(await tournaments.rename('to-n', 2, to)).toBe('changed');
    expect(await tournaments.rename('to-n', 1, to)).toBe('done');
    expect(await tournaments.find('to-n')).toMatchObject({ ...to, revision: 2, status: 'open' });
    expect(await tournaments.revisionOf('to-n')).toBe(2);
    expect(await tournaments.turn('to-n', 2, { status: 'cancelled', at: AT })).toBe('done');
    expect(await tournaments.rename('to-n', 3, { name: 'Summer', terms: {} })).toBe('done');
    expect((await tournaments.of(eve)).map(({ name }) => name)).toEqual(['Summer']);
    for (const id of ['to-none', 'no\0id']) expect(await tournaments.rename(id, 1, to), id).toBe('changed');
  });
}

/** A start is in a column and in the terms: both change together, at a revision, and only before the start. */
function checkStarts(stores: OpenStores): void {
  test('an open tournament gets another start at its revision, and is due then', async () => {
    const { tournaments } = stores.store;
    await tournaments.create(tournament('to-date', await member(stores, 'to-dora'), { startsAt: AT + 5 }), atMost(9));
    const to = { startsAt: AT + 50, terms: { startsAt: AT + 50, timeZone: 'Europe/Paris' } };
    expect(await tournaments.reschedule('to-date', 2, to)).toBe('changed');
    expect(await tournaments.reschedule('to-date', 1, to)).toBe('done');
    expect(await tournaments.find('to-date')).toMatchObject({ ...to, revision: 2 });
    expect(await tournaments.due(AT + 49)).not.toContain('to-date');
    expect(await tournaments.due(AT + 50)).toContain('to-date');
    expect(await tournaments.reschedule('to-date', 2, { startsAt: null, terms: {} })).toBe('done');
    expect(await tournaments.due(AT + 50)).not.toContain('to-date');
    expect(await tournaments.turn('to-date', 3, { status: 'running', at: AT })).toBe('done');
    expect(await tournaments.reschedule('to-date', 4, to)).toBe('changed');
    for (const id of ['to-none', 'no\0id']) expect(await tournaments.reschedule(id, 1, to), id).toBe('changed');
  });
}

function checkLimits(stores: OpenStores): void {
  test('an account organises at most so many at a time, and a guest none', async () => {
    const bob = await member(stores, 'to-bob');
    const { tournaments } = stores.store;
    const both = ['to-b1', 'to-b2'].map((id) => tournaments.create(tournament(id, bob), atMost(1)));
    expect((await Promise.all(both)).toSorted()).toEqual(['created', 'full']);
    const kept = (await tournaments.of(bob))[0]?.id ?? '';
    expect(await tournaments.turn(kept, 1, { status: 'cancelled', at: AT })).toBe('done');
    expect(await tournaments.create(tournament('to-b3', bob), atMost(1))).toBe('created');
    await addGuest(stores.store, 'to-guest', { at: AT });
    expect(await tournaments.create(tournament('to-g', 'to-guest'), atMost(1))).toBe('guest');
    expect(await tournaments.join('to-b3', 1, entrant('to-guest'), 9)).toBe('guest');
  });

  test('an account creates so many in a time, also at once, and whatever becomes of them', async () => {
    const fay = await member(stores, 'to-fay');
    const { tournaments } = stores.store;
    const create = (id: string, at: number) =>
      tournaments.create(tournament(id, fay, { createdAt: at }), { unfinished: 9, recent: 2, since: at - 10 });
    expect(await create('to-f1', AT)).toBe('created');
    expect(await tournaments.turn('to-f1', 1, { status: 'cancelled', at: AT })).toBe('done');
    expect((await Promise.all([create('to-f2', AT + 5), create('to-f3', AT + 5)])).toSorted()).toEqual([
      'created',
      'often',
    ]);
    await stores.reopen();
    const kept = stores.store.tournaments;
    expect(await kept.createdBefore(fay, 1)).toBe(AT);
    expect(await kept.createdBefore(fay, 2)).toBeNull();
    const later = { unfinished: 9, recent: 2, since: AT };
    expect(await kept.create(tournament('to-f4', fay, { createdAt: AT + 10 }), later)).toBe('created');
    expect(await kept.create(tournament('to-f5', fay, { createdAt: AT + 10 }), later)).toBe('often');
    expect(await kept.create(tournament('to-f4', fay), later)).toBe('exists');
  });
}

function checkEntrants(stores: OpenStores): void {
  test('entrants are numbered, enter once, and may come back unless they were removed', async () => {
    const [one, other] = await entered(stores, 'to-e');
    const { tournaments } = stores.store;
    const late = await member(stores, 'to-late');
    expect(await tournaments.join('to-e', await revision(stores, 'to-e'), entrant(late), 2)).toBe('full');
    expect(await tournaments.join('to-e', 1, entrant(late), 9)).toBe('changed');
    expect(await tournaments.takeOut('to-e', 1, 'out')).toBe('done');
    expect(await tournaments.takeOut('to-e', 1, 'out')).toBe('changed');
    expect(await tournaments.join('to-e', await revision(stores, 'to-e'), entrant(one), 2)).toBe('done');
    expect(await tournaments.takeOut('to-e', 2, 'removed')).toBe('done');
    expect(await tournaments.join('to-e', await revision(stores, 'to-e'), entrant(other), 9)).toBe('removed');
    const { entrants = [] } = (await tournaments.find('to-e')) ?? {};
    expect(entrants).toMatchObject([
      { number: 1, account: one, username: one, name: one, state: 'in', rating: 1500.5, isProgram: false },
      { number: 2, account: other, state: 'removed' },
    ]);
  });

  test('a deleted account leaves its results without a name, and is out', async () => {
    const [one, other] = await entered(stores, 'to-d');
    const { tournaments } = stores.store;
    expect(await tournaments.of(one)).toMatchObject([{ id: 'to-d', isOrganiser: true, joinedAt: AT + 1 }]);
    expect(await tournaments.of(other)).toMatchObject([{ id: 'to-d', isOrganiser: false }]);
    await tournaments.forget(other, AT);
    expect(await tournaments.of(other)).toEqual([]);
    expect((await tournaments.find('to-d'))?.entrants[1]).toMatchObject({ account: null, name: null, state: 'out' });
    await tournaments.forget(one, AT + 9);
    // No one else could start it.
    expect(await tournaments.find('to-d')).toMatchObject({ organiser: null, status: 'cancelled', endedAt: AT + 9 });
  });
}

function checkRounds(stores: OpenStores): void {
  test('a round is added once, however many try, and a result is stored once', async () => {
    await entered(stores, 'to-r');
    const { tournaments } = stores.store;
    const start = await revision(stores, 'to-r');
    expect(await tournaments.addRound('to-r', start, { round: 1, at: AT, pairings: [] })).toBe('changed');
    expect(await tournaments.turn('to-r', start, { status: 'running', at: AT })).toBe('done');
    const at = await revision(stores, 'to-r');
    const tries = ['m-a', 'm-b', 'm-c'].map((match) =>
      tournaments.addRound('to-r', at, { round: 1, at: AT, pairings: [game(match)] }),
    );
    expect((await Promise.all(tries)).toSorted()).toEqual(['changed', 'changed', 'done']);
    const again = await revision(stores, 'to-r');
    expect(await tournaments.addRound('to-r', again, { round: 1, at: AT, pairings: [] })).toBe('changed');
    const { pairings: [paired] = [] } = (await tournaments.find('to-r')) ?? {};
    const { match = null } = paired ?? {};
    const result = { round: 1, board: 0, match, at: AT + 5, endedBy: 'rules', points: [12, 0] };
    expect(await tournaments.settle('to-r', { ...result, match: 'of a round that was undone' })).toBe('changed');
    expect(await tournaments.settle('to-r', result)).toBe('done');
    expect(await tournaments.settle('to-r', { ...result, points: [0, 12] })).toBe('changed');
    const bye = { match: null, seats: [{ entrant: 2, points: 12 }] };
    expect(
      await tournaments.addRound('to-r', await revision(stores, 'to-r'), { round: 2, at: AT + 6, pairings: [bye] }),
    ).toBe('done');
    const { pairings = [], rounds = [] } = (await tournaments.find('to-r')) ?? {};
    expect(rounds).toEqual([
      { round: 1, startedAt: AT },
      { round: 2, startedAt: AT + 6 },
    ]);
    expect(pairings).toMatchObject([
      { round: 1, board: 0, endedAt: AT + 5, endedBy: 'rules', seats: [{ points: 12 }, { points: 0 }] },
      { round: 2, board: 0, match: null, endedAt: AT + 6, endedBy: null, seats: [{ entrant: 2, points: 12 }] },
    ]);
  });
}

function checkCorrections(stores: OpenStores): void {
  test('a result is replaced, a round undone and paired again, and each is in the log', async () => {
    await entered(stores, 'to-u');
    const { tournaments } = stores.store;
    const now = () => revision(stores, 'to-u');
    await tournaments.turn('to-u', await now(), { status: 'running', at: AT });
    const round = (match: string) => ({ round: 1, at: AT, pairings: [game(match)] });
    await tournaments.addRound('to-u', await now(), round('m-u1'));
    const result = { round: 1, board: 0, match: 'm-u1', at: AT + 5, endedBy: 'rules', points: [12, 0] };
    expect(await tournaments.settle('to-u', result)).toBe('done');
    expect((await tournaments.find('to-u'))?.pairings).toMatchObject([{ seats: [{ points: 12 }, { points: 0 }] }]);
    const entry = (action: string) => ({ at: AT + 6, action, detail: { round: 1 } });
    const other = { ...result, endedBy: 'corrected', points: [0, 12] };
    expect(await tournaments.correct('to-u', (await now()) - 1, other, entry('correct'))).toBe('changed');
    expect(await tournaments.correct('to-u', await now(), other, entry('correct'))).toBe('done');
    const corrected = await tournaments.find('to-u');
    expect(corrected?.pairings).toMatchObject([{ endedBy: 'corrected', seats: [{ points: 0 }, { points: 12 }] }]);
    await tournaments.turn('to-u', await now(), { status: 'over', at: AT + 7 });
    expect(await tournaments.undo('to-u', await now(), 2, entry('undo'))).toBe('changed');
    expect(await tournaments.undo('to-u', await now(), 1, entry('undo'))).toBe('done');
    expect(await tournaments.find('to-u')).toMatchObject({
      status: 'running',
      endedAt: null,
      rounds: [],
      pairings: [],
    });
    expect(await tournaments.addRound('to-u', await now(), round('m-u2'))).toBe('done');
    // The table of the round that was undone.
    expect(await tournaments.settle('to-u', result)).toBe('changed');
    expect(await tournaments.log('to-u', await now(), entry('resume'))).toBe('done');
    expect((await tournaments.find('to-u'))?.log).toEqual(['correct', 'undo', 'resume'].map(entry));
  });
}

function checkPublicLists(stores: OpenStores): void {
  test('lists show public tournaments of a status, newest first, in pages; due are those that run or should start', async () => {
    const eve = await member(stores, 'to-eve');
    const { tournaments } = stores.store;
    const far = AT + 1e9;
    for (const [index, isListed] of [true, true, false, true].entries()) {
      const changes = { isListed, createdAt: far + Math.min(index, 2), startsAt: index === 3 ? far + 50 : null };
      await tournaments.create(tournament(`to-l${index}`, eve, changes), atMost(9));
    }
    const first = await tournaments.list('open', 2);
    expect(first.map(({ id }) => id)).toEqual(['to-l3', 'to-l1']);
    expect(first[0]).toMatchObject({ organiserName: eve, entrants: 0, startsAt: far + 50 });
    expect((await tournaments.list('open', 1, first[1])).map(({ id }) => id)).toEqual(['to-l0']);
    expect(await tournaments.due(far + 49)).not.toContain('to-l3');
    expect(await tournaments.due(far + 50)).toContain('to-l3');
    expect(await tournaments.turn('to-l3', 1, { status: 'running', at: far })).toBe('done');
    expect(await tournaments.due(AT)).toContain('to-l3');
    expect((await tournaments.list('running', 1)).map(({ id }) => id)).toEqual(['to-l3']);
  });

  test('what an account entered is listed newest first, without private tournaments', async () => {
    const { tournaments } = stores.store;
    const [one] = await entered(stores, 'to-e');
    for (const [index, isListed] of [true, false].entries()) {
      const id = `to-e${index}`;
      await tournaments.create(tournament(id, one, { isListed }), atMost(9));
      await tournaments.join(id, 1, { ...entrant(one), joinedAt: AT + 2 }, 9);
    }
    const shown = { name: 'Winter 日本 "x"', game: 'checkers' };
    expect(await tournaments.entered(one, 9)).toEqual([
      { id: 'to-e0', ...shown },
      { id: 'to-e', ...shown },
    ]);
    expect(await tournaments.entered(one, 1)).toEqual([{ id: 'to-e0', ...shown }]);
    expect(await tournaments.entered('no\0id', 9)).toEqual([]);
  });
}
