import * as z from 'zod';
import { games } from '@tablier/games';
import type { ClockTerms } from '@tablier/match';
import { ratingPaceOf } from '@tablier/protocol';
import { type StoredTournament, StoreUnavailable } from '@tablier/store';
import { defineJob, type JobQueue } from '../jobs/job-queue.ts';
import { idFrom } from '../lib/chance.ts';
import type { ServerContext } from '../lib/context.ts';
import type { PersonPresence } from '../matchmaking/create-matchmaking.ts';
import { entryRound } from './plan.ts';
import { checkTournament, mostEntrants, termsOf } from './terms.ts';

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

const DAILY_ARENAS = defineJob({
  kind: 'daily-arenas',
  payload: z.null(),
  parallel: 1,
  retries: 3,
  retrySeconds: 5,
  longestSeconds: 60,
});

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
    const created = await store.tournaments.create(
      { ...own, ...head, terms: terms.value, createdAt, startsAt },
      NO_LIMITS,
    );
    if (created === 'unavailable') throw new StoreUnavailable('daily arena not created');
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
