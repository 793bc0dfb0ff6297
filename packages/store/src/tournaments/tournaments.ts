import type { Statement } from '../operations.ts';
import type { Schema } from '../schema.ts';
import { ifNew, isId, NEXT_NUMBER, outcomeOf, statement } from '../repository.ts';
import type {
  CreationLimits,
  EntrantState,
  FilledTournament,
  LogEntry,
  NewEntrant,
  NewResult,
  NewRound,
  NewTournament,
  StoredPairing,
  TournamentChange,
  TournamentStatus,
} from './tournament.ts';
import { TournamentReads } from './tournament-reads.ts';

/** Tournaments with entrants, rounds and results. Every change is one transaction that raises the revision. */
export class TournamentRepository extends TournamentReads {
  /** `full`, `often`: the account organises, or has created since then, as many as are allowed. `guest`: it has no credential. */
  async create(tournament: NewTournament, { unfinished, recent, since }: CreationLimits) {
    const { id, organiser, name, game, kind, isListed, club, terms, createdAt, startsAt } = tournament;
    if (!isId(id) || !isId(organiser ?? id)) throw new RangeError('not an id');
    const row = {
      id,
      organiser,
      name,
      game,
      kind,
      status: 'open',
      listed: Number(isListed),
      terms: JSON.stringify(terms),
      created_at: createdAt,
      starts_at: startsAt,
      started_at: null,
      ended_at: null,
      sorted_at: createdAt,
      revision: 1,
      club,
    } as const;
    const added = this.database.insertInto('tournament').values(row);
    const own = this.database.selectFrom('tournament').where('organiser', '=', organiser);
    const done = await this.write([
      ...(organiser === null ? [] : [this.lockMember(organiser)]),
      ifNew(added, 'exists'),
      this.hasRoom(own.where('status', 'in', ['open', 'running']), unfinished + 1),
      this.hasRoom(own.where('created_at', '>', since), recent + 1, 'often'),
    ]);
    return outcomeOf<'created' | 'exists' | 'full' | 'often' | 'guest'>(done, 'created');
  }

  /** Adds an entrant, or lets one back in. `changed`: another revision. `full`: `most` entrants. `guest`: no credential. */
  async join(id: string, revision: number, entrant: NewEntrant, most: number) {
    const { account } = entrant;
    const entered = this.database.selectFrom('tournament_entrant').where('tournament', '=', id);
    const isIn = entered.select('number').where('account', '=', account).where('state', '=', 'in');
    const back = this.database.updateTable('tournament_entrant').set({ state: 'in' });
    const done = await this.write([
      this.lockMember(account),
      this.#lock(id, { revision, statuses: ['open', 'running'] }),
      statement(back.where(({ and }) => and({ tournament: id, account, state: 'out' }))),
      ifNew(this.#added(id, entrant)),
      statement(isIn, 'removed'),
      this.hasRoom(entered, most + 1),
    ]);
    return outcomeOf<'done' | 'changed' | 'full' | 'removed' | 'guest'>(done, 'done');
  }

  /** Marks an entrant who is in as having left, or one who is not removed yet as `removed`. Otherwise `changed`. */
  takeOut(id: string, number: number, state: Exclude<EntrantState, 'in'>, entry?: LogEntry): Promise<TournamentChange> {
    const own = this.database.updateTable('tournament_entrant').set({ state }).where('tournament', '=', id);
    const before: readonly EntrantState[] = state === 'removed' ? ['in', 'out'] : ['in'];
    const taken = own.where('number', '=', number).where('state', 'in', before);
    return this.#change([
      this.#lock(id, { statuses: ['open', 'running'] }),
      statement(taken, 'changed'),
      ...(entry === undefined ? [] : [this.#logged(id, entry)]),
    ]);
  }

  /** Adds a line to the log of a tournament at a revision. */
  log(id: string, revision: number, entry: LogEntry): Promise<TournamentChange> {
    return this.#change([this.#lock(id, { revision, statuses: ['open', 'running'] }), this.#logged(id, entry)]);
  }

  /** Removes the newest round of a tournament at a revision. One that was over runs again. */
  undo(id: string, revision: number, round: number, entry: LogEntry): Promise<TournamentChange> {
    const removed = this.database.deleteFrom('tournament_round').where(({ and }) => and({ tournament: id, round }));
    const reopened = this.#update(id, { status: 'running', ended_at: null, sorted_at: entry.at });
    return this.#change([
      this.#lock(id, { revision, statuses: ['running', 'over'] }),
      statement(removed.returning('round'), 'changed'),
      statement(reopened.where('status', '=', 'over')),
      this.#logged(id, entry),
    ]);
  }

  turn(
    id: string,
    revision: number,
    { status, at }: { readonly status: Exclude<TournamentStatus, 'open'>; readonly at: number },
  ): Promise<TournamentChange> {
    const isStart = status === 'running';
    const turned = this.#update(id, { status, sorted_at: at, ...(isStart ? { started_at: at } : { ended_at: at }) });
    const statuses = isStart ? (['open'] as const) : (['open', 'running'] as const);
    return this.#change([this.#lock(id, { revision, statuses }), statement(turned)]);
  }

  /** Replaces the name of a tournament at a revision, whatever its status, and its terms, which repeat the name. */
  rename(
    id: string,
    revision: number,
    { name, terms }: { readonly name: string; readonly terms: unknown },
  ): Promise<TournamentChange> {
    const renamed = this.#update(id, { name, terms: JSON.stringify(terms), revision: revision + 1 });
    return this.#change([statement(renamed.where('revision', '=', revision), 'changed')], true);
  }

  /** Replaces the start of an open tournament at a revision, and its terms, which repeat it. */
  reschedule(
    id: string,
    revision: number,
    { startsAt, terms }: { readonly startsAt: number | null; readonly terms: unknown },
  ): Promise<TournamentChange> {
    const moved = this.#update(id, { starts_at: startsAt, terms: JSON.stringify(terms) });
    return this.#change([this.#lock(id, { revision, statuses: ['open'] }), statement(moved)]);
  }

  /** Adds a round to a running tournament at a revision. Of any number of nodes, one succeeds. */
  addRound(id: string, revision: number, { round, at, pairings }: NewRound): Promise<TournamentChange> {
    const open = pairings.map((pairing) => ({
      ...{ ...pairing, round },
      ...{ endedAt: pairing.seats.length === 1 ? at : null, endedBy: null },
    }));
    return this.#change([this.#lock(id, { revision, statuses: ['running'] }), ...this.#round(id, { round, at }, open)]);
  }

  /** Fills an open tournament without entrants at a revision with people who have no account and with past rounds, and starts it. */
  fill(
    id: string,
    revision: number,
    { entrants, rounds, pairings, at, log }: FilledTournament,
  ): Promise<TournamentChange> {
    const none = this.database.selectFrom('tournament_entrant').where('tournament', '=', id);
    const people = entrants.map(({ name, rating }, index) => ({
      ...{ tournament: id, number: index + 1, account: null, name, rating, joined_at: at },
      ...{ first_round: 1, program: 0, state: 'in' as const },
    }));
    const started = this.#update(id, { status: 'running', started_at: at, sorted_at: at });
    return this.#change([
      this.#lock(id, { revision, statuses: ['open'] }),
      this.hasRoom(none, 1, 'changed'),
      statement(started),
      statement(this.database.insertInto('tournament_entrant').values(people)),
      ...Array.from({ length: rounds }, (_, index) => {
        const own = pairings.filter(({ round }) => round === index + 1);
        return this.#round(id, { round: index + 1, at }, own);
      }).flat(),
      ...log.map((entry) => this.#logged(id, entry)),
    ]);
  }

  #round(
    id: string,
    { round, at }: { readonly round: number; readonly at: number },
    pairings: readonly Omit<StoredPairing, 'board'>[],
  ): Statement[] {
    const place = { tournament: id, round };
    const added = this.database.insertInto('tournament_round').values({ ...place, started_at: at });
    const boards = pairings.map(({ match, endedAt, endedBy }, board) => ({
      ...{ ...place, board, match },
      ...{ ended_at: endedAt, ended_by: endedBy },
    }));
    const seats = pairings.flatMap((pairing, board) =>
      pairing.seats.map(({ entrant, points }, seat) => ({ ...place, board, seat, entrant, points })),
    );
    if (boards.length === 0) return [ifNew(added, 'changed')];
    return [
      ifNew(added, 'changed'),
      statement(this.database.insertInto('tournament_round_pairing').values(boards)),
      statement(this.database.insertInto('tournament_round_seat').values(seats)),
    ];
  }

  /** Stores the result of a game, once: a later one changes nothing. */
  settle(id: string, result: NewResult): Promise<TournamentChange> {
    const settled = this.#ended(id, result).where('match', '=', result.match).where('ended_at', 'is', null);
    return this.#change([
      statement(settled, 'changed'),
      ...this.#scored(id, result),
      this.#lock(id, { statuses: ['running'] }),
    ]);
  }

  /** Replaces a result, or gives one to a game that is on, at a revision. */
  correct(id: string, revision: number, result: NewResult, entry: LogEntry): Promise<TournamentChange> {
    return this.#change([
      this.#lock(id, { revision, statuses: ['running', 'over'] }),
      statement(this.#ended(id, result), 'changed'),
      ...this.#scored(id, result),
      this.#logged(id, entry),
    ]);
  }

  #ended(id: string, { round, board, at, endedBy }: NewResult) {
    const ended = this.database.updateTable('tournament_round_pairing').set({ ended_at: at, ended_by: endedBy });
    return ended.where(({ and }) => and({ tournament: id, round, board }));
  }

  #scored(id: string, { round, board, points }: NewResult): Statement[] {
    return points.map((own, seat) => {
      const scored = this.database.updateTable('tournament_round_seat').set({ points: own });
      return statement(
        scored.where(({ and }) => and({ tournament: id, round, board, seat })),
        'changed',
      );
    });
  }

  /** The next line of the log, in a transaction that has locked the tournament. */
  #logged(id: string, { at, action, detail }: LogEntry): Statement {
    const next = this.database.selectFrom('tournament_log').select(NEXT_NUMBER).where('tournament', '=', id);
    const row = { tournament: id, number: next, at, action, detail: JSON.stringify(detail) };
    return statement(this.database.insertInto('tournament_log').values(row));
  }

  /** Removes an account: its entries stay without a name, and what only it could start is cancelled. */
  async forget(account: string, at: number): Promise<void> {
    const { database } = this;
    const own = database.selectFrom('tournament_entrant').select('tournament').where('account', '=', account);
    const changed = database.updateTable('tournament').set((eb) => ({ revision: eb('revision', '+', 1) }));
    const entries = database.updateTable('tournament_entrant').set({ account: null, state: 'out' });
    const cancelled = database.updateTable('tournament').set({ status: 'cancelled', ended_at: at, sorted_at: at });
    const orphaned = database.updateTable('tournament').set({ organiser: null });
    await this.write([
      statement(changed.where((eb) => eb.or([eb('organiser', '=', account), eb('id', 'in', own)]))),
      statement(entries.where('account', '=', account)),
      statement(cancelled.where(({ and }) => and({ organiser: account, status: 'open', starts_at: null }))),
      statement(orphaned.where('organiser', '=', account)),
    ]);
  }

  async #change(statements: readonly Statement[], erases = false): Promise<TournamentChange> {
    return outcomeOf(await this.write(statements, { erases }), 'done');
  }

  #lock(
    id: string,
    { revision, statuses }: { readonly revision?: number; readonly statuses: readonly TournamentStatus[] },
  ): Statement {
    const locked = this.database
      .updateTable('tournament')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .where('status', 'in', statuses);
    return statement(revision === undefined ? locked : locked.where('revision', '=', revision), 'changed');
  }

  #update(id: string, columns: Partial<Schema['tournament']>) {
    return this.database.updateTable('tournament').set(columns).where('id', '=', id);
  }

  /** The next number. An account that entered before keeps its own. */
  #added(id: string, { account, joinedAt, firstRound, isProgram, rating }: NewEntrant) {
    const number = this.database.selectFrom('tournament_entrant').select(NEXT_NUMBER).where('tournament', '=', id);
    return this.database.insertInto('tournament_entrant').values({
      tournament: id,
      number,
      account,
      joined_at: joinedAt,
      first_round: firstRound,
      program: Number(isProgram),
      rating,
      state: 'in',
    });
  }
}
