import { failure, type Result, success } from '@tablier/core';
import {
  ratingPaceOf,
  TOURNAMENT_DECISIONS,
  type TournamentStart,
  type TournamentSummary,
  type TournamentTerms,
  type TournamentView,
} from '@tablier/protocol';
import type { ListedTournament, StoredTournament, TournamentStatus } from '@tablier/store';
import type { Person } from '../accounts/people.ts';
import type { TournamentFacts } from '../http/page-head.ts';
import { idFrom } from '../lib/chance.ts';
import { FreshCache } from '../lib/caches.ts';
import { inSlices } from '../lib/time-slices.ts';
import { calendarOf } from './calendar.ts';
import { Director } from './director.ts';
import { entryRound, participants } from './plan.ts';
import { checkTournament, hasTerms, mostEntrants, restarted, termsOf, type TournamentError } from './terms.ts';
import { type Computed, computed, entrantOf, factsOf, summaryOf, viewOf } from './view.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { ServerContext } from '../lib/context.ts';
import type { Room } from '../tables/room.ts';
import type { Rooms } from '../tables/rooms.ts';
import { phaseOf } from '../tables/state/table-state.ts';
import { TournamentGames } from './games.ts';

interface TournamentsDeps extends Pick<ServerContext, 'store' | 'now'> {
  readonly director: Pick<Director, 'advance' | 'follow'>;
  readonly limits: TournamentLimits;
}

/** `daily`: tournaments that one organiser creates in 24 hours. */
export const DEFAULT_TOURNAMENT_LIMITS = { organised: 5, daily: 40 };
export type TournamentLimits = Readonly<typeof DEFAULT_TOURNAMENT_LIMITS>;

const DAY = 86_400_000;

const MAX_REPORTS = 50;

/** A change that lost a race is decided again. */
const MAX_TRIES = 12;

type TournamentDecision = (typeof TOURNAMENT_DECISIONS)[number];
const isTournamentDecision = (action: string): action is TournamentDecision =>
  TOURNAMENT_DECISIONS.some((each) => each === action);

type Name = Exclude<TournamentError['name'], 'too-many'>;
/** What came of a change, with the errors that it may have besides those of every change. */
type Changed<Own extends Name> = Result<null, TournamentError & { readonly name: Own | 'not-found' | 'unavailable' }>;
type Change<Own extends Name> = (tournament: StoredTournament) => Promise<Changed<Own> | 'changed'>;

const refuse = <Own extends Name>(name: Own) => failure<TournamentError & { readonly name: Own }>({ name });

type CreationError = TournamentError & {
  readonly name: 'too-many' | 'no-account' | 'too-many-tournaments' | 'bad-tournament' | 'unavailable';
};
type Entering = 'no-account' | 'no-programs' | 'tournament-closed' | 'tournament-full' | 'entrant-removed';
type Leaving = 'not-entered' | 'tournament-closed';

/** A large tournament is read once for each revision, and again after this: names change. Milliseconds. */
const KEPT_MS = 5000;
const MAX_KEPT = 20;

export class Tournaments {
  readonly #deps: TournamentsDeps;
  readonly #kept: FreshCache<Computed | null>;

  constructor(deps: TournamentsDeps) {
    this.#deps = deps;
    this.#kept = new FreshCache({ freshMs: KEPT_MS, most: MAX_KEPT, now: deps.now });
  }

  now(): number {
    return this.#deps.now();
  }

  /** Creates a tournament. The same terms under the same `key` of a person give the same one. */
  async create(person: Person, key: string, given: TournamentTerms): Promise<Result<string, CreationError>> {
    if (person.guest !== false) return refuse('no-account');
    const { store, now, limits } = this.#deps;
    const terms = checkTournament(given, now());
    if (!terms.ok) return terms;
    const { name, game, kind, visibility, startsAt = null } = terms.value;
    const id = idFrom(`tournament of ${person.id} ${key}`);
    const head = { id, organiser: person.id, name, game, kind, isListed: visibility === 'open' };
    const at = now();
    const created = await store.tournaments.create(
      { ...head, terms: terms.value, createdAt: at, startsAt },
      { unfinished: limits.organised, recent: limits.daily, since: at - DAY },
    );
    if (created === 'created' && startsAt !== null) await this.#deps.director.advance(id);
    if (created === 'created' || created === 'exists') return success(id);
    if (created === 'often') return failure({ name: 'too-many', retryMs: await this.#waitAfter(person.id, at) });
    return refuse(created === 'full' ? 'too-many-tournaments' : created === 'guest' ? 'no-account' : 'unavailable');
  }

  /** How long a person who may not create another tournament has to wait. Milliseconds. */
  async #waitAfter(person: string, at: number): Promise<number> {
    const { store, limits } = this.#deps;
    const oldest = await store.tournaments.createdBefore(person, limits.daily - 1);
    return Math.max(1, (oldest ?? at) + DAY - at);
  }

  async view(id: string, person: Person | null, round: number | null): Promise<TournamentView | null> {
    const found = await this.#find(id);
    if (found === null) return null;
    const isMember = person !== null && person.guest !== true;
    const isProgram = person?.program === true;
    const view = viewOf(found, { account: isMember ? person.id : null, isProgram, round, now: this.#deps.now() });
    const decision = view.you.organises ? await this.#decisionOn(found.tournament) : undefined;
    return decision === undefined ? view : { ...view, you: { ...view.you, decision } };
  }

  async #find(id: string): Promise<Computed | null> {
    const { tournaments } = this.#deps.store;
    const revision = await tournaments.revisionOf(id);
    if (revision === null) return null;
    return this.#kept.get(`${revision} ${id}`, async () => {
      const found = await tournaments.find(id);
      return found && inSlices(computed(found));
    });
  }

  async facts(id: string): Promise<TournamentFacts | null> {
    const found = await this.#deps.store.tournaments.find(id);
    return found === null ? null : factsOf(found);
  }

  async calendar(id: string, origin: string): Promise<string | null> {
    const found = await this.#deps.store.tournaments.find(id);
    return found === null ? null : calendarOf(found, origin, this.#deps.now());
  }

  async #decisionOn({ id, organiser }: StoredTournament): Promise<TournamentView['you']['decision']> {
    const reports = await this.#deps.store.reports.about(organiser ?? '', MAX_REPORTS);
    const decisions = reports
      .filter(({ tournament }) => tournament === id)
      .flatMap(({ actions }) => actions)
      .flatMap(({ action, note, at }) => (isTournamentDecision(action) ? [{ action, note, at }] : []));
    return decisions.toSorted((one, other) => other.at - one.at)[0];
  }

  async list(
    status: TournamentStatus,
    limit: number,
    before?: Pick<ListedTournament, 'sortedAt' | 'id'>,
  ): Promise<{ readonly tournaments: TournamentSummary[]; readonly next: string | null }> {
    const found = await this.#deps.store.tournaments.list(status, limit + 1, before);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      tournaments: shown.filter(hasTerms).map(summaryOf),
      next: found.length > limit && last !== undefined ? `${last.sortedAt}.${last.id}` : null,
    };
  }

  join(id: string, person: Person): Promise<Changed<Entering>> {
    return this.#change<Entering>(id, async (tournament) => {
      const { store, now } = this.#deps;
      if (person.guest !== false) return refuse('no-account');
      const terms = termsOf(tournament);
      const isProgram = person.program === true;
      if (isProgram && !terms.bots) return refuse('no-programs');
      const own = entrantOf(tournament, person.id);
      if (own?.state === 'in') return success(null);
      const firstRound = entryRound(tournament, now());
      if (firstRound === null) return refuse('tournament-closed');
      const kind = { game: tournament.game, pace: ratingPaceOf(terms.clock) };
      const rating = (await store.ratings.shownOf(person.id, kind))?.rating ?? null;
      const entrant = { account: person.id, joinedAt: now(), firstRound, isProgram, rating };
      const joined = await store.tournaments.join(id, tournament.revision, entrant, mostEntrants(terms));
      if (joined === 'full') return refuse('tournament-full');
      if (joined === 'removed') return refuse('entrant-removed');
      return joined === 'guest' ? refuse('no-account') : outcome(joined);
    });
  }

  /** Leaves a tournament. A game that has begun continues. */
  leave(id: string, person: Person): Promise<Changed<Leaving>> {
    return this.#change<Leaving>(id, async (tournament) => {
      const own = entrantOf(tournament, person.id);
      if (own === null) return refuse('not-entered');
      return own.state === 'in' ? this.#takeOut(tournament, own.number, 'out') : success(null);
    });
  }

  remove(id: string, person: Person, number: number): Promise<Changed<Leaving | 'not-organiser'>> {
    return this.#byOrganiser<Leaving>(id, person, async (tournament) => {
      const entrant = tournament.entrants[number - 1];
      if (entrant === undefined) return refuse('not-entered');
      return entrant.state === 'removed' ? success(null) : this.#takeOut(tournament, number, 'removed');
    });
  }

  start(id: string, person: Person): Promise<Changed<'not-organiser' | 'tournament-closed' | 'too-few-entrants'>> {
    return this.#byOrganiser<'tournament-closed' | 'too-few-entrants'>(id, person, async (tournament) => {
      if (tournament.status === 'running') return success(null);
      if (tournament.status !== 'open') return refuse('tournament-closed');
      if (participants(tournament).length < termsOf(tournament).seats) return refuse('too-few-entrants');
      return this.#turn(tournament, 'running');
    });
  }

  reschedule(
    id: string,
    person: Person,
    start: TournamentStart,
  ): Promise<Changed<'not-organiser' | 'tournament-closed' | 'bad-tournament'>> {
    return this.#byOrganiser<'tournament-closed' | 'bad-tournament'>(id, person, async (tournament) => {
      if (tournament.status !== 'open') return refuse('tournament-closed');
      const { store, now } = this.#deps;
      const terms = restarted(tournament, start, now());
      if (!terms.ok) return terms;
      const to = { startsAt: start.startsAt, terms: terms.value };
      return outcome(await store.tournaments.reschedule(id, tournament.revision, to));
    });
  }

  /** Games that have begun continue, but no longer count. */
  cancel(id: string, person: Person): Promise<Changed<'not-organiser' | 'tournament-closed'>> {
    return this.#byOrganiser<'tournament-closed'>(id, person, async (tournament) => {
      if (tournament.status === 'cancelled') return success(null);
      return tournament.status === 'over' ? refuse('tournament-closed') : this.#turn(tournament, 'cancelled');
    });
  }

  async #turn(
    { id, revision }: StoredTournament,
    status: 'running' | 'cancelled',
  ): Promise<Changed<never> | 'changed'> {
    return outcome(await this.#deps.store.tournaments.turn(id, revision, { status, at: this.#deps.now() }));
  }

  async #takeOut({ id, status }: StoredTournament, number: number, state: 'out' | 'removed') {
    if (status !== 'open' && status !== 'running') return refuse('tournament-closed');
    return outcome(await this.#deps.store.tournaments.takeOut(id, number, state));
  }

  #byOrganiser<Own extends Name>(
    id: string,
    person: Person,
    change: Change<Own>,
  ): Promise<Changed<Own | 'not-organiser'>> {
    return this.#change<Own | 'not-organiser'>(id, async (tournament) =>
      tournament.organiser === person.id ? change(tournament) : refuse('not-organiser'),
    );
  }

  async #change<Own extends Name>(id: string, change: Change<Own>): Promise<Changed<Own>> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const tournament = await this.#deps.store.tournaments.find(id);
      if (tournament === null) return refuse('not-found');
      const result = await change(tournament);
      if (result === 'changed') continue;
      if (result.ok) await this.#deps.director.follow(id);
      return result;
    }
    return refuse('unavailable');
  }
}

const outcome = (change: 'done' | 'changed' | 'unavailable'): Changed<never> | 'changed' =>
  change === 'done' ? success(null) : change === 'changed' ? 'changed' : refuse('unavailable');

export interface TournamentSettings {
  readonly tournaments?: Partial<TournamentLimits>;
}

interface TournamentDeps {
  readonly rooms: Rooms;
  readonly jobs: JobQueue;
  /** How often tournaments are looked for whose job was lost. Milliseconds. */
  readonly pace: number;
}

export type OpenTournaments = ReturnType<typeof createTournaments>;

export function createTournaments(
  context: ServerContext,
  { rooms, jobs, pace }: TournamentDeps,
  { tournaments: limits }: TournamentSettings,
) {
  const { store, log, now, background } = context;
  const games = new TournamentGames({ store, rooms, now });
  const director = new Director({ store, games, jobs, log, now, pace });
  rooms.changed.add((room: Room) => {
    const { tournament } = room.shown.head;
    if (tournament !== undefined && phaseOf(room.shown) === 'over') background(director.advance(tournament));
  });
  const tournaments = new Tournaments({ store, director, now, limits: { ...DEFAULT_TOURNAMENT_LIMITS, ...limits } });
  return { tournaments, begin: () => director.begin() };
}
