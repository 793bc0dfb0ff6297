import type { Columns } from '../repository.ts';

export interface TournamentTables {
  /** What the organiser and the entrants changed, in order. No row is changed or removed. */
  readonly tournament_log: {
    readonly tournament: string;
    /** From 1. */
    readonly number: number;
    readonly at: number;
    readonly action: string;
    /** Its other facts, as JSON. */
    readonly detail: string;
  };
  readonly tournament: {
    readonly id: string;
    /** Null if the account was deleted. */
    readonly organiser: string | null;
    readonly name: string;
    readonly game: string;
    readonly kind: string;
    readonly status: TournamentStatus;
    /** 1 if lists show it, otherwise 0. */
    readonly listed: number;
    /** Its other terms, as JSON. */
    readonly terms: string;
    readonly created_at: number;
    /** Null if only the organiser starts it. */
    readonly starts_at: number | null;
    readonly started_at: number | null;
    /** When it was over or cancelled. */
    readonly ended_at: number | null;
    /** When it got its status. Lists are in this order. */
    readonly sorted_at: number;
    /** Increases with every change of the tournament and of the tables below. */
    readonly revision: number;
    /** Null for a tournament of no club. */
    readonly club: string | null;
  };
  /** The entrants, numbered from 1 in the order of entry. */
  readonly tournament_entrant: {
    readonly tournament: string;
    readonly number: number;
    /** Null if the account was deleted. */
    readonly account: string | null;
    readonly joined_at: number;
    /** The first round that the entrant can be paired in. */
    readonly first_round: number;
    /** 1 if a program plays, otherwise 0. */
    readonly program: number;
    /** For the seeding; null for unknown. */
    readonly rating: number | null;
    readonly state: EntrantState;
    /** Of someone who plays at a real board and has no account; otherwise null. */
    readonly name: string | null;
  };
  readonly tournament_round: { readonly tournament: string; readonly round: number; readonly started_at: number };
  readonly tournament_round_pairing: {
    readonly tournament: string;
    readonly round: number;
    readonly board: number;
    /** The table of the game; null for a bye. */
    readonly match: string | null;
    /** Null while the game is running. */
    readonly ended_at: number | null;
    /** How the game ended; null for a bye and while the game is running. */
    readonly ended_by: string | null;
  };
  readonly tournament_round_seat: {
    readonly tournament: string;
    readonly round: number;
    readonly board: number;
    readonly seat: number;
    readonly entrant: number;
    /** In twelfths; null while the game is running. */
    readonly points: number | null;
  };
}

/** `open`: entrants may join. `over`: every result is known. */
export type TournamentStatus = 'open' | 'running' | 'over' | 'cancelled';

/** `in`: is paired. `out`: has left, or missed a game. `removed`: by the organiser, and may not come back. */
export type EntrantState = 'in' | 'out' | 'removed';

/** What a tournament is created with. Only its name and its start may change, and with them the terms. */
interface TournamentHead extends Pick<
  Columns<TournamentTables['tournament']>,
  'id' | 'name' | 'game' | 'kind' | 'createdAt' | 'startsAt'
> {
  /** Whether lists show it. */
  readonly isListed: boolean;
  /** The club that it is an event of. */
  readonly club: string | null;
  /** The rest of its terms, which the store does not interpret. */
  readonly terms: unknown;
}

export interface NewTournament extends TournamentHead {
  /** `null` for one of the server. */
  readonly organiser: string | null;
}

export interface ListedTournament
  extends
    TournamentHead,
    Pick<Columns<TournamentTables['tournament']>, 'status' | 'startedAt' | 'endedAt' | 'sortedAt'> {
  /** The name of the club; `null` for none. */
  readonly clubName: string | null;
  /** The display name of the organiser; `null` if the account was deleted. */
  readonly organiserName: string | null;
  readonly entrants: number;
}

export interface StoredEntrant extends Omit<Columns<TournamentTables['tournament_entrant']>, 'tournament' | 'program'> {
  /** The display name, or that of the entry, and the username; `null` if the account was deleted or has none. */
  readonly name: string | null;
  readonly username: string | null;
  readonly isProgram: boolean;
}

type PairedSeat = Pick<TournamentTables['tournament_round_seat'], 'entrant' | 'points'>;

export interface StoredPairing extends Omit<Columns<TournamentTables['tournament_round_pairing']>, 'tournament'> {
  /** By seat. */
  readonly seats: readonly PairedSeat[];
}

export interface StoredTournament extends Omit<ListedTournament, 'entrants'> {
  readonly organiser: string | null;
  /** Increases with every change. */
  readonly revision: number;
  /** By number. */
  readonly entrants: readonly StoredEntrant[];
  readonly rounds: readonly Omit<Columns<TournamentTables['tournament_round']>, 'tournament'>[];
  /** By round and board. */
  readonly pairings: readonly StoredPairing[];
  /** By number. */
  readonly log: readonly LogEntry[];
}

/** A line of the log of a tournament. The store does not interpret it. */
export interface LogEntry {
  readonly at: number;
  readonly action: string;
  readonly detail: unknown;
}

export interface NewEntrant extends Pick<StoredEntrant, 'joinedAt' | 'firstRound' | 'isProgram' | 'rating'> {
  readonly account: string;
}

export interface NewRound {
  readonly round: number;
  readonly at: number;
  /** By board. */
  readonly pairings: readonly Pick<StoredPairing, 'match' | 'seats'>[];
}

/** What an open tournament is filled with: people in the order of their numbers, and settled rounds. */
export interface FilledTournament {
  readonly entrants: readonly { readonly name: string; readonly rating: number | null }[];
  readonly rounds: number;
  /** By round and board. */
  readonly pairings: readonly Omit<StoredPairing, 'board'>[];
  readonly at: number;
  readonly log: readonly LogEntry[];
}

export interface NewResult {
  readonly round: number;
  readonly board: number;
  /** The table of the game: the round may have been paired again. */
  readonly match: string | null;
  readonly at: number;
  readonly endedBy: string;
  /** By seat. */
  readonly points: readonly number[];
}

export interface CreationLimits {
  /** Open or running. */
  readonly unfinished: number;
  /** Created after `since`. */
  readonly recent: number;
  readonly since: number;
}

/** `changed`: another change was first, or the tournament is not in a state for this one. Nothing was written. */
export type TournamentChange = 'done' | 'changed';
