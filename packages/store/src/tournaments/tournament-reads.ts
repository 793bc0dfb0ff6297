import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { parsedOrNull, Repository, rowOf, rowsOf } from '../repository.ts';
import type { LogEntry, StoredPairing, TournamentTables, TournamentStatus } from './tournament.ts';

/** Tournaments of one account in an export. More than anyone takes part in. */
const MAX_OWN = 100_000;

/** Pairings and seats that are read at once: more would stop the server. */
const MAX_ROWS = 2000;
/** Pairings of settled rounds that are kept. */
const MAX_KEPT = 100_000;

type HeadColumns = Pick<TournamentTables['tournament'], 'listed' | 'terms'>;

export type ListedTournament = Awaited<ReturnType<TournamentReads['list']>>[number];
export type StoredTournament = NonNullable<Awaited<ReturnType<TournamentReads['find']>>>;
export type StoredEntrant = StoredTournament['entrants'][number];

/** After which tournament a page of a list begins. */
export interface TournamentPlace {
  readonly sortedAt: number;
  readonly id: string;
}

export abstract class TournamentReads extends Repository {
  /** Rounds whose pairings have all ended, by the number of changes before: only another one changes them. */
  readonly #settled = new LRUCache<string, readonly StoredPairing[]>({
    maxSize: MAX_KEPT,
    sizeCalculation: ({ length }) => length,
  });

  /** When an account created the tournament that `newer` others of it are newer than; `null` if it has none. */
  async createdBefore(organiser: string, newer: number): Promise<number | null> {
    const own = this.database.selectFrom('tournament').select('created_at').where('organiser', '=', organiser);
    return (await rowOf(own.orderBy('created_at', 'desc').offset(newer).limit(1)))?.created_at ?? null;
  }

  /** The number of changes of a tournament, without reading its rows; `null` for none. */
  async revisionOf(id: string): Promise<number | null> {
    const query = this.database.selectFrom('tournament').select('revision').where('id', '=', id);
    return (await rowOf(query))?.revision ?? null;
  }

  /** With its entrants and its log by number, and its pairings by round and board. The names of deleted accounts are `null`. */
  async find(id: string) {
    const { database } = this;
    // First: a change is refused if the revision is older than what it was decided on, never if it is newer.
    const head = this.#heads().select(['tournament.organiser', 'tournament.revision']).where('tournament.id', '=', id);
    const row = await rowOf(head);
    if (row === undefined) return null;
    const [log, entrants, rounds] = await Promise.all([
      this.#logOf(id),
      rowsOf(
        database
          .selectFrom('tournament_entrant as entrant')
          .leftJoin('account', 'account.id', 'entrant.account')
          .leftJoin('username', 'username.account', 'entrant.account')
          .select((eb) => eb.fn.coalesce('account.name', 'entrant.name').as('name'))
          .select(['number', 'entrant.account', 'username.name as username', 'joined_at as joinedAt'])
          .select(['first_round as firstRound', 'program', 'rating', 'state'])
          .where('tournament', '=', id)
          .orderBy('number'),
      ),
      rowsOf(
        database
          .selectFrom('tournament_round')
          .select(['round', 'started_at as startedAt'])
          .where('tournament', '=', id)
          .orderBy('round'),
      ),
    ]);
    return {
      ...headOf(row),
      entrants: entrants.map(({ program, ...entrant }) => ({ ...entrant, isProgram: program === 1 })),
      rounds,
      log,
      pairings: await this.#pairingsOf(
        id,
        // What is kept of a round is read again after a correction, and after the round was undone.
        { rounds: rounds.map(({ round }) => round), changes: log.length },
        Math.ceil(MAX_ROWS / (2 * entrants.length + 1)),
      ),
    };
  }

  async #logOf(id: string): Promise<readonly LogEntry[]> {
    const lines = this.database.selectFrom('tournament_log').select(['at', 'action', 'detail']);
    return (await rowsOf(lines.where('tournament', '=', id).orderBy('number'))).map(({ detail, ...entry }) => ({
      ...entry,
      detail: parsedOrNull(detail),
    }));
  }

  /** The pairings of all rounds. Those of settled rounds are kept; the others are read a few rounds at a time. */
  async #pairingsOf(
    id: string,
    { rounds, changes }: { readonly rounds: readonly number[]; readonly changes: number },
    atOnce: number,
  ): Promise<readonly StoredPairing[]> {
    const keyOf = (round: number): string => `${id} ${round} ${changes}`;
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
    const pairings = await rowsOf(
      this.database
        .selectFrom('tournament_round_pairing')
        .select(['round', 'board', 'match', 'ended_at as endedAt', 'ended_by as endedBy'])
        .where('tournament', '=', id)
        .where('round', 'in', rounds)
        .orderBy('round')
        .orderBy('board'),
    );
    // Afterwards, so that the pairings that have ended have points.
    const seats = await rowsOf(
      this.database
        .selectFrom('tournament_round_seat')
        .select(['round', 'board', 'entrant', 'points'])
        .where('tournament', '=', id)
        .where('round', 'in', rounds)
        .orderBy('round')
        .orderBy('board')
        .orderBy('seat'),
    );
    const byPairing = Map.groupBy(seats, ({ round, board }) => `${round} ${board}`);
    const found = pairings.map((pairing) => {
      const own = byPairing.get(`${pairing.round} ${pairing.board}`) ?? [];
      return { ...pairing, seats: own.map(({ entrant, points }) => ({ entrant, points })) };
    });
    return Map.groupBy(found, ({ round }) => round);
  }

  /** The listed tournaments of a status, newest first. With `before`, only those that come after that one, for paging. */
  async list(status: TournamentStatus, limit: number, before?: TournamentPlace) {
    const { sortedAt, id } = before ?? { sortedAt: Number.MAX_SAFE_INTEGER, id: '' };
    const rows = this.#counted()
      .where('tournament.listed', '=', 1)
      .where('tournament.status', '=', status)
      .where(sql<boolean>`(tournament.sorted_at, tournament.id) < (${sortedAt}, ${id})`)
      .orderBy('tournament.sorted_at', 'desc')
      .orderBy('tournament.id', 'desc')
      .limit(limit);
    return (await rowsOf(rows)).map(listed);
  }

  /** The newest tournaments of a club of some statuses, with their revisions. */
  async ofClub(club: string, statuses: readonly TournamentStatus[], limit: number) {
    const rows = this.#counted()
      .select('tournament.revision')
      .where('tournament.club', '=', club)
      .where('tournament.status', 'in', statuses)
      .orderBy('tournament.sorted_at', 'desc')
      .orderBy('tournament.id')
      .limit(limit);
    return (await rowsOf(rows)).map(listed);
  }

  /** The ids of tournaments that run, or should start by now. */
  async due(now: number): Promise<readonly string[]> {
    const query = this.database
      .selectFrom('tournament')
      .select('id')
      .where((eb) =>
        eb.or([eb('status', '=', 'running'), eb.and([eb('status', '=', 'open'), eb('starts_at', '<=', now)])]),
      )
      .orderBy('id');
    return (await rowsOf(query)).map(({ id }) => id);
  }

  /** Those that an account organises or entered; an organiser who does not take part has not joined. */
  async of(account: string) {
    const rows = this.database
      .selectFrom('tournament')
      .leftJoin('tournament_entrant', (join) =>
        join
          .onRef('tournament_entrant.tournament', '=', 'tournament.id')
          .on('tournament_entrant.account', '=', account),
      )
      .select(['tournament.id', 'tournament.name', 'game', 'organiser'])
      .select(['created_at as createdAt', 'joined_at as joinedAt'])
      .where((eb) => eb.or([eb('organiser', '=', account), eb('tournament_entrant.account', '=', account)]))
      .orderBy('created_at', 'desc')
      .orderBy('tournament.id')
      .limit(MAX_OWN);
    return (await rowsOf(rows)).map(({ organiser, ...own }) => ({ ...own, isOrganiser: organiser === account }));
  }

  entered(account: string, limit: number) {
    const rows = this.database
      .selectFrom('tournament_entrant')
      .innerJoin('tournament', 'tournament.id', 'tournament_entrant.tournament')
      .select(['tournament.id', 'tournament.name', 'tournament.game'])
      .where('tournament_entrant.account', '=', account)
      .where('tournament.listed', '=', 1)
      .orderBy('joined_at', 'desc')
      .orderBy('tournament.id')
      .limit(limit);
    return rowsOf(rows);
  }

  #counted() {
    return this.#heads().select((eb) =>
      eb
        .selectFrom('tournament_entrant')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('tournament_entrant.tournament', '=', 'tournament.id')
        .where('state', '=', 'in')
        .as('entrants'),
    );
  }

  #heads() {
    return this.database
      .selectFrom('tournament')
      .leftJoin('account', 'account.id', 'tournament.organiser')
      .leftJoin('club', 'club.id', 'tournament.club')
      .select(['tournament.club', 'club.name as clubName'])
      .select(['tournament.id', 'tournament.name', 'tournament.game', 'tournament.kind', 'tournament.status'])
      .select(['tournament.listed', 'tournament.terms', 'tournament.created_at as createdAt'])
      .select(['tournament.starts_at as startsAt', 'tournament.started_at as startedAt'])
      .select(['tournament.ended_at as endedAt', 'tournament.sorted_at as sortedAt'])
      .select('account.name as organiserName');
  }
}

const listed = <T extends HeadColumns & { readonly entrants: number | null }>(row: T) => ({
  ...headOf(row),
  entrants: Number(row.entrants),
});

/** The columns of a tournament as what they mean. */
const headOf = <T extends HeadColumns>({ listed, terms, ...row }: T) => ({
  ...row,
  isListed: listed === 1,
  terms: parsedOrNull(terms),
});
