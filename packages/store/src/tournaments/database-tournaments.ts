import type { Kysely } from 'kysely';
import { isGuest } from '../accounts/account-reads.ts';
import { statement, transact, type TransactionExtras } from '../accounts/transactions.ts';
import type { RepositoryDeps, Statement } from '../operations.ts';
import { isId } from '../reads.ts';
import type { Schema } from '../schema.ts';
import { createdSince, TournamentReads } from './tournament-reads.ts';
import type {
  CreationLimits,
  EntrantState,
  ListedTournament,
  NewEntrant,
  NewResult,
  NewRound,
  NewTournament,
  TournamentChange,
  TournamentRepository,
  TournamentStatus,
} from './tournaments.ts';

const REFUSALS = ['exists', 'full', 'often'] as const;

/** Tournaments in tables, for both databases. Every change is one transaction that raises the revision. */
export class DatabaseTournaments implements TournamentRepository {
  readonly #database: Kysely<Schema>;
  readonly #executor: RepositoryDeps['executor'];
  readonly #reads: TournamentReads;

  constructor({ database, executor }: RepositoryDeps) {
    this.#database = database;
    this.#executor = executor;
    this.#reads = new TournamentReads(database);
  }

  find: TournamentRepository['find'] = (id) => this.#reads.find(id);
  revisionOf: TournamentRepository['revisionOf'] = (id) => this.#reads.revisionOf(id);
  due: TournamentRepository['due'] = (now) => this.#reads.due(now);
  of: TournamentRepository['of'] = (account) => this.#reads.of(account);
  entered: TournamentRepository['entered'] = (account, limit) => this.#reads.entered(account, limit);

  createdBefore(organiser: string, newer: number): Promise<number | null> {
    return this.#reads.createdBefore(organiser, newer);
  }

  list(status: TournamentStatus, limit: number, before?: Pick<ListedTournament, 'sortedAt' | 'id'>) {
    return this.#reads.list(status, limit, before);
  }

  async create(tournament: NewTournament, { unfinished, recent, since }: CreationLimits) {
    const { id, organiser, name, game, kind, isListed, terms, createdAt, startsAt } = tournament;
    if (!isId(id) || !isId(organiser)) throw new RangeError('not an id');
    const row = {
      id,
      organiser,
      name,
      game,
      kind,
      status: 'open',
      listed: isListed ? 1 : 0,
      terms: JSON.stringify(terms),
      created_at: createdAt,
      starts_at: startsAt,
      started_at: null,
      ended_at: null,
      sorted_at: createdAt,
      revision: 1,
    } as const;
    const added = this.#database.insertInto('tournament').values(row);
    const done = await transact(this.#executor, [
      this.#lockMember(organiser),
      statement(
        added.onConflict((known) => known.column('id').doNothing()),
        'exists',
      ),
      this.#atMost(organiser, unfinished),
      this.#atMostSince(organiser, recent, since),
    ]);
    if (done.name === 'done') return 'created';
    if (done.name === 'unavailable') return 'unavailable';
    return REFUSALS.find((reason) => reason === done.reason) ?? 'guest';
  }

  async join(id: string, revision: number, entrant: NewEntrant, most: number) {
    const { account } = entrant;
    if (!isId(id) || !isId(account)) return 'changed';
    const done = await transact(this.#executor, [
      this.#lockMember(account),
      this.#lock(id, { revision, statuses: ['open', 'running'] }),
      statement(this.#returned(id, account)),
      statement(this.#added(id, entrant)),
      statement(this.#isInFor(id, account), 'removed'),
      this.#hasRoom(id, most),
    ]);
    if (done.name !== 'refused') return done.name;
    const { reason } = done;
    return reason === 'full' || reason === 'removed' || reason === 'guest' ? reason : 'changed';
  }

  async takeOut(id: string, number: number, state: Exclude<EntrantState, 'in'>): Promise<TournamentChange> {
    if (!isId(id)) return 'changed';
    const taken = this.#database
      .updateTable('tournament_entrant')
      .set({ state })
      .where('tournament', '=', id)
      .where('number', '=', number)
      .where('state', state === 'removed' ? '!=' : '=', state === 'removed' ? 'removed' : 'in');
    return this.#change([this.#lock(id, { statuses: ['open', 'running'] }), statement(taken, 'changed')]);
  }

  turn(
    id: string,
    revision: number,
    { status, at }: { readonly status: Exclude<TournamentStatus, 'open'>; readonly at: number },
  ): Promise<TournamentChange> {
    const turned = this.#database
      .updateTable('tournament')
      .set({ status, sorted_at: at, ...(status === 'running' ? { started_at: at } : { ended_at: at }) })
      .where('id', '=', id);
    const statuses = status === 'running' ? (['open'] as const) : (['open', 'running'] as const);
    return this.#change([this.#lock(id, { revision, statuses }), statement(turned, 'changed')]);
  }

  async rename(
    id: string,
    revision: number,
    { name, terms }: { readonly name: string; readonly terms: unknown },
  ): Promise<TournamentChange> {
    if (!isId(id)) return 'changed';
    const renamed = this.#database
      .updateTable('tournament')
      .set((eb) => ({ name, terms: JSON.stringify(terms), revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .where('revision', '=', revision);
    return this.#change([statement(renamed, 'changed')], { erases: true });
  }

  async reschedule(
    id: string,
    revision: number,
    { startsAt, terms }: { readonly startsAt: number | null; readonly terms: unknown },
  ): Promise<TournamentChange> {
    if (!isId(id)) return 'changed';
    const moved = this.#database
      .updateTable('tournament')
      .set({ starts_at: startsAt, terms: JSON.stringify(terms) })
      .where('id', '=', id);
    return this.#change([this.#lock(id, { revision, statuses: ['open'] }), statement(moved, 'changed')]);
  }

  addRound(id: string, revision: number, { round, at, pairings }: NewRound): Promise<TournamentChange> {
    const place = { tournament: id, round };
    const added = this.#database.insertInto('tournament_round').values({ ...place, started_at: at });
    const boards = pairings.map(({ match, seats }, board) => ({
      ...place,
      board,
      match,
      seats,
      endedAt: match === null ? at : null,
    }));
    return this.#change([
      this.#lock(id, { revision, statuses: ['running'] }),
      statement(
        added.onConflict((known) => known.doNothing()),
        'changed',
      ),
      ...boards.flatMap(({ seats, endedAt, ...board }) => [
        statement(
          this.#database.insertInto('tournament_round_pairing').values({ ...board, ended_at: endedAt, ended_by: null }),
        ),
        ...seats.map(({ entrant, points }, seat) =>
          statement(
            this.#database
              .insertInto('tournament_round_seat')
              .values({ ...place, board: board.board, seat, entrant, points }),
          ),
        ),
      ]),
    ]);
  }

  settle(id: string, { round, board, at, endedBy, points }: NewResult): Promise<TournamentChange> {
    const settled = this.#database
      .updateTable('tournament_round_pairing')
      .set({ ended_at: at, ended_by: endedBy })
      .where('tournament', '=', id)
      .where('round', '=', round)
      .where('board', '=', board)
      .where('ended_at', 'is', null);
    return this.#change([
      statement(settled, 'changed'),
      ...points.map((own, seat) =>
        statement(
          this.#database
            .updateTable('tournament_round_seat')
            .set({ points: own })
            .where('tournament', '=', id)
            .where('round', '=', round)
            .where('board', '=', board)
            .where('seat', '=', seat),
          'changed',
        ),
      ),
      this.#lock(id, { statuses: ['running'] }),
    ]);
  }

  async forget(account: string, at: number): Promise<boolean> {
    if (!isId(account)) return true;
    const own = this.#database.selectFrom('tournament_entrant').select('tournament').where('account', '=', account);
    const done = await transact(this.#executor, [
      statement(
        this.#database
          .updateTable('tournament')
          .set((eb) => ({ revision: eb('revision', '+', 1) }))
          .where((eb) => eb.or([eb('organiser', '=', account), eb('id', 'in', own)])),
      ),
      statement(
        this.#database
          .updateTable('tournament_entrant')
          .set({ account: null, state: 'out' })
          .where('account', '=', account),
      ),
      statement(
        this.#database
          .updateTable('tournament')
          .set({ status: 'cancelled', ended_at: at, sorted_at: at })
          .where('organiser', '=', account)
          .where('status', '=', 'open')
          .where('starts_at', 'is', null),
      ),
      statement(this.#database.updateTable('tournament').set({ organiser: null }).where('organiser', '=', account)),
    ]);
    return done.name !== 'unavailable';
  }

  async #change(statements: readonly Statement[], extras: TransactionExtras = {}): Promise<TournamentChange> {
    const done = await transact(this.#executor, statements, extras);
    return done.name === 'refused' ? 'changed' : done.name;
  }

  /** Serialises the changes of one account, and refuses guests. */
  #lockMember(account: string): Statement {
    const locked = this.#database
      .updateTable('account')
      .set((eb) => ({ name: eb.ref('account.name') }))
      .where('account.id', '=', account)
      .where((eb) => eb.not(isGuest(eb)));
    return statement(locked, 'guest');
  }

  /** Raises the revision of a tournament, which serialises its changes. */
  #lock(
    id: string,
    { revision, statuses }: { readonly revision?: number; readonly statuses: readonly TournamentStatus[] },
  ): Statement {
    const locked = this.#database
      .updateTable('tournament')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .where('status', 'in', statuses);
    return statement(revision === undefined ? locked : locked.where('revision', '=', revision), 'changed');
  }

  #atMost(organiser: string, most: number): Statement {
    const unfinished = this.#database
      .selectFrom('tournament')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('organiser', '=', organiser)
      .where('status', 'in', ['open', 'running']);
    const hasRoom = this.#database
      .selectFrom('account')
      .select('account.id')
      .where('account.id', '=', organiser)
      .where(unfinished, '<=', most);
    return statement(hasRoom, 'full');
  }

  #atMostSince(organiser: string, most: number, since: number): Statement {
    const hasRoom = this.#database
      .selectFrom('account')
      .select('account.id')
      .where('account.id', '=', organiser)
      .where(createdSince(this.#database, organiser, since), '<=', most);
    return statement(hasRoom, 'often');
  }

  #hasRoom(id: string, most: number): Statement {
    const entered = this.#database
      .selectFrom('tournament_entrant')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('tournament_entrant.tournament', '=', id);
    const hasRoom = this.#database
      .selectFrom('tournament')
      .select('tournament.id')
      .where('tournament.id', '=', id)
      .where(entered, '<=', most);
    return statement(hasRoom, 'full');
  }

  #returned(id: string, account: string) {
    return this.#database
      .updateTable('tournament_entrant')
      .set({ state: 'in' })
      .where('tournament', '=', id)
      .where('account', '=', account)
      .where('state', '=', 'out');
  }

  #isInFor(id: string, account: string) {
    return this.#database
      .selectFrom('tournament_entrant')
      .select('number')
      .where('tournament', '=', id)
      .where('account', '=', account)
      .where('state', '=', 'in');
  }

  /** The next number. An account that entered before keeps its own. */
  #added(id: string, { account, joinedAt, firstRound, isProgram, rating }: NewEntrant) {
    const last = this.#database
      .selectFrom('tournament_entrant')
      .select((eb) => eb(eb.fn.coalesce(eb.fn.max('number'), eb.lit(0)), '+', 1).as('next'))
      .where('tournament', '=', id);
    return this.#database
      .insertInto('tournament_entrant')
      .values({
        tournament: id,
        number: last,
        account,
        joined_at: joinedAt,
        first_round: firstRound,
        program: isProgram ? 1 : 0,
        rating,
        state: 'in',
      })
      .onConflict((known) => known.columns(['tournament', 'account']).doNothing());
  }
}
