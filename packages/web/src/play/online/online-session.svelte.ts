import type { Answer, ClientCore, WatchedTable, WatchOptions } from '@tablier/client';
import { type Game, type Move, NOBODY, type Seat, type Viewer } from '@tablier/core';
import { findRules } from '../../games/rules.svelte.ts';
import {
  canPrepare,
  claimTarget,
  FIRST_MOVES,
  type LastTurn,
  lastTurnOf,
  type MatchView,
  type PastView,
  undoTo,
  vacationLeft,
} from '@tablier/match';
import { type Away, type ClientCommand, type PlayerAction, type TableView } from '@tablier/protocol';
import type { TableQueue } from '../../table/queued/table-queue.svelte.ts';
import type { QueueWishes } from '../../table/queued/move-queue.svelte.ts';
import {
  type PlaySession,
  positionOf,
  type ClockShown,
  clocksShown,
  clockWarning,
} from '../../table/match-ui/play-session.ts';
import * as m from '../../paraglide/messages.js';
import type { server as Server } from '../../lib/connection/connection.svelte.ts';
import { call } from '../../lib/connection/server-request.ts';
import type { People } from '../../lib/people.ts';
import { playerNames, playerNotes, nameAt, onlineTurnText, peopleAt } from './table-texts.ts';

export interface TableServer extends Pick<
  typeof Server,
  'state' | 'trouble' | 'now' | 'isCurrent' | 'watch' | 'unwatch'
> {
  readonly core: Pick<ClientCore, 'do' | 'listen'>;
}

/** A table of the server on this page: its newest view, the match once it has begun, and the commands that wait for an answer. */
export class OnlineSession implements PlaySession {
  readonly id: string;
  readonly isShared = false;
  /** What is known about the table; `null` before the first answer. */
  watched: WatchedTable | null = $state.raw(null);
  refusal: string | null = $state(null);
  /** The last command, if it stayed `unavailable`: the server may or may not have executed it. */
  unconfirmed: ClientCommand | null = $state.raw(null);
  /** The moves that wait for their turn, or for a connection in a correspondence game; loaded when it is shown. */
  queue: TableQueue | null = $state.raw(null);
  isSlow = $state(false);
  readonly #server: TableServer;
  #sending = $state(0);
  /** The version of the table after the last command. */
  #reached = $state(0);
  #made: { readonly move: string; readonly plies: number } | null = $state.raw(null);

  constructor(id: string, server: TableServer) {
    this.id = id;
    this.#server = server;
  }

  readonly table = $derived.by(() => this.watched?.view ?? null);
  readonly tableGame = $derived.by(() =>
    this.table === null ? undefined : findRules(this.table.game, this.table.rules),
  );
  /** Whether a command is on its way, or its result is not in the view yet. */
  readonly isBusy = $derived.by(
    () => this.#sending > 0 || (this.queue?.waiting ?? null) !== null || (this.table?.version ?? 0) < this.#reached,
  );
  readonly #begun = $derived.by(() => begunMatch(this.tableGame, this.table));
  /** The points up to now. Where something is hidden they are known at the end only. */
  readonly #points: readonly number[] | null = $derived.by(() => {
    const { game, match } = this;
    return game.secrets.hides(match.view.options) ? null : (positionOf(game, match)?.outcome().scores ?? null);
  });
  readonly choices: readonly Move[] = $derived.by(() => (this.canPlay ? this.game.choices(this.match.view) : []));

  /** Whether the match has begun. Before it, only the members above this one can be read. */
  readonly hasBegun: boolean = $derived.by(() => this.#begun !== null);

  get #match(): NonNullable<ReturnType<typeof begunMatch>> {
    if (this.#begun === null) throw new Error('the match has not begun');
    return this.#begun;
  }

  readonly game: Game = $derived.by(() => this.#match.game);
  readonly view: TableView = $derived.by(() => this.#match.view);
  readonly match: MatchView = $derived.by(() => this.#match.match);
  readonly lastTurn: LastTurn | null = $derived.by(() => this.#match.lastTurn);
  readonly names: readonly string[] = $derived.by(() => playerNames(this.view));
  readonly notes: readonly string[] = $derived.by(() => playerNotes(this.view, this.watched?.here ?? []));
  readonly people: People = $derived.by(() => peopleAt(this.game, this.view));
  readonly you: Seat | null = $derived.by(() => this.view.you);
  readonly viewer: Viewer = $derived.by(() => this.you ?? 'spectator');
  readonly isMine: boolean = $derived.by(() => this.you !== null && this.match.view.turn === this.you);
  readonly canPlay: boolean = $derived.by(() => this.isMine && !this.isBusy && this.#halt === null);

  /** Why no move can be made, in words: the clock is paused, or waits until all players are here. `null` if it runs or there is none. */
  get #halt(): string | null {
    const { clock } = this.match;
    if (clock === null || this.view.phase !== 'playing') return null;
    if (clock.paused) return m.table_paused();
    return clock.seat === NOBODY ? m.table_not_started() : null;
  }

  readonly undoTo: number | null = $derived.by(() => (this.isBusy ? null : this.#match.undoTo));
  readonly canOfferDraw: boolean = $derived.by(
    () => this.you !== null && this.game.canDraw && this.match.drawAgreed.length === 0,
  );
  readonly canTakeBack: boolean = $derived.by(() => this.lastTurn !== null && this.match.takeBackAsked === null);
  readonly canAbort: boolean = $derived.by(() => this.match.plies < FIRST_MOVES);
  readonly scores: readonly number[] | null = $derived.by(() => this.match.view.outcome?.scores ?? this.#points);
  readonly #now: number = $derived.by(() => Math.floor(this.#server.now));
  readonly clocks: readonly ClockShown[] | null = $derived.by(() =>
    this.match.clock === null ? null : clocksShown(this.match.clock, this.#now),
  );

  /** A warning about the user's own clock; empty for none. */
  get clockWarning(): string {
    const { clock } = this.match;
    return clock === null || this.you === null ? '' : clockWarning(clock, this.you, this.#now);
  }

  get status(): string {
    if (!this.#isLate) return this.#halt ?? onlineTurnText(this.game, this.view);
    return this.#server.state === 'open' ? m.table_sending() : m.table_sending_later();
  }

  /** Whether a command waits for an answer that takes long, or cannot come now. */
  readonly #isLate: boolean = $derived.by(() => this.isBusy && (this.isSlow || this.#server.state !== 'open'));

  get late(): Move | null {
    const made = this.queue?.waiting ?? this.#made;
    return this.#isLate && made?.plies === this.match.plies ? this.game.parseMove(made.move) : null;
  }

  readonly trouble: string | null = $derived.by(() => this.#server.trouble);
  readonly isConnected: boolean = $derived.by(() => this.#server.state === 'open');

  get remarks(): readonly string[] {
    const { absent } = this;
    if (absent === null) return [];
    const name = nameAt(this.view, this.match.view.turn);
    return [absent.how === 'left' ? m.table_gone_left({ name }) : m.table_gone_broken({ name })];
  }

  readonly absent: Away | null = $derived.by(() => this.watched?.away[this.match.view.turn] ?? null);

  /** Milliseconds until the user may claim the match from the absent player, 0 or less from then on; `null` if they may not. */
  get claimIn(): number | null {
    const { absent, game, match, you } = this;
    if (you === null || absent === null || match.clock?.paused === true) return null;
    const moment = { players: this.view.chairs.length, turn: match.view.turn, plies: match.plies };
    return absent.claimFrom && claimTarget(game, moment, you) === moment.turn ? absent.claimFrom - this.#now : null;
  }

  readonly canClaim: boolean = $derived.by(() => this.claimIn !== null && this.claimIn <= 0);

  /** The vacation of the user, `left` in milliseconds; `null` if the time control has none, or none is left. */
  get vacation() {
    const { you } = this;
    const { clock } = this.match;
    if (clock === null || you === null || clock.terms.system !== 'days' || clock.seat < 0) return null;
    const [left, isOn] = [vacationLeft(clock, you, this.#now), clock.seats[you]?.away === true];
    return left > 0 || isOn ? { left, isOn } : null;
  }

  get offers(): readonly string[] {
    const { takeBackAsked, drawAgreed } = this.match;
    const { you } = this;
    if (you === null) return [];
    const offers: string[] = [];
    if (takeBackAsked?.agreed.includes(you) === true)
      offers.push(takeBackAsked.seat === you ? m.online_back_asked() : m.table_back_agreed());
    if (drawAgreed.includes(you)) offers.push(m.online_draw_offered());
    return offers;
  }

  isRemote(seat: Seat): boolean {
    return seat !== this.you;
  }

  watch(options?: WatchOptions): () => void {
    this.#server.watch(this.id, { ...options, rules: findRules });
    const stop = this.#server.core.listen(this.id, (known) => (this.watched = known));
    return () => {
      stop();
      this.#server.unwatch(this.id);
    };
  }

  async do(command: ClientCommand): Promise<void> {
    this.#sending++;
    this.refusal = null;
    this.unconfirmed = null;
    const answer = await this.ask(command);
    this.#sending--;
    if (answer.ok) {
      if (answer.value.table === this.id) this.#reached = answer.value.version;
      return;
    }
    this.refusal = answer.error.name;
    if (answer.error.name === 'unavailable') this.unconfirmed = command;
  }

  /** Runs a command whose result the caller shows. */
  ask(command: ClientCommand): Promise<Answer> {
    return this.#server.core.do(command);
  }

  /** Whether answers can be prepared now: others are to move, and nothing is hidden from anyone. */
  readonly mayPrepare: boolean = $derived.by(
    () => this.you !== null && !this.isMine && this.match.end === null && canPrepare(this.game, this.view.options),
  );

  /** Runs the unconfirmed command again; it takes effect at most once. */
  retry(): void {
    if (this.unconfirmed !== null) void this.do(this.unconfirmed);
  }

  /** Whether days may pass between two moves: then a move also waits for a connection while the page is closed. */
  get isCorrespondence(): boolean {
    const { clock } = this.match;
    return clock === null || clock.terms.system === 'days';
  }

  /** Loads the queue where there can be one, and sends the move whose turn has come if it still fits. */
  async resume(wishes: QueueWishes): Promise<void> {
    if (wishes.isLeft?.() === true || !this.hasBegun || this.you === null) return;
    if (this.queue !== null) return this.queue.follow(wishes);
    if (!this.isCorrespondence && !wishes.premoves) return;
    const { loadWords, TableQueue: Queue } = await import('../../table/queued/table-queue.svelte.ts');
    const words = await loadWords(wishes.language);
    if (wishes.isLeft?.() !== true) this.queue ??= new Queue(this, this.#server, words);
  }

  act(action: PlayerAction): void {
    void this.do({ kind: 'act', table: this.id, action });
  }

  // These three are passed to the board as they are.
  readonly play = (move: Move): void => {
    const text = this.game.formatMove(move);
    this.#made = { move: text, plies: this.match.plies };
    if (this.queue === null || !this.isCorrespondence) this.act({ kind: 'move', move: text, plies: this.match.plies });
    else this.queue.keep(text);
  };
  readonly peek = (peek: string): void => this.act({ kind: 'peek', peek, plies: this.match.plies });
  readonly undo = (): void => {
    if (this.undoTo !== null) this.act({ kind: 'take-back', to: this.undoTo });
  };

  readonly lookBack = async (until: number): Promise<readonly PastView[] | null> => {
    const answer = await call('GET /api/tables/{table}/past', { params: { table: this.id }, query: { until } });
    return 'value' in answer ? answer.value : null;
  };

  takeBack(): void {
    if (this.lastTurn !== null) this.act({ kind: 'take-back', to: this.lastTurn.to });
  }
}

function begunMatch(game: Game | undefined, view: TableView | null) {
  if (game === undefined || view === null || view.match === null) return null;
  const { you, match, takeBack } = view;
  const own = you === null ? [] : [you];
  const last = lastTurnOf(match, own, takeBack);
  const isMine = you !== null && match.view.turn === you;
  return {
    game,
    view,
    match,
    lastTurn: last?.revealed === true || match.end !== null ? null : last,
    undoTo: isMine ? undoTo(match, own, takeBack) : null,
  };
}
