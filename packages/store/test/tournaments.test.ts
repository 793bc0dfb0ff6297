import { addMember, makePostgresDatabase, mustOpen } from '@tablier/testkit';
import { describe, expect, test } from 'vitest';
import { TournamentRepository } from '../src/tournaments/tournaments.ts';
import { OtherTransaction } from './other-transaction.ts';
import { type Database, KINDS, makePlace, withDatabase } from './places.ts';
import { counting, plansOf, readOnly } from './plans.ts';

const [ENTRANTS, ROUNDS, BOARDS] = [256, 40, 100];
const seat = (entrant: number, points: number | null) => ({ entrant, points });

/** A running arena; all games but one of an early round are over. */
async function writeArena(database: Database): Promise<void> {
  await database.transaction().execute(async (writing) => {
    const [created, name] = [{ created_at: 1, starts_at: null, started_at: 1, ended_at: null, sorted_at: 1 }, 'Arena'];
    const shown = { organiser: null, name, game: 'isaac', kind: 'arena', status: 'running', listed: 1 } as const;
    const arena = { id: 'arena', ...shown, terms: '{}', revision: 1 };
    await writing
      .insertInto('tournament')
      .values({ ...arena, ...created })
      .execute();
    const entrants = Array.from({ length: ENTRANTS }, (_, index) => ({
      ...{ tournament: 'arena', number: index + 1, account: null, joined_at: 1, first_round: 1 },
      ...{ program: 0, rating: null, state: 'in' as const },
    }));
    await writing.insertInto('tournament_entrant').values(entrants).execute();
    for (let round = 1; round <= ROUNDS; round++) {
      const boards = Array.from({ length: BOARDS }, (_, board) => ({ tournament: 'arena', round, board }));
      const isOn = (board: number): boolean => round === 3 && board === 5;
      await writing.insertInto('tournament_round').values({ tournament: 'arena', round, started_at: round }).execute();
      await writing
        .insertInto('tournament_round_pairing')
        .values(
          boards.map((place) => ({
            ...place,
            match: `m-${round}-${place.board}`,
            ended_at: isOn(place.board) ? null : round,
            ended_by: isOn(place.board) ? null : 'rules',
          })),
        )
        .execute();
      await writing
        .insertInto('tournament_round_seat')
        .values(
          boards.flatMap((place) =>
            [0, 1].map((number) => ({
              ...place,
              seat: number,
              ...seat(2 * place.board + number + 1, isOn(place.board) ? null : 12 * (1 - number)),
            })),
          ),
        )
        .execute();
    }
  });
}

describe.each(KINDS)('%s', (kind) => {
  test('the newest tournaments of an account are found by an index', async () => {
    const place = await makePlace(kind);
    const store = await mustOpen(place);
    const plans = await plansOf(kind, place, async (database) => {
      const tournaments = new TournamentRepository(readOnly(database));
      const head = {
        id: 'cup',
        organiser: 'ada',
        name: 'Cup',
        game: 'isaac',
        kind: 'swiss',
        club: null,
        isListed: true,
      };
      const created = tournaments.create(
        { ...head, terms: {}, createdAt: 1, startsAt: null },
        { unfinished: 9, recent: 9, since: 0 },
      );
      await expect(created).rejects.toThrow('must not write');
      await tournaments.createdBefore('ada', 39);
    });
    for (const plan of plans.slice(-2)) expect(plan).toContain('tournament_created');
    await store.close();
  });

  test('a long tournament is read in parts, and only what changed is read again', async () => {
    const place = await makePlace(kind);
    const store = await mustOpen(place);
    await withDatabase(place, async (database) => {
      await writeArena(database);
      const { counted, counts } = counting(database);
      const reads = new TournamentRepository(readOnly(counted));
      const first = await reads.find('arena');
      expect(first?.pairings).toHaveLength(ROUNDS * BOARDS);
      expect(Math.max(...counts), 'rows in one step').toBeLessThanOrEqual(2000);

      const match = first?.pairings.find(({ round, board }) => round === 3 && board === 5)?.match ?? null;
      const result = { round: 3, board: 5, match, at: 9, endedBy: 'rules', points: [12, 0] };
      expect(await store.tournaments.settle('arena', result)).toBe('done');
      counts.length = 0;
      const second = await reads.find('arena');
      const rows = counts.reduce((sum, count) => sum + count);
      expect(rows, 'rows read again').toBeLessThan(ENTRANTS + ROUNDS + 3 * BOARDS + 10);
      expect(second?.pairings).toEqual(
        first?.pairings.map((pairing) =>
          pairing.endedAt === null
            ? { ...pairing, endedAt: 9, endedBy: 'rules', seats: [seat(11, 12), seat(12, 0)] }
            : pairing,
        ),
      );
    });
    await store.close();
  });
});

test('what is read of a tournament is never older than its revision', async () => {
  const url = await makePostgresDatabase();
  const store = await mustOpen({ folder: 'not used', url });
  const { tournaments } = store;
  for (const id of ['ada', 'bob', 'cleo']) await addMember(store, id, { at: 1 });
  const created = {
    id: 'cup',
    organiser: 'ada',
    name: 'Cup',
    game: 'isaac',
    kind: 'swiss',
    club: null,
    isListed: true,
  };
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
