import type { EntrantState, TournamentStatus } from './tournaments/tournaments.ts';
export interface TournamentTable {
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
  /** When it got its status. */
  readonly sorted_at: number;
  /** Increases with every change of the tournament and of the tables below. */
  readonly revision: number;
}

/** The entrants, numbered in the order of entry. */
export interface TournamentEntrantTable {
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
}

export interface TournamentRoundTable {
  readonly tournament: string;
  readonly round: number;
  readonly started_at: number;
}

/** One game or bye of a round. */
export interface TournamentRoundPairingTable {
  readonly tournament: string;
  readonly round: number;
  readonly board: number;
  /** The table of the game; null for a bye. */
  readonly match: string | null;
  /** Null while the game is running. */
  readonly ended_at: number | null;
  readonly ended_by: string | null;
}

export interface TournamentRoundSeatTable {
  readonly tournament: string;
  readonly round: number;
  readonly board: number;
  readonly seat: number;
  readonly entrant: number;
  /** In twelfths; null while the game is running. */
  readonly points: number | null;
}
