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

/** Only its name and its start may change, and with them the terms. The organiser is `null` for one of the server. */
export interface NewTournament extends Pick<
  Columns<TournamentTables['tournament']>,
  'id' | 'organiser' | 'name' | 'game' | 'kind' | 'club' | 'createdAt' | 'startsAt'
> {
  readonly isListed: boolean;
  /** The store does not interpret them. */
  readonly terms: unknown;
}

type PairedSeat = Pick<TournamentTables['tournament_round_seat'], 'entrant' | 'points'>;

export interface StoredPairing extends Omit<Columns<TournamentTables['tournament_round_pairing']>, 'tournament'> {
  /** By seat. */
  readonly seats: readonly PairedSeat[];
}

/** A line of the log of a tournament. The store does not interpret it. */
export interface LogEntry {
  readonly at: number;
  readonly action: string;
  readonly detail: unknown;
}

export interface NewEntrant extends Pick<
  Columns<TournamentTables['tournament_entrant']>,
  'joinedAt' | 'firstRound' | 'rating'
> {
  readonly account: string;
  readonly isProgram: boolean;
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
