import type { Pace, TableSummary, TableView } from '@tablier/protocol';
import type { server } from '../../lib/connection/connection.svelte.ts';
import { errorText } from '../../lib/text.ts';

export const cellOf = (game: string, pace: Pace): string => `${game} ${pace}`;

/** The people who wait in each cell, the longest first. The table `except`, where the user waits, does not count. */
export function waitingByCell(
  tables: readonly TableSummary[],
  except: string | null,
): ReadonlyMap<string, readonly TableSummary[]> {
  const waiting = tables.flatMap((table) =>
    table.pace === null || table.phase !== 'waiting' || table.id === except ? [] : [{ ...table, pace: table.pace }],
  );
  return Map.groupBy(
    waiting.toSorted((left, right) => left.at - right.at),
    ({ game, pace }) => cellOf(game, pace),
  );
}

export interface SeekTerms {
  readonly game: string;
  readonly pace: Pace;
}

type SeekServer = Pick<typeof server, 'now' | 'do' | 'watch' | 'unwatch'>;

/** A search for an opponent: the server pairs, and this page waits at the table that stands for the seek. */
export class Seek {
  terms: SeekTerms | null = $state.raw(null);
  table: string | null = $state(null);
  /** When the search began, by the clock of the server, in milliseconds since 1970; `null` for no search. */
  since: number | null = $state(null);
  error: string | null = $state(null);
  #attempt = 0;
  readonly #server: SeekServer;

  constructor(connection: SeekServer) {
    this.#server = connection;
  }

  async start(terms: SeekTerms): Promise<void> {
    const attempt = ++this.#attempt;
    this.#leave();
    if (this.terms !== terms) this.since = this.#server.now;
    this.terms = terms;
    this.error = null;
    const answer = await this.#server.do({ kind: 'seek', ...terms });
    if (attempt !== this.#attempt) {
      // Cancelled before the answer. If an opponent was already found, the game takes place.
      if (answer.ok && this.terms === null) void this.#server.do({ kind: 'stand', table: answer.value.table });
    } else if (answer.ok) this.#waitAt(answer.value.table);
    else {
      this.terms = null;
      this.error = errorText(answer.error.name);
    }
  }

  stop(): void {
    this.#attempt++;
    this.terms = null;
    if (this.table !== null) void this.#server.do({ kind: 'stand', table: this.table });
    this.#leave();
  }

  /** Follows the views of that table; returns the id of the table to play at, once there is one. */
  follow(view: TableView | null): string | null {
    if (view === null || view.id !== this.table || this.terms === null) return null;
    if (view.phase === 'playing' || view.phase === 'over') {
      this.#attempt++;
      this.terms = null;
      this.#leave();
      return view.id;
    }
    if (view.phase !== 'closed') return null;
    // Closed without an opponent, because the connection was lost for too long. The search continues.
    if (view.movedTo === null) void this.start(this.terms);
    else this.#waitAt(view.movedTo);
    return null;
  }

  #waitAt(table: string): void {
    this.#leave();
    this.table = table;
    this.#server.watch(table);
  }

  #leave(): void {
    if (this.table !== null) this.#server.unwatch(this.table);
    this.table = null;
  }
}
