import type { Generated } from 'kysely';
import type { MatchStatus } from './store.ts';

/** The tables as the newest migration leaves them. Times are milliseconds since 1970; whatever is JSON is kept as text. */
export interface Schema {
  readonly schema_version: SchemaVersionTable;
  readonly kept_game: KeptGameTable;
  readonly match: MatchTable;
  readonly event: EventTable;
  readonly listing: ListingTable;
  readonly participant: ParticipantTable;
  readonly node: NodeTable;
}

/** One row for each migration that was applied. */
interface SchemaVersionTable {
  readonly version: number;
  readonly applied_at: number;
}

interface KeptGameTable {
  /** The order in which games were kept. */
  readonly seq: Generated<number>;
  readonly id: string;
  readonly kept_at: number;
  readonly game: string;
  /** How the game ended (`rules`, `resign`, …); null while it is on. */
  readonly ended_by: string | null;
  /** The whole record: the only truth about the game, the other columns are derived. `null` as JSON where it was forgotten. */
  readonly record: string;
  /** What lists show of it beside its id, game and time, as JSON; null where it is in no list. */
  readonly summary: string | null;
}

interface MatchTable {
  readonly id: string;
  readonly created_at: number;
  readonly head: string;
  /** The number of the last event. */
  readonly seq: number;
  /** When it was created or appended to, by the clock of whoever holds the database: finds what a listener missed. */
  readonly touched_at: number;
}

/** The log: rows are added, and never changed but by `redact` and `erase`. */
interface EventTable {
  readonly match: string;
  readonly seq: number;
  readonly at: number;
  readonly kind: string;
  readonly data: string;
  /** On the last event of an append that had one, as JSON text: an id may hold any character, a text column not. */
  readonly client_id: string | null;
}

/** Derived from head and events of a match. */
interface ListingTable {
  readonly match: string;
  readonly status: MatchStatus;
  readonly listed_at: number;
  readonly summary: string;
}

/** Who takes part in which match: a part of its listing, and derived like it. */
interface ParticipantTable {
  readonly person: string;
  readonly match: string;
  /** The `listed_at` of the listing. */
  readonly at: number;
}

/** One row for each start of a server that shared its database. */
interface NodeTable {
  readonly id: string;
  /** When it last noted that it works, by the clock of the database. */
  readonly beat_at: number;
  /** 1 when it ended in good order, else 0. */
  readonly gone: number;
}
