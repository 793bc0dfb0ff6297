import type { Generated } from 'kysely';

/** The tables as the newest migration leaves them. */
export interface Schema {
  readonly schema_version: SchemaVersionTable;
  readonly kept_game: KeptGameTable;
}

/** One row for each migration that was applied. */
interface SchemaVersionTable {
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly applied_at: number;
}

interface KeptGameTable {
  /** The order in which games were kept. */
  readonly seq: Generated<number>;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly kept_at: number;
  readonly game: string;
  /** How the game ended (`rules`, `resign`, …); null while it is on. */
  readonly ended_by: string | null;
  /** The whole record as JSON text: the only truth about the game, the other columns are there to be searched. */
  readonly record: string;
}
