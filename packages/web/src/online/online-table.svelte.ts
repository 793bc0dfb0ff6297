import type { Answer, WatchedTable } from '@tablier/client';
import type { ConnectionState } from '@tablier/client/browser';
import type { ClientCommand, PlayerAction } from '@tablier/protocol';
import { findRules } from '../games/rules.svelte.ts';
import { type OnlineContext, OnlineSession } from './online-session.ts';

/** The connection, as far as a table needs it. Reads are reactive. */
export interface TableServer {
  readonly state: ConnectionState;
  readonly now: number;
  table(id: string): WatchedTable | null;
  do(command: ClientCommand): Promise<Answer>;
}

/** A table of the server on this page: its newest view, and the commands that wait for an answer. */
export class OnlineTable implements OnlineContext {
  readonly id: string;
  /** The name of the error that refused the last command. */
  refusal: string | null = $state(null);
  /** The last command, if it stayed `unavailable`: the server may or may not have carried it out. */
  unconfirmed: ClientCommand | null = $state.raw(null);
  /** Whether the answer takes long. */
  isSlow = $state(false);
  readonly #server: TableServer;
  #sending = $state(0);
  /** The version of the table after the last command. */
  #reached = $state(0);

  constructor(id: string, server: TableServer) {
    this.id = id;
    this.#server = server;
  }

  readonly watched = $derived.by(() => this.#server.table(this.id));
  readonly view = $derived.by(() => this.watched?.view ?? null);
  readonly game = $derived.by(() => (this.view === null ? undefined : findRules(this.view.game, this.view.rules)));
  readonly isBusy = $derived.by(() => this.#sending > 0 || (this.view?.version ?? 0) < this.#reached);

  /** The match; `null` before it begins. */
  readonly session: OnlineSession | null = $derived.by(() => {
    const { game, view, watched } = this;
    const match = view?.match ?? null;
    if (game === undefined || view === null || match === null) return null;
    return new OnlineSession({ game, view, match, here: watched?.here ?? [], away: watched?.away ?? [] }, this);
  });

  get isConnected(): boolean {
    return this.#server.state === 'open';
  }

  get now(): number {
    return this.#server.now;
  }

  /** Runs a command of this user. */
  async do(command: ClientCommand): Promise<void> {
    this.#sending++;
    this.refusal = null;
    this.unconfirmed = null;
    const answer = await this.#server.do(command);
    this.#sending--;
    if (!answer.ok) {
      this.refusal = answer.error.name;
      if (answer.error.name === 'unavailable') this.unconfirmed = command;
    } else if (answer.value.table === this.id) this.#reached = answer.value.version;
  }

  act(action: PlayerAction): void {
    void this.do({ kind: 'act', table: this.id, action });
  }

  /** Runs the unconfirmed command again; it takes effect at most once. */
  retry(): void {
    if (this.unconfirmed !== null) void this.do(this.unconfirmed);
  }
}
