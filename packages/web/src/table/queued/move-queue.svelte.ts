import type { Seat } from '@tablier/core';
import type { MatchView } from '@tablier/match';
import type { ClientCommand } from '@tablier/protocol';
import { time } from '../../lib/time.svelte.ts';
import {
  judge,
  queuedAt,
  type QueuedMove,
  readQueued,
  removeQueued,
  type Verdict,
  writeQueued,
} from './queued-move.ts';

/** The table of the queue, as far as it needs it. Reads are reactive. */
export interface QueuedTable {
  readonly id: string;
  readonly you: Seat | null;
  readonly match: MatchView;
  /** The last command, if it was not answered: the server may or may not have executed it. */
  readonly unconfirmed: unknown;
  do(command: ClientCommand): Promise<void>;
}

/** The connection. Reads are reactive. */
interface QueueServer {
  readonly state: string;
  /** Whether the view of a table is the server's newest. */
  isCurrent(table: string): boolean;
}

/** The moves of a correspondence game: each is stored until the server has answered, and waits for a connection. */
export class MoveQueue {
  /** A move that waits for a connection; from an earlier visit, too. */
  waiting: QueuedMove | null = $state.raw(null);
  /** A move that was not sent, and why. */
  outdated: { readonly move: string; readonly verdict: Extract<Verdict, { kind: 'outdated' }> } | null =
    $state.raw(null);
  readonly #table: QueuedTable;
  readonly #server: QueueServer;

  constructor(table: QueuedTable, server: QueueServer) {
    this.#table = table;
    this.#server = server;
    this.waiting = readQueued(table.id);
  }

  /** `move`: in notation. */
  play(move: string): void {
    const { id, you, match } = this.#table;
    if (you === null) return;
    const queued = queuedAt(match, you, move, time.now);
    writeQueued(id, queued);
    if (this.#isOnline) void this.#send(queued);
    else this.waiting = queued;
  }

  /**
   * Sends the waiting move if the newest position is exactly the one for which it was chosen. Otherwise `outdated` says what has changed.
   * Does nothing before the newest position is known.
   */
  resume(): void {
    const { waiting } = this;
    const { id, you, match } = this.#table;
    if (waiting === null || !this.#isOnline || !this.#server.isCurrent(id)) return;
    this.waiting = null;
    // Another person uses this browser now.
    if (you !== waiting.seat) return;
    const verdict = judge(waiting, match);
    if (verdict.kind === 'send') return void this.#send(waiting);
    removeQueued(id);
    if (verdict.kind === 'outdated') this.outdated = { move: waiting.move, verdict };
  }

  get #isOnline(): boolean {
    return this.#server.state === 'open';
  }

  async #send({ move, plies }: QueuedMove): Promise<void> {
    const { id } = this.#table;
    await this.#table.do({ kind: 'act', table: id, action: { kind: 'move', move, plies } });
    if (this.#table.unconfirmed === null) removeQueued(id);
  }
}
