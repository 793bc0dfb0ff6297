/** `open`: entrants may join. `over`: every result is known. */
export const TOURNAMENT_STATUSES = ['open', 'running', 'over', 'cancelled'] as const;
export type TournamentStatus = (typeof TOURNAMENT_STATUSES)[number];

/** `in`: is paired. `out`: has left, or missed a game. `removed`: by the organiser, and may not come back. */
export const ENTRANT_STATES = ['in', 'out', 'removed'] as const;
export type EntrantState = (typeof ENTRANT_STATES)[number];

/** What a tournament is created with. Only its name and its start may change, and with them the terms. */
interface TournamentHead {
  readonly id: string;
  readonly name: string;
  readonly game: string;
  readonly kind: string;
  /** Whether lists show it. */
  readonly isListed: boolean;
  /** The rest of its terms, which the store does not interpret. */
  readonly terms: unknown;
  /** Milliseconds since 1970, like all times. */
  readonly createdAt: number;
  /** When it starts automatically; `null` if only its organiser starts it. */
  readonly startsAt: number | null;
}

export interface NewTournament extends TournamentHead {
  readonly organiser: string;
}

/** A tournament in a list. */
export interface ListedTournament extends TournamentHead {
  /** The display name of the organiser; `null` if the account was deleted. */
  readonly organiserName: string | null;
  readonly status: TournamentStatus;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** When it got its current status. Lists are in this order. */
  readonly sortedAt: number;
  /** Those who are in. */
  readonly entrants: number;
}

export interface StoredEntrant {
  /** From 1, in the order of entry. */
  readonly number: number;
  /** `null` if the account was deleted. */
  readonly account: string | null;
  /** The display name and the username; `null` if the account was deleted or has none, the username also if the account shows no profile. */
  readonly name: string | null;
  readonly username: string | null;
  readonly joinedAt: number;
  /** The first round they can be paired in. */
  readonly firstRound: number;
  readonly isProgram: boolean;
  readonly rating: number | null;
  readonly state: EntrantState;
}

export interface StoredPairing {
  readonly round: number;
  readonly board: number;
  /** The table of the game; `null` for a bye. */
  readonly match: string | null;
  /** `null` while the game is running. */
  readonly endedAt: number | null;
  /** How the game ended; `null` for a bye and while the game is running. */
  readonly endedBy: string | null;
  /** By seat. */
  readonly seats: readonly { readonly entrant: number; readonly points: number | null }[];
}

/** A whole tournament. */
export interface StoredTournament extends Omit<ListedTournament, 'entrants'> {
  readonly organiser: string | null;
  /** Increases with every change. */
  readonly revision: number;
  /** By number. */
  readonly entrants: readonly StoredEntrant[];
  readonly rounds: readonly { readonly round: number; readonly startedAt: number }[];
  /** By round and board. */
  readonly pairings: readonly StoredPairing[];
}

export interface NewEntrant {
  readonly account: string;
  readonly joinedAt: number;
  readonly firstRound: number;
  readonly isProgram: boolean;
  readonly rating: number | null;
}

export interface NewRound {
  readonly round: number;
  readonly at: number;
  /** By board. */
  readonly pairings: readonly {
    /** `null` for a bye. */
    readonly match: string | null;
    readonly seats: readonly { readonly entrant: number; readonly points: number | null }[];
  }[];
}

export interface NewResult {
  readonly round: number;
  readonly board: number;
  readonly at: number;
  readonly endedBy: string;
  /** By seat. */
  readonly points: readonly number[];
}

/** How many tournaments an account may organise. */
export interface CreationLimits {
  /** Open or running. */
  readonly unfinished: number;
  /** Created after `since`. */
  readonly recent: number;
  readonly since: number;
}

/** `changed`: another change was first, or the tournament is not in a state for this one. Nothing was written. */
export type TournamentChange = 'done' | 'changed' | 'unavailable';

/** A tournament that an account organises or takes part in. */
export interface OwnTournament {
  readonly id: string;
  readonly name: string;
  readonly game: string;
  readonly createdAt: number;
  readonly isOrganiser: boolean;
  /** `null` for an organiser who does not take part. */
  readonly joinedAt: number | null;
}

/**
 * Tournaments with their entrants, rounds and results. Reads reject with `StoreUnavailable` if the database does not answer. Ids may be
 * untrusted. `checkTournaments` in the testkit tests every store against this contract.
 */
export interface TournamentRepository {
  /**
   * `exists`: there is one with this id. `full`: the account organises as many as are allowed. `often`: it has created as many as are
   * allowed since then, whatever became of them. `guest`: it has no credential.
   */
  create(
    tournament: NewTournament,
    limits: CreationLimits,
  ): Promise<'created' | 'exists' | 'full' | 'often' | 'guest' | 'unavailable'>;
  /** When an account created the tournament that `newer` others of it are newer than; `null` if it has none. */
  createdBefore(organiser: string, newer: number): Promise<number | null>;
  find(id: string): Promise<StoredTournament | null>;
  /** The number of changes of a tournament, without reading its rows; `null` for none. */
  revisionOf(id: string): Promise<number | null>;
  /** The listed tournaments of a status, newest first. With `before`, only those that come after that one, for paging. */
  list(
    status: TournamentStatus,
    limit: number,
    before?: Pick<ListedTournament, 'sortedAt' | 'id'>,
  ): Promise<readonly ListedTournament[]>;
  /** The ids of tournaments that run, or should start by now. */
  due(now: number): Promise<readonly string[]>;
  /**
   * Adds an entrant, or lets one back in. `changed`: the tournament is no longer at this revision. `full`: it has `most` entrants.
   * `removed`: the organiser removed the entrant. `guest`: the account has no credential.
   */
  join(
    id: string,
    revision: number,
    entrant: NewEntrant,
    most: number,
  ): Promise<TournamentChange | 'full' | 'removed' | 'guest'>;
  /** Marks an entrant who is in as having left, or one who is not removed yet as `removed`. Otherwise `changed`. */
  takeOut(id: string, number: number, state: Exclude<EntrantState, 'in'>): Promise<TournamentChange>;
  /** Replaces the name of a tournament at a revision, whatever its status, and its terms, which repeat the name. */
  rename(
    id: string,
    revision: number,
    to: { readonly name: string; readonly terms: unknown },
  ): Promise<TournamentChange>;
  /** Replaces the start of an open tournament at a revision, and its terms, which repeat it. */
  reschedule(
    id: string,
    revision: number,
    to: { readonly startsAt: number | null; readonly terms: unknown },
  ): Promise<TournamentChange>;
  /** Changes the status of a tournament at a revision. */
  turn(
    id: string,
    revision: number,
    to: { readonly status: Exclude<TournamentStatus, 'open'>; readonly at: number },
  ): Promise<TournamentChange>;
  /** Adds a round to a running tournament at a revision. Of any number of nodes, one succeeds. */
  addRound(id: string, revision: number, round: NewRound): Promise<TournamentChange>;
  /** Stores the result of a game, once: a later one changes nothing. */
  settle(id: string, result: NewResult): Promise<TournamentChange>;
  /** The tournaments of an account, newest first. */
  of(account: string): Promise<readonly OwnTournament[]>;
  /** The listed tournaments that an account entered, newest first. */
  entered(account: string, limit: number): Promise<Pick<OwnTournament, 'id' | 'name' | 'game'>[]>;
  /**
   * Removes an account from its tournaments: its entries stay without a name, and out. Tournaments that it organises continue, but one that
   * only it could start is cancelled. Returns whether the database answered.
   */
  forget(account: string, at: number): Promise<boolean>;
}
