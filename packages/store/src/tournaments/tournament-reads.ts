import { hasProfile } from '../ratings/rating-reads.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
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

/** Pairings and seats that are read at once: more would stop the server. */
const MAX_ROWS = 2000;
/** Pairings of settled rounds that are kept. */
const MAX_KEPT = 100_000;

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
  /** Rounds whose pairings have all ended: they no longer change. */
  readonly #settled = new LRUCache<string, readonly StoredPairing[]>({
    maxSize: MAX_KEPT,
    sizeCalculation: ({ length }) => length,
  });

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
    const [entrants, rounds] = await answer(
      Promise.all([
        database
          .selectFrom('tournament_entrant')
          .leftJoin('account', 'account.id', 'tournament_entrant.account')
          .leftJoin('username', 'username.account', 'tournament_entrant.account')
          .selectAll('tournament_entrant')
          .leftJoin('profile', 'profile.account', 'tournament_entrant.account')
          .select(['account.name', 'username.name as username', 'profile.ratings', 'profile.games'])
          .where('tournament', '=', id)
          .orderBy('number')
          .execute(),
        database
          .selectFrom('tournament_round')
          .select(['round', 'started_at as startedAt'])
          .where('tournament', '=', id)
          .orderBy('round')
          .execute(),
      ]),
    );
    return {
      ...headOf(row),
      organiser: row.organiser,
      revision: row.revision,
      entrants: entrants.map(entrantOf),
      rounds,
      pairings: await this.#pairingsOf(
        id,
        rounds.map(({ round }) => round),
        Math.ceil(MAX_ROWS / (2 * entrants.length + 1)),
      ),
    };
  }

  /** The pairings of all rounds. Those of settled rounds are kept; the others are read a few rounds at a time. */
  async #pairingsOf(id: string, rounds: readonly number[], atOnce: number): Promise<readonly StoredPairing[]> {
    const keyOf = (round: number): string => `${id} ${round}`;
    const found = new Map(rounds.map((round) => [round, this.#settled.get(keyOf(round))]));
    const missing = rounds.filter((round) => found.get(round) === undefined);
    for (let from = 0; from < missing.length; from += atOnce) {
      if (from > 0) await nextTurn();
      const read = await this.#readRounds(id, missing.slice(from, from + atOnce));
      for (const [round, pairings] of read) {
        found.set(round, pairings);
        if (pairings.every(({ endedAt }) => endedAt !== null)) this.#settled.set(keyOf(round), pairings);
      }
    }
    return [...found.values()].flatMap((pairings) => pairings ?? []);
  }

  async #readRounds(id: string, rounds: readonly number[]): Promise<ReadonlyMap<number, readonly StoredPairing[]>> {
    const rows = this.#database
      .selectFrom('tournament_round_pairing')
      .selectAll()
      .where('tournament', '=', id)
      .where('round', 'in', rounds)
      .orderBy('round')
      .orderBy('board');
    const pairings = await answer(rows.execute());
    const seats = this.#database
      .selectFrom('tournament_round_seat')
      .selectAll()
      .where('tournament', '=', id)
      .where('round', 'in', rounds)
      .orderBy('round')
      .orderBy('board')
      .orderBy('seat');
    // Afterwards, so that the pairings that have ended have points.
    return grouped(withSeats(pairings, await answer(seats.execute())), ({ round }) => round);
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

  async entered(account: string, limit: number): Promise<Pick<OwnTournament, 'id' | 'name' | 'game'>[]> {
    if (!isId(account)) return [];
    const rows = this.#database
      .selectFrom('tournament_entrant')
      .innerJoin('tournament', 'tournament.id', 'tournament_entrant.tournament')
      .select(['tournament.id', 'tournament.name', 'tournament.game'])
      .where('tournament_entrant.account', '=', account)
      .where('tournament.listed', '=', 1)
      .orderBy('joined_at', 'desc')
      .orderBy('tournament.id')
      .limit(limit);
    return answer(rows.execute());
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
  readonly ratings: number | null;
  readonly games: number | null;
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
  username: hasProfile(row) ? row.username : null,
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

function grouped<Key, T>(items: readonly T[], keyOf: (item: T) => Key): ReadonlyMap<Key, readonly T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function withSeats(pairings: readonly PairingRow[], seats: readonly SeatRow[]): readonly StoredPairing[] {
  const keyOf = ({ round, board }: Place): string => `${round} ${board}`;
  const byPairing = grouped(seats, keyOf);
  return pairings.map((pairing) => ({
    round: pairing.round,
    board: pairing.board,
    match: pairing.match,
    endedAt: pairing.ended_at,
    endedBy: pairing.ended_by,
    seats: (byPairing.get(keyOf(pairing)) ?? []).map(({ entrant, points }) => ({ entrant, points })),
  }));
}
