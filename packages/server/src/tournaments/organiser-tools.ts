import { CORRECTED, forfeitPoints, isBye, parseTrf, POINT, pointsOf } from '@tablier/match';
import { findGame } from '@tablier/games';
import { type ByeRequest, shownLine } from '@tablier/protocol';
import type { StoredTournament, TournamentChange } from '@tablier/store';
import type { ServerContext } from '../lib/context.ts';
import { isPaused, type LogDetail, type LoggedChange, logOf, requestedByes, roundsOf } from './plan.ts';
import { mostEntrants, termsOf } from './terms.ts';

/** The most lines of a log: a tournament is read with all of them. */
const MAX_LINES = 1000;
/** The lines that one entrant may add: a bye, and taking it back. */
const MAX_OWN_LINES = 2;

type Refuse<Name extends string = never> = (error: {
  readonly name: Name | 'tournament-closed' | 'bad-tournament' | 'tournament-log-full';
  readonly detail?: string;
}) => never;

/** What the organiser changes while a tournament is played. Every change is a line of its log. */
export class OrganiserTools {
  readonly #deps: Pick<ServerContext, 'store' | 'now'>;

  constructor(deps: Pick<ServerContext, 'store' | 'now'>) {
    this.#deps = deps;
  }

  pause(tournament: StoredTournament, action: 'pause' | 'resume', refuse: Refuse): Promise<TournamentChange> {
    if (tournament.status !== 'running') return refuse({ name: 'tournament-closed' });
    if (isPaused(tournament) === (action === 'pause')) return Promise.resolve('done');
    const { id, revision } = tournament;
    return this.#deps.store.tournaments.log(id, revision, this.entry(tournament, { action }, refuse));
  }

  undo(tournament: StoredTournament, round: number, refuse: Refuse): Promise<TournamentChange> {
    const { id, revision, status, rounds } = tournament;
    if (status !== 'running' && status !== 'over') return refuse({ name: 'tournament-closed' });
    // Someone else may have undone it, or the next one may have begun.
    if (round !== rounds.length) return refuse({ name: 'bad-tournament', detail: 'round' });
    const entry = this.entry(tournament, { action: 'undo', round }, refuse);
    return this.#deps.store.tournaments.undo(id, revision, round, entry);
  }

  /** `board` counts from 0. */
  correct(
    tournament: StoredTournament,
    { round, board, places }: { readonly round: number; readonly board: number; readonly places: readonly number[] },
    refuse: Refuse,
  ): Promise<TournamentChange> {
    const { id, revision, status, pairings, game } = tournament;
    if (status !== 'running' && status !== 'over') return refuse({ name: 'tournament-closed' });
    const pairing = pairings.find((each) => each.round === round && each.board === board);
    if (pairing === undefined || isBye(pairing)) return refuse({ name: 'bad-tournament', detail: 'board' });
    if (places.length !== pairing.seats.length) return refuse({ name: 'bad-tournament', detail: 'places' });
    const partners = findGame(game)?.partners ?? ((_, seat) => [seat]);
    const absent = new Set(places.flatMap((place, seat) => (place === 0 ? [seat] : [])));
    const isForfeit = absent.size > 0;
    const points = isForfeit ? forfeitPoints(places.length, { absent, partners }) : pointsOf(places, partners);
    const before = pairing.seats.map((seat) => seat.points);
    const entry = this.entry(tournament, { action: 'correct', round, board, points, before }, refuse);
    const { match, endedAt } = pairing;
    const endedBy = isForfeit ? 'forfeit' : CORRECTED;
    // The next round keeps its time.
    const result = { round, board, match, at: endedAt ?? this.#deps.now(), endedBy, points };
    return this.#deps.store.tournaments.correct(id, revision, result, entry);
  }

  /** Fills a tournament without entrants from a report in the format of FIDE, starts and pauses it. */
  fill(tournament: StoredTournament, report: string, refuse: Refuse<'bad-trf'>): Promise<TournamentChange> {
    const { id, revision, status, entrants } = tournament;
    const terms = termsOf(tournament);
    if (status !== 'open') return refuse({ name: 'tournament-closed' });
    if (terms.kind !== 'swiss' || terms.seats !== 2) return refuse({ name: 'bad-tournament', detail: 'kind' });
    if (entrants.length > 0) return refuse({ name: 'bad-tournament', detail: 'entrants' });
    const read = parseTrf(report);
    if (!read.ok) return refuse({ name: 'bad-trf', detail: `line ${read.error.line}: ${read.error.name}` });
    const { players, rounds, pairings, byes } = read.value;
    if (players.length > mostEntrants(terms)) return refuse({ name: 'bad-tournament', detail: 'entrants' });
    if (rounds > (terms.rounds ?? 0)) return refuse({ name: 'bad-tournament', detail: 'rounds' });
    const asked = byes.map(({ points, ...of }) => ({ action: 'bye', points: [points], ...of }) as const);
    const log = [{ action: 'import', round: rounds } as const, ...asked].map((each) =>
      this.entry(tournament, each, refuse),
    );
    if (log.length > MAX_LINES) return refuse({ name: 'tournament-log-full' });
    const at = log[0]?.at ?? this.#deps.now();
    const settled = pairings.map((pairing) => ({
      ...{ round: pairing.round, seats: pairing.seats, match: null },
      ...{ endedAt: at, endedBy: pairing.endedBy ?? null },
    }));
    const people = players.map(({ name, rating }) => ({ name: shownLine(name) || '?', rating }));
    return this.#deps.store.tournaments.fill(id, revision, { entrants: people, rounds, pairings: settled, at, log });
  }

  /** Gives `entrant` a bye in a round to come, or takes it back. With `byEntrant` they do it themselves. */
  giveBye(
    tournament: StoredTournament,
    {
      round,
      points,
      ...of
    }: Pick<ByeRequest, 'round' | 'points'> & { readonly entrant: number; readonly byEntrant?: true },
    refuse: Refuse<'bye-refused'>,
  ): Promise<TournamentChange> {
    const { id, revision, status, kind, rounds, entrants } = tournament;
    if (kind !== 'swiss' || (status !== 'open' && status !== 'running')) return refuse({ name: 'tournament-closed' });
    const last = roundsOf(tournament, termsOf(tournament)) ?? 0;
    if (round <= rounds.length || round > last || entrants[of.entrant - 1]?.state !== 'in')
      return refuse({ name: 'bye-refused' });
    const own = requestedByes(tournament).find((bye) => bye.round === round && bye.entrant === of.entrant);
    if (points === null && own === undefined) return Promise.resolve('done');
    if (of.byEntrant === true) {
      const lines = logOf(tournament).filter(({ byEntrant, entrant }) => byEntrant && entrant === of.entrant);
      const isLate = points === 0.5 && round === last;
      const isSecond = points !== null && lines.some(({ action }) => action === 'bye');
      if (isLate || isSecond || lines.length >= MAX_OWN_LINES) return refuse({ name: 'bye-refused' });
    }
    const change =
      points === null
        ? ({ action: 'no-bye', round, ...of } as const)
        : ({ action: 'bye', round, points: [points * POINT], ...of } as const);
    return this.#deps.store.tournaments.log(id, revision, this.entry(tournament, change, refuse));
  }

  /** The line of a change. The lines of entrants and those of the organiser have room of their own. */
  entry(
    { log }: Pick<StoredTournament, 'log'>,
    { action, ...detail }: Pick<LoggedChange, 'action'> & LogDetail,
    refuse: Refuse,
  ) {
    const own = logOf({ log }).filter(({ byEntrant }) => byEntrant === detail.byEntrant);
    if (own.length >= MAX_LINES) return refuse({ name: 'tournament-log-full' });
    return { at: this.#deps.now(), action, detail };
  }
}
