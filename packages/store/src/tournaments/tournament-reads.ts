import type { Kysely } from 'kysely';
import { answer, isId } from '../reads.ts';
import type { Schema } from '../schema.ts';
import { parsedOrNull } from '../summaries.ts';
import type {
  EntrantState,
  ListedTournament,
  OwnTournament,
  StoredEntrant,
  StoredPairing,
  StoredTournament,
  TournamentStatus,
} from './tournaments.ts';

/** Tournaments of one account in an export. More than anyone takes part in. */
const MAX_OWN = 100_000;

/** How many tournaments an account created after a time. */
export const createdSince = (database: Kysely<Schema>, organiser: string, since: number) =>
  database
    .selectFrom('tournament')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organiser', '=', organiser)
    .where('created_at', '>', since);

/** The queries about tournaments, the same for both databases. */
export class TournamentReads {
  readonly #database: Kysely<Schema>;

  constructor(database: Kysely<Schema>) {
    this.#database = database;
  }

  async createdBefore(organiser: string, newer: number): Promise<number | null> {
    if (!isId(organiser)) return null;
    const newest = this.#database
      .selectFrom('tournament')
      .select('created_at')
      .where('organiser', '=', organiser)
      .orderBy('created_at', 'desc');
    const row = await answer(newest.offset(newer).limit(1).executeTakeFirst());
    return row?.created_at ?? null;
  }

  async revisionOf(id: string): Promise<number | null> {
    if (!isId(id)) return null;
    const query = this.#database.selectFrom('tournament').select('revision').where('id', '=', id);
    return (await answer(query.executeTakeFirst()))?.revision ?? null;
  }

  async find(id: string): Promise<StoredTournament | null> {
    if (!isId(id)) return null;
    const database = this.#database;
    // First: a change is refused if the revision is older than what it was decided on, never if it is newer.
    const head = this.#heads().select('tournament.organiser').where('tournament.id', '=', id);
    const row = await answer(head.executeTakeFirst());
    if (row === undefined) return null;
    const [entrants, rounds, pairings, seats] = await answer(
      Promise.all([
        database
          .selectFrom('tournament_entrant')
          .leftJoin('account', 'account.id', 'tournament_entrant.account')
          .leftJoin('username', 'username.account', 'tournament_entrant.account')
          .selectAll('tournament_entrant')
          .select(['account.name', 'username.name as username'])
          .where('tournament', '=', id)
          .orderBy('number')
          .execute(),
        database
          .selectFrom('tournament_round')
          .select(['round', 'started_at as startedAt'])
          .where('tournament', '=', id)
          .orderBy('round')
          .execute(),
        database
          .selectFrom('tournament_round_pairing')
          .selectAll()
          .where('tournament', '=', id)
          .orderBy('round')
          .orderBy('board')
          .execute(),
        database
          .selectFrom('tournament_round_seat')
          .selectAll()
          .where('tournament', '=', id)
          .orderBy('round')
          .orderBy('board')
          .orderBy('seat')
          .execute(),
      ]),
    );
    return {
      ...headOf(row),
      organiser: row.organiser,
      revision: row.revision,
      entrants: entrants.map(entrantOf),
      rounds,
      pairings: withSeats(pairings, seats),
    };
  }

  async list(
    status: TournamentStatus,
    limit: number,
    before?: Pick<ListedTournament, 'sortedAt' | 'id'>,
  ): Promise<readonly ListedTournament[]> {
    let query = this.#heads()
      .select((eb) =>
        eb
          .selectFrom('tournament_entrant')
          .select((count) => count.fn.countAll<number>().as('count'))
          .whereRef('tournament_entrant.tournament', '=', 'tournament.id')
          .where('state', '=', 'in')
          .as('entrants'),
      )
      .where('tournament.listed', '=', 1)
      .where('tournament.status', '=', status);
    if (before !== undefined) {
      const { sortedAt, id } = before;
      query = query.where((eb) =>
        eb.or([
          eb('tournament.sorted_at', '<', sortedAt),
          eb.and([eb('tournament.sorted_at', '=', sortedAt), eb('tournament.id', '<', id)]),
        ]),
      );
    }
    const rows = query.orderBy('tournament.sorted_at', 'desc').orderBy('tournament.id', 'desc').limit(limit);
    return (await answer(rows.execute())).map((row) => ({ ...headOf(row), entrants: Number(row.entrants) }));
  }

  async due(now: number): Promise<readonly string[]> {
    const query = this.#database
      .selectFrom('tournament')
      .select('id')
      .where((eb) =>
        eb.or([eb('status', '=', 'running'), eb.and([eb('status', '=', 'open'), eb('starts_at', '<=', now)])]),
      )
      .orderBy('id');
    return (await answer(query.execute())).map(({ id }) => id);
  }

  async of(account: string): Promise<readonly OwnTournament[]> {
    if (!isId(account)) return [];
    const rows = this.#database
      .selectFrom('tournament')
      .leftJoin('tournament_entrant', (join) =>
        join
          .onRef('tournament_entrant.tournament', '=', 'tournament.id')
          .on('tournament_entrant.account', '=', account),
      )
      .select(['tournament.id', 'name', 'game', 'created_at as createdAt', 'organiser', 'joined_at as joinedAt'])
      .where((eb) => eb.or([eb('organiser', '=', account), eb('tournament_entrant.account', '=', account)]))
      .orderBy('created_at', 'desc')
      .orderBy('tournament.id')
      .limit(MAX_OWN);
    return (await answer(rows.execute())).map(({ organiser, ...own }) => ({
      ...own,
      isOrganiser: organiser === account,
    }));
  }

  #heads() {
    return this.#database
      .selectFrom('tournament')
      .leftJoin('account', 'account.id', 'tournament.organiser')
      .select([
        'tournament.id',
        'tournament.name',
        'tournament.game',
        'tournament.kind',
        'tournament.status',
        'tournament.listed',
        'tournament.terms',
        'tournament.created_at',
        'tournament.starts_at',
        'tournament.started_at',
        'tournament.ended_at',
        'tournament.sorted_at',
        'tournament.revision',
        'account.name as organiser_name',
      ]);
  }
}

interface HeadRow {
  readonly id: string;
  readonly name: string;
  readonly game: string;
  readonly kind: string;
  readonly status: TournamentStatus;
  readonly listed: number;
  readonly terms: string;
  readonly created_at: number;
  readonly starts_at: number | null;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly sorted_at: number;
  readonly organiser_name: string | null;
}

const headOf = (row: HeadRow): Omit<ListedTournament, 'entrants'> => ({
  id: row.id,
  name: row.name,
  game: row.game,
  kind: row.kind,
  status: row.status,
  isListed: row.listed === 1,
  terms: parsedOrNull(row.terms),
  createdAt: row.created_at,
  startsAt: row.starts_at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  sortedAt: row.sorted_at,
  organiserName: row.organiser_name,
});

interface EntrantRow {
  readonly number: number;
  readonly account: string | null;
  readonly name: string | null;
  readonly username: string | null;
  readonly joined_at: number;
  readonly first_round: number;
  readonly program: number;
  readonly rating: number | null;
  readonly state: EntrantState;
}

const entrantOf = (row: EntrantRow): StoredEntrant => ({
  number: row.number,
  account: row.account,
  name: row.name,
  username: row.username,
  joinedAt: row.joined_at,
  firstRound: row.first_round,
  isProgram: row.program === 1,
  rating: row.rating,
  state: row.state,
});

interface Place {
  readonly round: number;
  readonly board: number;
}

interface PairingRow extends Place {
  readonly match: string | null;
  readonly ended_at: number | null;
  readonly ended_by: string | null;
}

interface SeatRow extends Place {
  readonly entrant: number;
  readonly points: number | null;
}

function withSeats(pairings: readonly PairingRow[], seats: readonly SeatRow[]): readonly StoredPairing[] {
  const keyOf = ({ round, board }: Place): string => `${round} ${board}`;
  const byPairing = new Map<string, { readonly entrant: number; readonly points: number | null }[]>();
  for (const seat of seats) {
    const { entrant, points } = seat;
    byPairing.set(keyOf(seat), [...(byPairing.get(keyOf(seat)) ?? []), { entrant, points }]);
  }
  return pairings.map((pairing) => ({
    round: pairing.round,
    board: pairing.board,
    match: pairing.match,
    endedAt: pairing.ended_at,
    endedBy: pairing.ended_by,
    seats: byPairing.get(keyOf(pairing)) ?? [],
  }));
}
