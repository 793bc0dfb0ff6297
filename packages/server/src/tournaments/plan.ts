import type { TOURNAMENT_ACTIONS } from '@tablier/protocol';
import type { StoredTournament, StoredEntrant } from '@tablier/store';
import { findGame } from '@tablier/games';
import { isSettled, type Pairing, robinRounds, roundSteps, type Tournament } from '@tablier/match';
import { type StoredTerms, termsOf } from './terms.ts';

type Action = (typeof TOURNAMENT_ACTIONS)[number];

/** The facts of a line of the log. Points are twelfths, boards count from 0. */
export interface LogDetail {
  readonly round?: number;
  readonly board?: number;
  readonly entrant?: number;
  readonly points?: readonly number[];
  readonly before?: readonly (number | null)[];
  readonly byEntrant?: true;
}

export interface LoggedChange extends LogDetail {
  readonly at: number;
  readonly action: Action;
}

type Logged = Pick<StoredTournament, 'log'>;

/** The log, oldest first. Only this server writes it. */
export const logOf = ({ log }: Logged): readonly LoggedChange[] =>
  log.map(({ at, action, detail }) => ({ ...(detail as LogDetail), at, action: action as Action }));

/** Whether no round begins: undoing one pauses, and so does an import, so that all can be put right before the next is paired. */
export function isPaused({ log }: Logged): boolean {
  const last = log.findLast(({ action }) => ['pause', 'undo', 'import', 'resume'].includes(action));
  return last !== undefined && last.action !== 'resume';
}

export const undoneRounds = ({ log }: Logged): number => log.filter(({ action }) => action === 'undo').length;

export interface RequestedBye {
  readonly entrant: number;
  readonly round: number;
  /** In twelfths. */
  readonly points: number;
}

/** The byes asked for in rounds that are not paired yet. */
export function requestedByes(tournament: Logged & Pick<StoredTournament, 'rounds'>): readonly RequestedBye[] {
  const byes = new Map<string, RequestedBye>();
  for (const { action, entrant = 0, round = 0, points } of logOf(tournament)) {
    const key = `${entrant} ${round}`;
    if (action === 'no-bye') byes.delete(key);
    if (action === 'bye') byes.set(key, { entrant, round, points: points?.[0] ?? 0 });
  }
  return [...byes.values()].filter(({ round }) => round > tournament.rounds.length);
}

/** The shortest time between two rounds of an arena, so that entrants who finish at the same time can be paired. Milliseconds. */
const ARENA_PACE = 3000;

/** The next action for a running tournament. It depends only on the stored data and the time, so every node plans the same. */
export type Step =
  /** `at`: when there is something to do, if nothing happens before; `null` if that is unknown. */
  | { readonly kind: 'wait'; readonly at: number | null }
  | { readonly kind: 'round'; readonly round: number; readonly pairings: readonly Pairing[] }
  | { readonly kind: 'end' };

/** The participants: once a round has begun, only entrants who were paired or have not left. */
export function participants({ entrants, pairings, rounds }: StoredTournament): readonly StoredEntrant[] {
  if (rounds.length === 0) return entrants.filter(({ state }) => state === 'in');
  const paired = new Set(pairings.flatMap(({ seats }) => seats.map(({ entrant }) => entrant)));
  return entrants.filter(({ number, state }) => state === 'in' || paired.has(number));
}

export function tournamentOf(stored: StoredTournament): Tournament {
  const terms = termsOf(stored);
  const { kind, seats } = terms;
  const rounds = roundsOf(stored, terms);
  const partners = findGame(stored.game)?.partners ?? ((_, seat) => [seat]);
  const byes = requestedByes(stored).filter(({ round }) => round === stored.rounds.length + 1);
  const entrants = participants(stored).map(({ number, rating, firstRound, state }) => {
    const bye = byes.find(({ entrant }) => entrant === number);
    return { number, rating, firstRound, isIn: state === 'in', ...(bye && { requestedBye: bye.points }) };
  });
  return { kind, seats, entrants, pairings: stored.pairings, partners, ...(rounds !== null && { rounds }) };
}

export function roundsOf(stored: StoredTournament, { kind, rounds, seats }: StoredTerms): number | null {
  if (kind === 'arena') return null;
  return kind === 'swiss' ? (rounds ?? 0) : robinRounds(participants(stored).length, seats);
}

export const arenaEnd = ({ startedAt }: StoredTournament, { minutes }: StoredTerms): number | null =>
  startedAt === null || minutes === undefined ? null : startedAt + minutes * 60_000;

type Planning = Generator<void, Step, void>;

/** Finds the next step of a running tournament, in short steps: the pairing of many entrants takes long. */
export function* planSteps(stored: StoredTournament, now: number): Planning {
  const terms = termsOf(stored);
  return yield* terms.kind === 'arena' ? arenaStep(stored, terms, now) : roundStep(stored, terms, now);
}

function* roundStep(stored: StoredTournament, terms: StoredTerms, now: number): Planning {
  const last = stored.rounds.length;
  const total = roundsOf(stored, terms) ?? 0;
  // A correspondence round robin plays all its rounds at the same time.
  const isAtOnce = terms.kind === 'round-robin' && terms.clock.system === 'days';
  if (stored.pairings.some((pairing) => !isSettled(pairing)) && (!isAtOnce || last >= total))
    return { kind: 'wait', at: null };
  if (last >= total) return { kind: 'end' };
  const at = isAtOnce ? now : nextRoundAt(stored, terms);
  if (at > now) return { kind: 'wait', at };
  const pairings = yield* roundSteps(tournamentOf(stored), last + 1);
  return pairings.length === 0 ? { kind: 'end' } : { kind: 'round', round: last + 1, pairings };
}

/** When the next round begins, if all games of the last one are over and there is another one; `null` otherwise, and in an arena. */
export function nextRoundMoment(stored: StoredTournament): number | null {
  const terms = termsOf(stored);
  const total = roundsOf(stored, terms);
  const isBetween = stored.status === 'running' && !isPaused(stored) && stored.pairings.every(isSettled);
  return isBetween && total !== null && stored.rounds.length < total ? nextRoundAt(stored, terms) : null;
}

function nextRoundAt({ pairings, startedAt }: StoredTournament, { breakSeconds }: StoredTerms): number {
  const ends = pairings.map(({ endedAt }) => endedAt ?? 0);
  return ends.length === 0 ? (startedAt ?? 0) : Math.max(...ends) + breakSeconds * 1000;
}

function* arenaStep(stored: StoredTournament, terms: StoredTerms, now: number): Planning {
  const end = arenaEnd(stored, terms) ?? now;
  if (now >= end) return stored.pairings.every(isSettled) ? { kind: 'end' } : { kind: 'wait', at: null };
  const paced = (stored.rounds.at(-1)?.startedAt ?? 0) + ARENA_PACE;
  if (now < paced) return { kind: 'wait', at: paced };
  const round = stored.rounds.length + 1;
  const pairings = yield* roundSteps(tournamentOf(stored), round);
  return pairings.length === 0 ? { kind: 'wait', at: end } : { kind: 'round', round, pairings };
}

/** The round from which someone who enters now is paired; `null` if it is too late. A Swiss tournament takes late entrants in its first half. */
export function entryRound(stored: StoredTournament, now: number): number | null {
  const terms = termsOf(stored);
  const last = stored.rounds.length;
  if (stored.status === 'open') return 1;
  if (stored.status !== 'running' || terms.kind === 'round-robin') return null;
  if (terms.kind === 'arena') return now < (arenaEnd(stored, terms) ?? now) ? last + 1 : null;
  return last * 2 <= (terms.rounds ?? 0) ? last + 1 : null;
}
