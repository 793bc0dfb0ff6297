import * as z from 'zod';
import { type ServerContext, idFrom } from '../lib/context.ts';
import { isBye, isSettled, type ClockTerms } from '@tablier/match';
import type { StoredPairing, StoredTournament } from '@tablier/store';
import { defineJob, type JobQueue, definePeriodicJob } from '../jobs/job-queue.ts';
import { known } from '../lib/caches.ts';
import { inSlices } from '../lib/tasks.ts';
import { tableOf, type TournamentGames } from './games.ts';
import { isPaused, undoneRounds, participants, planSteps, entryRound } from './plan.ts';
import { nextStart, termsOf, checkTournament, mostEntrants } from './terms.ts';
import { games } from '@tablier/games';
import { ratingPaceOf } from '@tablier/protocol';
import type { PersonPresence } from '../matchmaking/create-matchmaking.ts';

interface DirectorDeps extends Pick<ServerContext, 'store' | 'log' | 'now'> {
  readonly games: TournamentGames;
  readonly jobs: JobQueue;
  /** How often tournaments are looked for whose job was lost. Milliseconds. */
  readonly pace: number;
}

/** Advances one tournament as far as possible. Running it again does nothing twice: every step follows from what is stored. */
export const TOURNAMENT = defineJob({
  kind: 'tournament',
  payload: z.object({ tournament: z.string() }),
  parallel: 4,
  retries: 5,
  retrySeconds: 2,
  longestSeconds: 120,
});

/** Adds a job for every tournament that runs or should start, because a crash may have prevented one. */
export const TOURNAMENTS = definePeriodicJob('tournaments', { retries: 3, retrySeconds: 5, longestSeconds: 60 });

/** An organiser with more open and running tournaments gets no next event. */
const MAX_SERIES = 20;
const AT_ONCE = 16;
/** More steps than one run can need: a correspondence round robin adds all its rounds. */
const MAX_STEPS = 200;
/** How long a request that changed a tournament waits for the next steps. Milliseconds. */
const LONGEST_WAIT = 2000;

/** Each step follows from what is stored, and is done once even if several nodes try: the next node does what a crash prevented. */
export class Director {
  readonly #deps: DirectorDeps;
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(deps: DirectorDeps) {
    this.#deps = deps;
    deps.jobs.handle(TOURNAMENT, ({ tournament }, signal) => this.#run(tournament, signal));
    deps.jobs.repeat(TOURNAMENTS, deps.pace, () => this.#lookFor());
  }

  /** Looks for tournaments at once, because this node has just started. */
  begin(): Promise<void> {
    return this.#deps.jobs.enqueue(TOURNAMENTS, null, { key: 'start' });
  }

  /** Resolves when the job is stored. Errors are logged: the periodic job finds the tournament again. */
  async advance(id: string): Promise<void> {
    try {
      await this.#enqueue(id);
    } catch (error) {
      this.#deps.log.error({ err: error }, 'tournament not advanced; it will be tried again');
    }
  }

  /** The same; resolves when this node has done the steps, or after a short time, because another node may do them. */
  async follow(id: string): Promise<void> {
    const waiting = known(this.#waiting, id, () => new Set());
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, LONGEST_WAIT);
      function done(): void {
        clearTimeout(timer);
        waiting.delete(done);
        resolve();
      }
      waiting.add(done);
      void this.advance(id);
    });
    if (waiting.size === 0) this.#waiting.delete(id);
  }

  /** One job for each moment is enough. A later job must not delay one that is due now. */
  #enqueue(id: string, at: number | null = null): Promise<void> {
    const key = at === null ? id : `${id} ${at}`;
    const delay = at === null ? 0 : Math.max(0, at - this.#deps.now());
    return this.#deps.jobs.enqueue(TOURNAMENT, { tournament: id }, { key, delay });
  }

  async #lookFor(): Promise<void> {
    for (const id of await this.#deps.store.tournaments.due(this.#deps.now())) await this.#enqueue(id);
  }

  async #run(id: string, signal: AbortSignal): Promise<void> {
    const waiting = [...(this.#waiting.get(id) ?? [])];
    await this.#advance(id, signal);
    for (const done of waiting) done();
  }

  async #advance(id: string, signal: AbortSignal): Promise<void> {
    for (let steps = 0; steps < MAX_STEPS && !signal.aborted; steps++) {
      const tournament = await this.#deps.store.tournaments.find(id);
      if (tournament === null) return;
      const at = await this.#step(tournament, signal);
      if (at === 'again') continue;
      if (at !== null && at > this.#deps.now()) await this.#enqueue(id, at);
      return;
    }
  }

  /**
   * Returns `again` if something was done, or another node was first and its change is to be planned from; otherwise when there is something
   * to do, `null` if that is unknown.
   */
  async #step(tournament: StoredTournament, signal: AbortSignal): Promise<'again' | number | null> {
    const { store, now } = this.#deps;
    const { id, revision, status, startsAt } = tournament;
    if (status === 'open') {
      if (startsAt === null || startsAt > now()) return startsAt;
      await this.#repeat(tournament);
      const isEnough = participants(tournament).length >= termsOf(tournament).seats;
      await store.tournaments.turn(id, revision, { status: isEnough ? 'running' : 'cancelled', at: now() });
      return 'again';
    }
    if (status !== 'running') return null;
    // Its organiser may have started it.
    if (tournament.rounds.length === 0) await this.#repeat(tournament);
    if (await this.#settle(tournament, signal)) return 'again';
    if (isPaused(tournament)) return null;
    const step = await inSlices(planSteps(tournament, now()));
    if (step.kind === 'wait') return step.at;
    if (step.kind === 'end') {
      await store.tournaments.turn(id, revision, { status: 'over', at: now() });
      return 'again';
    }
    const pairings = step.pairings.map((pairing, board) => ({
      match: isBye(pairing) ? null : tableOf(id, step.round, board, undoneRounds(tournament)),
      seats: pairing.seats,
    }));
    await store.tournaments.addRound(id, revision, { round: step.round, at: now(), pairings });
    return 'again';
  }

  /** Creates the next event of a club when this one starts, once: its id follows from that of this one. */
  async #repeat(tournament: StoredTournament): Promise<void> {
    const { store, now } = this.#deps;
    const { organiser, club, isListed, name, game, kind } = tournament;
    if (organiser === null || club === null) return;
    const terms = termsOf(tournament);
    const startsAt = nextStart(terms, now());
    if (startsAt === null) return;
    const id = idFrom(`next of ${tournament.id}`);
    const next = { id, organiser, name, game, kind, club, isListed, terms: { ...terms, startsAt }, startsAt };
    const limits = { unfinished: MAX_SERIES, recent: MAX_SERIES, since: now() };
    const created = await store.tournaments.create({ ...next, createdAt: now() }, limits);
    if (created === 'created') await this.#enqueue(id, startsAt);
  }

  async #settle(tournament: StoredTournament, signal: AbortSignal): Promise<boolean> {
    const open = tournament.pairings.filter((pairing) => !isSettled(pairing));
    const results: PromiseSettledResult<boolean>[] = [];
    for (let from = 0; from < open.length && !signal.aborted; from += AT_ONCE) {
      const settled = open.slice(from, from + AT_ONCE).map((pairing) => this.#settleOne(tournament, pairing));
      results.push(...(await Promise.allSettled(settled)));
    }
    // One game that cannot be read keeps no other from its result.
    if (results.some((each) => each.status === 'fulfilled' && each.value)) return true;
    const failed = results.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return false;
  }

  async #settleOne(tournament: StoredTournament, pairing: StoredPairing): Promise<boolean> {
    const { store, games, now } = this.#deps;
    const result = await games.resultOf(tournament, pairing);
    if (result === null) return false;
    const { missing, ...rest } = result;
    // First, because a settled pairing is not checked again.
    for (const seat of missing) await this.#takeOut(tournament, pairing.seats[seat]?.entrant ?? 0);
    const { round, board, match } = pairing;
    await store.tournaments.settle(tournament.id, { ...rest, round, board, match, at: now() });
    return true;
  }

  /** Entrants who did not come are not paired again until they return. In a round robin everyone meets everyone anyway. */
  async #takeOut(tournament: StoredTournament, number: number): Promise<void> {
    if (tournament.kind === 'round-robin') return;
    await this.#deps.store.tournaments.takeOut(tournament.id, number, 'out');
  }
}

export const DEFAULT_DAILY_ARENAS = {
  /** The hour, in UTC, from which the arenas of a day may start. */
  hour: 18,
  minutes: 60,
  clock: { system: 'fischer', base: 60, increment: 1 } as ClockTerms & { readonly system: 'fischer' },
  /** Between the moment at which two programs are online and the start. Milliseconds. */
  noticeMs: 120_000,
};
export type DailyArenaSettings = Readonly<typeof DEFAULT_DAILY_ARENAS>;

interface DailyArenasDeps extends Pick<ServerContext, 'store' | 'now'> {
  readonly presence: Pick<PersonPresence, 'isHere'>;
  readonly jobs: JobQueue;
  /** Continues a tournament. */
  readonly advance: (id: string) => Promise<void>;
  readonly pace: number;
  readonly settings: DailyArenaSettings;
}

const DAILY_ARENAS = definePeriodicJob('daily-arenas', { retries: 3, retrySeconds: 5, longestSeconds: 60 });

const DAY = 86_400_000;
const HOUR = 3_600_000;
const LEAST = 2;
const MAX_PROGRAMS = 1000;
const NO_LIMITS = { unfinished: Number.MAX_SAFE_INTEGER, recent: Number.MAX_SAFE_INTEGER, since: 0 };

interface Program {
  readonly account: string;
  readonly rating: number | null;
}

/**
 * The arenas of programs: of each game one a day, once two programs that want to play it are online, one after the other, because an engine
 * may think about one game only. Programs that come later enter while it runs. The id follows from the game and the day, so all nodes and
 * restarts know the same arena.
 */
export class DailyArenas {
  readonly #deps: DailyArenasDeps;

  constructor(deps: DailyArenasDeps) {
    this.#deps = deps;
    deps.jobs.repeat(DAILY_ARENAS, deps.pace, () => this.#look());
  }

  async #look(): Promise<void> {
    const { store, now, settings } = this.#deps;
    const day = Math.floor((now() - settings.hour * HOUR) / DAY);
    const arenas = games.map(({ id: game }) => ({ game, id: idFrom(`daily arena of ${game} on ${day}`) }));
    for (const { game, id } of arenas) {
      const found = await store.tournaments.find(id);
      if (found !== null && found.status !== 'open' && found.status !== 'running') continue;
      const programs = await this.#online(game);
      if (found === null && programs.length < LEAST) continue;
      await (found === null ? this.#create(id, game, day) : undefined);
      for (const program of programs) await this.#enter(id, program);
      return this.#deps.advance(id);
    }
  }

  async #online(game: string): Promise<readonly Program[]> {
    const { store, presence, settings } = this.#deps;
    const listed = await store.programs.list({ game, pace: ratingPaceOf(settings.clock) }, MAX_PROGRAMS);
    return listed.flatMap(({ account, arenas, rating }) =>
      arenas.includes(game) && presence.isHere(account) ? [{ account, rating: rating?.rating ?? null }] : [],
    );
  }

  async #create(id: string, game: string, day: number): Promise<void> {
    const { store, now, settings } = this.#deps;
    const { hour, minutes, clock, noticeMs } = settings;
    const createdAt = now();
    const startsAt = createdAt + noticeMs;
    const name = new Date(day * DAY + hour * HOUR).toISOString().slice(0, 10);
    const head = { name, game, kind: 'arena' } as const;
    const terms = checkTournament(
      {
        ...{ ...head, options: {}, seats: LEAST, clock, minutes, startsAt },
        ...{ visibility: 'open', bots: true, onlyPrograms: true, rated: true },
      },
      createdAt,
    );
    if (!terms.ok) throw new Error(`no daily arena of ${game}: ${terms.error.detail}`);
    const own = { id, organiser: null, club: null, isListed: true };
    await store.tournaments.create({ ...own, ...head, terms: terms.value, createdAt, startsAt }, NO_LIMITS);
  }

  /** One that left, or did not come to its game, comes back by itself. The next look repeats an entry that lost a race. */
  async #enter(id: string, { account, rating }: Program): Promise<void> {
    const { store, now } = this.#deps;
    const tournament = await store.tournaments.find(id);
    const firstRound = tournament === null ? null : entryRound(tournament, now());
    if (tournament === null || firstRound === null || isKnown(tournament, account)) return;
    const entrant = { account, joinedAt: now(), firstRound, isProgram: true, rating };
    await store.tournaments.join(id, tournament.revision, entrant, mostEntrants(termsOf(tournament)));
  }
}

const isKnown = ({ entrants }: StoredTournament, account: string): boolean =>
  entrants.some((entrant) => entrant.account === account);
