import { publicUsername } from '../ratings/profiles.ts';
import { isBye, isSettled, POINT, standingSteps, TIE_BREAK_ORDER } from '@tablier/match';
import type {
  EndedBy,
  TournamentPairing,
  TournamentStanding,
  TournamentSummary,
  TournamentView,
} from '@tablier/protocol';
import type { ListedTournament, StoredEntrant, StoredPairing, StoredTournament } from '@tablier/store';
import {
  arenaEnd,
  entryRound,
  nextRoundMoment,
  participants,
  roundsOf,
  tournamentOf,
  isPaused,
  logOf,
  requestedByes,
} from './plan.ts';
import type { TournamentFacts } from '../http/page-head.ts';
import { isAtBoard } from './games.ts';
import { hasTerms, type StoredTerms, termsOf } from './terms.ts';

/** Lines of the log on a page. */
const MAX_SHOWN_CHANGES = 100;

const decimal = (twelfths: number): number => Math.round((twelfths / POINT) * 10_000) / 10_000;

export function summaryOf(tournament: ListedTournament): TournamentSummary {
  const terms = termsOf(tournament);
  return { ...headOf(tournament, terms), entrants: tournament.entrants, rounds: terms.rounds ?? null };
}

export function factsOf(tournament: StoredTournament): TournamentFacts {
  const { name, game, status, startsAt, startedAt, endedAt, entrants } = tournament;
  const dates = { open: ['starts', startsAt], running: ['began', startedAt], over: ['ended', endedAt] } as const;
  const [of, at] = dates[status === 'cancelled' ? 'over' : status];
  const zone = hasTerms(tournament) ? termsOf(tournament).timeZone : undefined;
  return {
    name,
    game,
    date: status === 'cancelled' ? status : at === null ? null : { of, at },
    zone: zone ?? 'UTC',
    entrants: entrants.filter(({ state }) => state === 'in').length,
  };
}

function headOf(tournament: Omit<ListedTournament, 'entrants'>, terms: StoredTerms) {
  const { id, name, game, club, clubName, organiserName, status, startsAt, startedAt, endedAt } = tournament;
  const { kind, seats, clock, rated, bots, onlyPrograms, minutes = null, timeZone = null } = terms;
  return {
    id,
    name,
    game,
    kind,
    seats,
    clock,
    rated,
    bots,
    ...(onlyPrograms && { onlyPrograms }),
    organiser: organiserName,
    status,
    minutes,
    club: club === null ? null : { id: club, name: clubName ?? club },
    startsAt,
    timeZone,
    startedAt,
    endedAt,
  };
}

interface Viewer {
  readonly account: string | null;
  readonly isProgram: boolean;
  readonly round: number | null;
  readonly now: number;
}

export interface Computed {
  readonly tournament: StoredTournament;
  readonly standings: TournamentStanding[];
  readonly allRounds: TournamentView['allRounds'];
}

export function* computed(tournament: StoredTournament): Generator<void, Computed, void> {
  return { tournament, standings: yield* standingLines(tournament), allRounds: roundLines(tournament) };
}

export function viewOf({ tournament, standings, allRounds }: Computed, viewer: Viewer): TournamentView {
  const terms = termsOf(tournament);
  const { revision, status, rounds } = tournament;
  const { now } = viewer;
  const shownRound = Math.min(viewer.round ?? rounds.length, rounds.length);
  return {
    ...headOf(tournament, terms),
    entrants: tournament.entrants.filter(({ state }) => state === 'in').length,
    rounds: status === 'open' && terms.kind === 'round-robin' ? null : roundsOf(tournament, terms),
    options: terms.options,
    breakSeconds: terms.breakSeconds,
    visibility: terms.visibility,
    revision,
    round: rounds.length,
    nextRoundAt: nextRoundMoment(tournament),
    endsAt: arenaEnd(tournament, terms),
    tieBreaks: [...TIE_BREAK_ORDER[terms.kind]],
    standings,
    allRounds,
    shownRound,
    pairings: tournament.pairings
      .filter(({ round }) => round === shownRound)
      .map((pairing) => shownPairing(pairing, tournament)),
    isPaused: isPaused(tournament),
    byes: requestedByes(tournament).map((bye) => ({ ...bye, points: decimal(bye.points) })),
    log: shownLog(tournament),
    you: youIn(tournament, viewer),
    now,
  };
}

function shownLog(tournament: StoredTournament): TournamentView['log'] {
  const changes = logOf(tournament).slice(-MAX_SHOWN_CHANGES).toReversed();
  return changes.map(({ board, entrant, points, before, ...change }) => ({
    ...change,
    ...(board !== undefined && { board: board + 1 }),
    ...(entrant !== undefined && { entrant, name: tournament.entrants[entrant - 1]?.name ?? null }),
    ...(points !== undefined && { points: points.map(decimal) }),
    ...(before !== undefined && { before: before.map((each) => (each === null ? null : decimal(each))) }),
  }));
}

function roundLines({ rounds, pairings }: StoredTournament): TournamentView['allRounds'] {
  const lines = new Map(rounds.map(({ round, startedAt }) => [round, { round, startedAt, games: 0, finished: 0 }]));
  for (const pairing of pairings) {
    const line = lines.get(pairing.round);
    if (line === undefined || isBye(pairing)) continue;
    line.games++;
    if (isSettled(pairing)) line.finished++;
  }
  return [...lines.values()];
}

/** The standings. Before the start: the entrants in the order of entry. */
export function* standingLines(tournament: StoredTournament): Generator<void, TournamentStanding[], void> {
  const entrants = new Map(participants(tournament).map((entrant) => [entrant.number, entrant]));
  return (yield* standingSteps(tournamentOf(tournament))).flatMap((line) => {
    const entrant = entrants.get(line.entrant);
    if (entrant === undefined) return [];
    const { name, username, isProgram: program, state, rating } = entrant;
    return {
      rank: line.rank,
      entrant: line.entrant,
      name,
      username: publicUsername(username),
      program,
      state,
      rating: rating === null ? null : Math.round(rating),
      points: decimal(line.points),
      games: line.games,
      wins: line.wins,
      buchholz: decimal(line.buchholz),
      buchholzCut1: decimal(line.buchholzCut1),
      sonnebornBerger: decimal(line.sonnebornBerger),
      directEncounter: decimal(line.directEncounter),
    };
  });
}

function shownPairing(pairing: StoredPairing, { entrants }: StoredTournament): TournamentPairing {
  const nameOf = (number: number): string | null => entrants[number - 1]?.name ?? null;
  return {
    board: pairing.board + 1,
    table: pairing.seats.some(({ entrant }) => isAtBoard(entrants[entrant - 1])) ? null : pairing.match,
    seats: pairing.seats.map(({ entrant, points }) => ({
      entrant,
      name: nameOf(entrant),
      points: points === null ? null : decimal(points),
    })),
    endedBy: pairing.endedBy as EndedBy | null,
  };
}

export const entrantOf = ({ entrants }: StoredTournament, account: string | null): StoredEntrant | null =>
  entrants.find((entrant) => account !== null && entrant.account === account) ?? null;

function youIn(tournament: StoredTournament, { account, isProgram, now }: Viewer): TournamentView['you'] {
  const own = entrantOf(tournament, account);
  const terms = termsOf(tournament);
  const mayEnter = isProgram ? terms.bots : terms.onlyPrograms !== true;
  const isWelcome = account !== null && mayEnter && own?.state !== 'in' && own?.state !== 'removed';
  const playing = tournament.pairings.filter(
    (pairing) => !isSettled(pairing) && pairing.seats.some(({ entrant }) => entrant === own?.number),
  );
  return {
    entrant: own?.number ?? null,
    state: own?.state ?? null,
    organises: account !== null && tournament.organiser === account,
    canEnter: isWelcome && entryRound(tournament, now) !== null,
    table: playing[0]?.match ?? null,
  };
}
