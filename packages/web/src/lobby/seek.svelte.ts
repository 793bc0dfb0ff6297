import type { Pace, TableView } from '@tablier/protocol';
import { server } from '../connection/connection.svelte.ts';
import { errorText } from '../lib/text.ts';

export interface Wish {
  readonly game: string;
  readonly pace: Pace;
}

/** A search for an opponent: the server pairs, and this page waits at the table that stands for the seek. */
export class Seeking {
  wish: Wish | null = $state.raw(null);
  /** The table where the page waits; `null` before the server has answered. */
  table: string | null = $state(null);
  /** Why the search failed, in words. */
  error: string | null = $state(null);
  #turn = 0;

  async start(wish: Wish): Promise<void> {
    const turn = ++this.#turn;
    this.#leave();
    this.wish = wish;
    this.error = null;
    const answer = await server.do({ kind: 'seek', ...wish });
    if (turn !== this.#turn) {
      // Cancelled before the answer. If an opponent was found all the same, the game takes place.
      if (answer.ok && this.wish === null) void server.do({ kind: 'stand', table: answer.value.table });
    } else if (answer.ok) this.#waitAt(answer.value.table);
    else {
      this.wish = null;
      this.error = errorText(answer.error.name);
    }
  }

  /** Ends the search. */
  stop(): void {
    this.#turn++;
    this.wish = null;
    if (this.table !== null) void server.do({ kind: 'stand', table: this.table });
    this.#leave();
  }

  /** Follows the views of that table; returns the id of the table to play at, once there is one. */
  follow(view: TableView | null): string | null {
    if (view === null || view.id !== this.table || this.wish === null) return null;
    if (view.phase === 'playing' || view.phase === 'over') {
      this.#turn++;
      this.wish = null;
      this.#leave();
      return view.id;
    }
    if (view.phase !== 'closed') return null;
    // Closed without an opponent, because the connection was lost for too long. The search continues.
    if (view.movedTo === null) void this.start(this.wish);
    else this.#waitAt(view.movedTo);
    return null;
  }

  #waitAt(table: string): void {
    this.#leave();
    this.table = table;
    server.watch(table);
  }

  #leave(): void {
    if (this.table !== null) server.unwatch(this.table);
    this.table = null;
  }
}
