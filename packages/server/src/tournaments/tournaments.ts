import {
  type ByeRequest,
  ratingPaceOf,
  TOURNAMENT_DECISIONS,
  type TournamentStart,
  type TournamentTerms,
  type TournamentView,
} from '@tablier/protocol';
import type { ErrorOf, TOURNAMENT_CHANGES } from '@tablier/protocol/operations';
import type { LogEntry, StoredTournament, TournamentChange, TournamentPlace, TournamentStatus } from '@tablier/store';
import type { Person } from '../accounts/people.ts';
import { idFrom, type ServerContext } from '../lib/context.ts';
import { FreshCache } from '../lib/caches.ts';
import { inSlices } from '../lib/tasks.ts';
import { type DailyArenaSettings, DailyArenas, DEFAULT_DAILY_ARENAS, Director } from './director.ts';
import { OrganiserTools } from './organiser-tools.ts';
import { entryRound, participants } from './plan.ts';
import { checkTournament, hasTerms, mostEntrants, restarted, termsOf } from './terms.ts';
import { type Computed, computed, entrantOf, summaryOf, viewOf } from './view.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { PersonPresence } from '../matchmaking/create-matchmaking.ts';
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

/** Refuses a request with one of these names. It never returns. */
type Refuse<Name extends string> = (error: {
  readonly name: Name | 'unavailable';
  readonly detail?: string;
  readonly retryMs?: number;
}) => never;
type RefuseChange<Name extends string = never> = Refuse<Name | 'not-found'>;
type Changes = typeof TOURNAMENT_CHANGES;
/** With the names that the operation with this last part of its address declares. */
type RefuseTo<Action extends string> = Refuse<
  ErrorOf<Changes[`POST /api/v1/tournaments/{tournament}/${Action}` & keyof Changes]>
>;
type Change = (tournament: StoredTournament, tools: OrganiserTools) => Promise<TournamentChange>;

/** A large tournament is read once for each revision, and again after this: names change. Milliseconds. */
const KEPT_MS = 5000;
const MAX_KEPT = 20;

export class Tournaments {
  readonly #deps: TournamentsDeps;
  readonly #kept: FreshCache<Computed | null>;
  readonly #tools: OrganiserTools;

  constructor(deps: TournamentsDeps) {
    this.#deps = deps;
    this.#tools = new OrganiserTools(deps);
    this.#kept = new FreshCache({ freshMs: KEPT_MS, most: MAX_KEPT, now: deps.now });
  }

  now(): number {
    return this.#deps.now();
  }

  /** Creates a tournament; returns its id. The same terms under the same `key` of a person give the same one. */
  async create(
    person: Person,
    key: string,
    given: TournamentTerms,
    refuse: Refuse<'no-account' | 'bad-tournament' | 'too-many' | 'too-many-tournaments'>,
  ): Promise<string> {
    if (person.guest !== false) return refuse({ name: 'no-account' });
    const { store, now, limits } = this.#deps;
    const terms = checkTournament(given, now());
    if (!terms.ok) return refuse(terms.error);
    const { name, game, kind, visibility, startsAt = null } = terms.value;
    const id = idFrom(`tournament of ${person.id} ${key}`);
    const { club = null } = terms.value;
    if (club !== null && (await store.clubs.find(club))?.owner !== person.id)
      return refuse({ name: 'bad-tournament', detail: 'club' });
    const head = { id, organiser: person.id, name, game, kind, club, isListed: visibility === 'open' };
    const at = now();
    const created = await store.tournaments.create(
      { ...head, terms: terms.value, createdAt: at, startsAt },
      { unfinished: limits.organised, recent: limits.daily, since: at - DAY },
    );
    if (created === 'created' && startsAt !== null) await this.#deps.director.advance(id);
    if (created === 'created' || created === 'exists') return id;
    if (created === 'often') return refuse({ name: 'too-many', retryMs: await this.#waitAfter(person.id, at) });
    if (created === 'full') return refuse({ name: 'too-many-tournaments' });
    return refuse({ name: 'no-account' });
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

  async winners(id: string): Promise<readonly string[]> {
    const { standings = [] } = (await this.#find(id)) ?? {};
    return standings.flatMap(({ rank, name }) => (rank === 1 && name !== null ? [name] : []));
  }

  async #decisionOn({ id, organiser }: StoredTournament): Promise<TournamentView['you']['decision']> {
    const reports = await this.#deps.store.reports.about(organiser ?? '', MAX_REPORTS);
    const decisions = reports
      .filter(({ tournament }) => tournament === id)
      .flatMap(({ actions }) => actions)
      .flatMap(({ action, note, at }) => (isTournamentDecision(action) ? [{ action, note, at }] : []));
    return decisions.toSorted((one, other) => other.at - one.at)[0];
  }

  async list(status: TournamentStatus, limit: number, before?: TournamentPlace) {
    const found = await this.#deps.store.tournaments.list(status, limit + 1, before);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      tournaments: shown.filter(hasTerms).map(summaryOf),
      next: found.length > limit && last !== undefined ? `${last.sortedAt}.${last.id}` : null,
    };
  }

  join(id: string, person: Person, refuse: RefuseTo<'join'>): Promise<void> {
    return this.#change(id, refuse, async (tournament) => {
      const { store, now } = this.#deps;
      if (person.guest !== false) return refuse({ name: 'no-account' });
      const terms = termsOf(tournament);
      const isProgram = person.program === true;
      if (isProgram && !terms.bots) return refuse({ name: 'no-programs' });
      if (terms.onlyPrograms && person.ladder !== true) return refuse({ name: 'only-programs' });
      const { club, isListed } = tournament;
      if (club !== null && !isListed && !(await store.clubs.isMember(club, person.id)))
        return refuse({ name: 'not-member' });
      const own = entrantOf(tournament, person.id);
      if (own?.state === 'in') return 'done';
      const firstRound = entryRound(tournament, now());
      if (firstRound === null) return refuse({ name: 'tournament-closed' });
      const kind = { game: tournament.game, pace: ratingPaceOf(terms.clock) };
      const rating = (await store.ratings.shownOf(person.id, kind))?.rating ?? null;
      const entrant = { account: person.id, joinedAt: now(), firstRound, isProgram, rating };
      const joined = await store.tournaments.join(id, tournament.revision, entrant, mostEntrants(terms));
      if (joined === 'full') return refuse({ name: 'tournament-full' });
      if (joined === 'removed') return refuse({ name: 'entrant-removed' });
      return joined === 'guest' ? refuse({ name: 'no-account' }) : joined;
    });
  }

  /** Leaves a tournament. A game that has begun continues. */
  leave(id: string, person: Person, refuse: RefuseTo<'leave'>): Promise<void> {
    return this.#change(id, refuse, async (tournament) => {
      const own = entrantOf(tournament, person.id) ?? refuse({ name: 'not-entered' });
      return own.state === 'in' ? this.#takeOut(tournament, own.number, { state: 'out' }, refuse) : 'done';
    });
  }

  remove(id: string, person: Person, number: number, refuse: RefuseTo<'entrants/{entrant}/remove'>): Promise<void> {
    return this.organise(id, person, refuse, async (tournament, tools) => {
      const entrant = tournament.entrants[number - 1] ?? refuse({ name: 'not-entered' });
      if (entrant.state === 'removed') return 'done';
      const entry = tools.entry(tournament, { action: 'remove', entrant: number }, refuse);
      return this.#takeOut(tournament, number, { state: 'removed', entry }, refuse);
    });
  }

  /** A bye of the person, or with `entrant`, of an entrant of a tournament that the person organises. */
  requestBye(id: string, person: Person, { entrant, ...bye }: ByeRequest, refuse: RefuseTo<'byes'>): Promise<void> {
    if (entrant !== undefined)
      return this.organise(id, person, refuse, (found, tools) => tools.giveBye(found, { ...bye, entrant }, refuse));
    return this.#change(id, refuse, async (tournament, tools) => {
      const own = entrantOf(tournament, person.id) ?? refuse({ name: 'not-entered' });
      return tools.giveBye(tournament, { ...bye, entrant: own.number, byEntrant: true }, refuse);
    });
  }

  start(id: string, person: Person, refuse: RefuseTo<'start'>): Promise<void> {
    return this.organise(id, person, refuse, async (tournament) => {
      if (tournament.status === 'running') return 'done';
      if (tournament.status !== 'open') return refuse({ name: 'tournament-closed' });
      if (participants(tournament).length < termsOf(tournament).seats) return refuse({ name: 'too-few-entrants' });
      return this.#turn(tournament, 'running');
    });
  }

  reschedule(id: string, person: Person, start: TournamentStart, refuse: RefuseTo<'reschedule'>): Promise<void> {
    return this.organise(id, person, refuse, async (tournament) => {
      if (tournament.status !== 'open') return refuse({ name: 'tournament-closed' });
      const { store, now } = this.#deps;
      const terms = restarted(tournament, start, now());
      if (!terms.ok) return refuse(terms.error);
      const to = { startsAt: start.startsAt, terms: terms.value };
      return store.tournaments.reschedule(id, tournament.revision, to);
    });
  }

  /** Games that have begun continue, but no longer count. */
  cancel(id: string, person: Person, refuse: RefuseTo<'cancel'>): Promise<void> {
    return this.organise(id, person, refuse, async (tournament) => {
      if (tournament.status === 'cancelled') return 'done';
      return tournament.status === 'over' ? refuse({ name: 'tournament-closed' }) : this.#turn(tournament, 'cancelled');
    });
  }

  #turn({ id, revision }: StoredTournament, status: 'running' | 'cancelled'): Promise<TournamentChange> {
    return this.#deps.store.tournaments.turn(id, revision, { status, at: this.#deps.now() });
  }

  #takeOut(
    { id, status }: StoredTournament,
    number: number,
    { state, entry }: { readonly state: 'out' | 'removed'; readonly entry?: LogEntry },
    refuse: Refuse<'tournament-closed'>,
  ): Promise<TournamentChange> {
    if (status !== 'open' && status !== 'running') return refuse({ name: 'tournament-closed' });
    return this.#deps.store.tournaments.takeOut(id, number, state, entry);
  }

  /** Changes a tournament as its organiser, with their tools. */
  organise(id: string, person: Person, refuse: RefuseChange<'not-organiser'>, change: Change): Promise<void> {
    return this.#change(id, refuse, async (tournament, tools) =>
      tournament.organiser === person.id ? change(tournament, tools) : refuse({ name: 'not-organiser' }),
    );
  }

  async #change(id: string, refuse: RefuseChange, change: Change): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const tournament = (await this.#deps.store.tournaments.find(id)) ?? refuse({ name: 'not-found' });
      if ((await change(tournament, this.#tools)) === 'done') return this.#deps.director.follow(id);
    }
    refuse({ name: 'unavailable' });
  }
}

export interface TournamentSettings {
  readonly tournaments?: Partial<TournamentLimits>;
  readonly dailyArenas?: Partial<DailyArenaSettings>;
}

interface TournamentDeps {
  readonly rooms: Rooms;
  readonly jobs: JobQueue;
  readonly presence: Pick<PersonPresence, 'isHere'>;
}

export type OpenTournaments = ReturnType<typeof createTournaments>;

export function createTournaments(
  context: ServerContext,
  { rooms, jobs, presence }: TournamentDeps,
  { tournaments: limits, dailyArenas }: TournamentSettings,
) {
  const { store, now, background } = context;
  const pace = context.paces.tournaments;
  const games = new TournamentGames({ store, rooms, now });
  const director = new Director({ ...context, games, jobs, pace });
  rooms.events.on('changed', (room) => {
    const { tournament } = room.shown.head;
    if (tournament !== undefined && phaseOf(room.shown) === 'over') background(director.advance(tournament));
  });
  const tournaments = new Tournaments({ store, director, now, limits: { ...DEFAULT_TOURNAMENT_LIMITS, ...limits } });
  const settings = { ...DEFAULT_DAILY_ARENAS, ...dailyArenas };
  const advance = (id: string): Promise<void> => director.advance(id);
  const arenas = new DailyArenas({ store, now, presence, jobs, advance, pace, settings });
  return { tournaments, arenas, begin: () => director.begin() };
}
