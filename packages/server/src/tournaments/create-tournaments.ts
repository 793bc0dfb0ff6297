import type { JobQueue } from '../jobs/job-queue.ts';
import type { ServerContext } from '../lib/context.ts';
import type { Room } from '../tables/room.ts';
import type { Rooms } from '../tables/rooms.ts';
import { phaseOf } from '../tables/table-state.ts';
import { Director } from './director.ts';
import { TournamentGames } from './games.ts';
import { DEFAULT_TOURNAMENT_LIMITS, type TournamentLimits, Tournaments } from './tournaments.ts';

export interface TournamentSettings {
  readonly tournaments?: Partial<TournamentLimits>;
}

interface TournamentDeps {
  readonly rooms: Rooms;
  readonly jobs: JobQueue;
  /** How often tournaments are looked for whose job was lost. Milliseconds. */
  readonly pace: number;
}

export interface OpenTournaments {
  readonly tournaments: Tournaments;
  /** Finishes what an earlier process left. */
  begin(): Promise<void>;
}

/** Maintains tournaments from now on. */
export function createTournaments(
  context: ServerContext,
  { rooms, jobs, pace }: TournamentDeps,
  { tournaments: limits }: TournamentSettings,
): OpenTournaments {
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
