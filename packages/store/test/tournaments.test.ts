import { addMember, makePostgresDatabase, mustOpen } from '@tablier/testkit';
import { describe, expect, test } from 'vitest';
import { createdSince, TournamentReads } from '../src/tournaments/tournament-reads.ts';
import { OtherTransaction } from './other-transaction.ts';
import { KINDS, makePlace } from './places.ts';
import { plansOf } from './plans.ts';

describe.each(KINDS)('%s', (kind) => {
  test('the newest tournaments of an account are found by an index', async () => {
    const place = await makePlace(kind);
    const store = await mustOpen(place);
    const plans = await plansOf(kind, place, async (database) => {
      await createdSince(database, 'ada', 5).execute();
      await new TournamentReads(database).createdBefore('ada', 39);
    });
    expect(plans).toHaveLength(2);
    for (const plan of plans) expect(plan).toContain('tournament_created');
    await store.close();
  });
});

test('what is read of a tournament is never older than its revision', async () => {
  const url = await makePostgresDatabase();
  const store = await mustOpen({ folder: 'not used', url });
  const { tournaments } = store;
  for (const id of ['ada', 'bob', 'cleo']) await addMember(store, id, { at: 1 });
  const created = { id: 'cup', organiser: 'ada', name: 'Cup', game: 'isaac', kind: 'swiss', isListed: true };
  await tournaments.create(
    { ...created, terms: {}, createdAt: 1, startsAt: null },
    { unfinished: 9, recent: 9, since: 0 },
  );
  const entrant = { joinedAt: 2, firstRound: 1, isProgram: false, rating: 1500 };
  expect(await tournaments.join('cup', 1, { ...entrant, account: 'bob' }, 9)).toBe('done');

  const other = await OtherTransaction.begin(url);
  await other.run('lock table tournament in access exclusive mode');
  const reading = tournaments.find('cup');
  await other.isWaitedFor();
  await other.run(
    `insert into tournament_entrant (tournament, number, account, joined_at, first_round, program, rating, state)
     values ('cup', 2, 'cleo', 3, 1, 0, 1500, 'in')`,
  );
  await other.run('update tournament set revision = revision + 1');
  await other.commit();

  const found = await reading;
  expect([found?.revision, found?.entrants.length]).toEqual([3, 2]);
  await store.close();
});
