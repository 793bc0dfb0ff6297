import { type ServerContext, idFrom } from '../lib/context.ts';
import { findGame } from '@tablier/games';
import { NOBODY } from '@tablier/core';
import { forfeitPoints, pointsOf } from '@tablier/match';
import type { NewResult, StoredEntrant, StoredPairing, StoredTournament } from '@tablier/store';
import { ladderMarks, type Person } from '../accounts/people.ts';
import { withRating } from '../ratings/profiles.ts';
import { ratingKindOf } from '../tables/state/table-terms.ts';
import type { Rooms } from '../tables/rooms.ts';
import { phaseOf, seatedAs, type TableHead, type TableState } from '../tables/state/table-state.ts';
import { TABLE_STREAM } from '../tables/state/table-stream.ts';
import { termsOf } from './terms.ts';

interface TournamentGamesDeps extends Pick<ServerContext, 'store' | 'now'> {
  readonly rooms: Rooms;
}

export interface GameResult extends Omit<NewResult, 'round' | 'board' | 'match' | 'at'> {
  readonly missing: readonly number[];
}

/**
 * The id of the table of a game. It follows from the pairing, so a table that a crash prevented is opened later, only once. `attempt` counts
 * the rounds that were undone before.
 */
export const tableOf = (tournament: string, round: number, board: number, attempt: number): string =>
  idFrom(`tournament ${tournament} ${round} ${board}${attempt === 0 ? '' : ` ${attempt}`}`);

/** The games of tournaments: ordinary tables, all of whose chairs are taken when they are opened. */
export class TournamentGames {
  readonly #deps: TournamentGamesDeps;

  constructor(deps: TournamentGamesDeps) {
    this.#deps = deps;
  }

  async resultOf(tournament: StoredTournament, pairing: StoredPairing): Promise<GameResult | null> {
    const { rooms } = this.#deps;
    if (pairing.match === null) return null;
    const status = await rooms.statusOf(pairing.match);
    if (status === null) return this.#open(tournament, pairing, pairing.match);
    if (status === 'running') return null;
    // An open one has been stored and has not begun yet: loading it begins the match.
    const state = status === 'open' ? (await rooms.find(pairing.match))?.state : await rooms.stateOf(pairing.match);
    return state === undefined || state === null ? null : this.#readResult(state);
  }

  async #open(tournament: StoredTournament, pairing: StoredPairing, id: string): Promise<GameResult | null> {
    const players = pairing.seats.map(({ entrant }) => tournament.entrants.find(({ number }) => number === entrant));
    // Their organiser gives the result.
    if (players.some(isAtBoard)) return null;
    const absent = new Set(players.flatMap((player, seat) => (isThere(player) ? [] : [seat])));
    if (absent.size > 0) return this.#forfeit(tournament, absent, pairing.seats.length);
    const head = await this.#headOf(tournament, players.filter(isThere));
    await this.#deps.rooms.opener.create(id, head);
    await this.#deps.rooms.find(id);
    return null;
  }

  #forfeit({ game }: StoredTournament, absent: ReadonlySet<number>, players: number): GameResult {
    const partners = findGame(game)?.partners ?? ((_, seat) => [seat]);
    return { endedBy: 'forfeit', points: forfeitPoints(players, { absent, partners }), missing: [] };
  }

  async #headOf(tournament: StoredTournament, players: readonly Present[]): Promise<TableHead> {
    const { id, game, isListed } = tournament;
    const { options, clock, rated } = termsOf(tournament);
    const head: TableHead = {
      kind: 'table',
      rules: findGame(game)?.rulesVersion ?? 1,
      terms: {
        game,
        options,
        clock,
        takeBack: 'never',
        visibility: isListed ? 'open' : 'link',
        seating: 'chosen',
        ...(rated && { rated }),
      },
      host: players[0]?.account ?? '',
      chairs: [],
      rematchOf: null,
      tournament: id,
    };
    const people = await Promise.all(players.map((player) => this.#personOf(player, head)));
    return { ...head, chairs: people.map(seatedAs) };
  }

  async #personOf({ account, name, isProgram }: Present, head: TableHead): Promise<Person> {
    const isOnLadder = isProgram && (await this.#deps.store.programs.of(account)) !== null;
    const person: Person = {
      ...{ id: account, name, guest: false, ...ladderMarks(isOnLadder) },
      ...(isProgram && { program: true as const }),
    };
    if (head.terms.rated !== true || (isProgram && !isOnLadder)) return person;
    return withRating(person, ratingKindOf(head), this.#deps);
  }

  async #readResult(state: TableState): Promise<GameResult | null> {
    const { match, chairs } = state;
    const phase = phaseOf(state);
    if (phase === 'closed')
      return {
        endedBy: 'closed',
        points: pointsOf(
          chairs.map(() => 1),
          state.game.partners,
        ),
        missing: [],
      };
    if (match === null || match.end === null) return null;
    const { by, places } = match.end;
    if (by === 'abort') return this.#aborted(state);
    // Players who lost on time without any move did not come.
    const last = Math.max(...places);
    const missing =
      by === 'time'
        ? places.flatMap((place, seat) =>
            place === last && !match.moves.some((move) => move.seat === seat) ? [seat] : [],
          )
        : [];
    const endedBy = missing.length > 0 ? 'forfeit' : by;
    return { endedBy, points: pointsOf(places, state.game.partners), missing };
  }

  /** Who aborted forfeits; of a game broken off, all absent players, so it may have no winner. */
  async #aborted({ id, chairs, game, neverCame }: TableState): Promise<GameResult> {
    const events = (await this.#deps.store.read(id, 1)).map((event) => TABLE_STREAM.readEvent(event));
    const awaited = neverCame === null ? [] : [neverCame];
    const seats = events.flatMap((event) => {
      if (event.kind !== 'aborted') return [];
      return event.seat === NOBODY ? (event.absent ?? awaited) : [event.seat];
    });
    const points = forfeitPoints(chairs.length, { absent: new Set(seats), partners: game.partners });
    return { endedBy: 'forfeit', points, missing: seats };
  }
}

/** Whether an entrant plays at a real board: someone from a report, who has no account. */
export const isAtBoard = (player: StoredEntrant | undefined): boolean =>
  player?.state === 'in' && player.account === null && player.name !== null;

type Present = StoredEntrant & { readonly account: string; readonly name: string };

const isThere = (player: StoredEntrant | undefined): player is Present =>
  player !== undefined && player.state === 'in' && player.account !== null && player.name !== null;
