import type { Pace, TableView } from '@tablier/protocol';
import { server } from '../connection/connection.svelte.ts';
import { errorText } from '../lib/text.ts';

export interface Wish {
  readonly game: string;
  readonly pace: Pace;
}

/** Somebody to play with is being looked for: the server pairs, this page waits at the table that stands for the seek. */
export class Seeking {
  wish: Wish | null = $state.raw(null);
  /** Where one waits; `null` before the server has answered. */
  table: string | null = $state(null);
  /** Why not, in words. */
  error: string | null = $state(null);
  #turn = 0;

  async start(wish: Wish): Promise<void> {
    const turn = ++this.#turn;
    this.#leave();
    this.wish = wish;
    this.error = null;
    const answer = await server.do({ kind: 'seek', ...wish });
    if (turn !== this.#turn) {
      // Given up before it had begun: somebody may have been found all the same, and then one plays.
      if (answer.ok && this.wish === null) void server.do({ kind: 'stand', table: answer.value.table });
    } else if (answer.ok) this.#waitAt(answer.value.table);
    else {
      this.wish = null;
      this.error = errorText(answer.error.name);
    }
  }

  /** Looks for nobody any more. */
  stop(): void {
    this.#turn++;
    this.wish = null;
    if (this.table !== null) void server.do({ kind: 'stand', table: this.table });
    this.#leave();
  }

  /** Follows what the table says; the table where one plays, once there is one. */
  follow(view: TableView | null): string | null {
    if (view === null || view.id !== this.table || this.wish === null) return null;
    if (view.phase === 'playing' || view.phase === 'over') {
      this.#turn++;
      this.wish = null;
      this.#leave();
      return view.id;
    }
    if (view.phase !== 'closed') return null;
    // Closed without having found anybody: the line had been broken for too long. The wish still holds.
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
