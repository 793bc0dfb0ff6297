import type { Game, Move, Options, Seat, Viewer } from '@tablier/core';
import {
  claimTarget,
  FIRST_MOVES,
  type LastTurn,
  lastTurnOf,
  type MatchView,
  undoTo,
  vacationLeft,
} from '@tablier/match';
import type { Away, PlayerAction, TableView } from '@tablier/protocol';
import type { PlaySession } from '../match-ui/play-session.ts';
import * as m from '../paraglide/messages.js';
import type { People } from '../lib/people.ts';
import { type ClockShown, clocksShown, clockWarning } from '../match-ui/clocks.ts';
import { playerNames, playerNotes, nameAt, onlineTurnText, peopleAt } from './table-texts.ts';

/** What a session needs of its table and the connection. Reading it may be reactive. */
export interface OnlineContext {
  /** Whether a command is on its way, or its result is not in the view yet. */
  readonly isBusy: boolean;
  /** Whether that takes long. */
  readonly isSlow: boolean;
  readonly isConnected: boolean;
  /** The server's clock. Milliseconds since 1970. */
  readonly now: number;
  readonly refusal: string | null;
  act(action: PlayerAction): void;
}

/** One moment of a table whose match has begun. */
export interface OnlineMoment {
  readonly game: Game;
  readonly view: TableView;
  readonly match: MatchView;
  /** By seat: who is present. */
  readonly here: readonly boolean[];
  readonly away: readonly (Away | null)[];
}

/** The vacation of the user: how much is left, in milliseconds, and whether they are on it. */
export interface Vacation {
  readonly left: number;
  readonly isOn: boolean;
}

/** A match on the server, as it is at one moment. Each new view makes a new session. */
export class OnlineSession implements PlaySession {
  readonly game: Game;
  readonly view: TableView;
  readonly match: MatchView;
  readonly isShared = false;
  readonly lastTurn: LastTurn | null;
  readonly names: readonly string[];
  readonly notes: readonly string[];
  readonly people: People;
  readonly #context: OnlineContext;
  readonly #away: readonly (Away | null)[];
  readonly #undoTo: number | null;
  #choices: readonly Move[] | null = null;

  constructor({ game, view, match, here, away }: OnlineMoment, context: OnlineContext) {
    this.game = game;
    this.view = view;
    this.match = match;
    this.#context = context;
    this.#away = away;
    const own = view.you === null ? [] : [view.you];
    const last = lastTurnOf(match, own, view.takeBack);
    this.lastTurn = last?.revealed === true || match.end !== null ? null : last;
    this.#undoTo = this.isMine ? undoTo(match, own, view.takeBack) : null;
    this.names = playerNames(view);
    this.notes = playerNotes(view, here);
    this.people = peopleAt(game, view);
  }

  get you(): Seat | null {
    return this.view.you;
  }

  get options(): Options {
    return this.view.options;
  }

  get viewer(): Viewer {
    return this.you ?? 'spectator';
  }

  /** Whether the user is to move. */
  get isMine(): boolean {
    return this.you !== null && this.match.view.turn === this.you;
  }

  get isBusy(): boolean {
    return this.#context.isBusy;
  }

  get canPlay(): boolean {
    return this.isMine && !this.isBusy;
  }

  get choices(): readonly Move[] {
    if (!this.canPlay) return [];
    this.#choices ??= this.game.choices(this.match.view);
    return this.#choices;
  }

  get undoTo(): number | null {
    return this.isBusy ? null : this.#undoTo;
  }

  get canOfferDraw(): boolean {
    return this.you !== null && this.game.canDraw && this.match.drawAgreed.length === 0;
  }

  /** Whether the user may ask for a take-back now. */
  get canTakeBack(): boolean {
    return this.lastTurn !== null && this.match.takeBackAsked === null;
  }

  /** Whether the match has so few moves that a player may abort it. */
  get canAbort(): boolean {
    return this.match.plies < FIRST_MOVES;
  }

  get scores(): readonly number[] | null {
    return this.match.view.outcome?.scores ?? null;
  }

  get #now(): number {
    return Math.floor(this.#context.now);
  }

  get clocks(): readonly ClockShown[] | null {
    return this.match.clock === null ? null : clocksShown(this.match.clock, this.#now);
  }

  /** A warning about the user's own clock; empty for none. */
  get clockWarning(): string {
    const { clock } = this.match;
    return clock === null || this.you === null ? '' : clockWarning(clock, this.you, this.#now);
  }

  get status(): string {
    if (!this.#context.isSlow) return onlineTurnText(this.game, this.view);
    return this.#context.isConnected ? m.table_sending() : m.table_sending_later();
  }

  get remarks(): readonly string[] {
    const { clock, view } = this.match;
    const remarks: string[] = [];
    if (clock?.paused === true) remarks.push(m.table_paused());
    else if (clock?.seat === -1) remarks.push(m.table_not_started());
    const { absent } = this;
    const name = nameAt(this.view, view.turn);
    if (absent !== null)
      remarks.push(absent.how === 'left' ? m.table_gone_left({ name }) : m.table_gone_broken({ name }));
    return remarks;
  }

  get refusal(): string | null {
    return this.#context.refusal;
  }

  /** The absence of the player to move; `null` while they are present. */
  get absent(): Away | null {
    return this.#away[this.match.view.turn] ?? null;
  }

  /** Milliseconds until the user may claim the match from the absent player, 0 or less from then on; `null` if they may not. */
  get claimIn(): number | null {
    const { absent, game, match, you } = this;
    if (you === null || absent === null || match.clock?.paused === true) return null;
    const moment = { players: this.view.chairs.length, turn: match.view.turn, plies: match.plies };
    return absent.claimFrom && claimTarget(game, moment, you) === moment.turn ? absent.claimFrom - this.#now : null;
  }

  get canClaim(): boolean {
    const { claimIn } = this;
    return claimIn !== null && claimIn <= 0;
  }

  /** `null` if the time control knows no vacations, or none is left. */
  get vacation(): Vacation | null {
    const { you } = this;
    const { clock } = this.match;
    if (clock === null || you === null || clock.terms.system !== 'days' || clock.seat < 0) return null;
    const [left, isOn] = [vacationLeft(clock, you, this.#now), clock.seats[you]?.away === true];
    return left > 0 || isOn ? { left, isOn } : null;
  }

  /** What the user has asked for or agreed to and others have not answered yet, in words. */
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

  act(action: PlayerAction): void {
    this.#context.act(action);
  }

  play(move: Move): void {
    this.act({ kind: 'move', move: this.game.formatMove(move) });
  }

  peek(peek: string): void {
    this.act({ kind: 'peek', peek });
  }

  undo(): void {
    if (this.undoTo !== null) this.act({ kind: 'take-back', to: this.undoTo });
  }

  takeBack(): void {
    if (this.lastTurn !== null) this.act({ kind: 'take-back', to: this.lastTurn.to });
  }

  resign(): void {
    this.act({ kind: 'resign' });
  }

  abort(): void {
    this.act({ kind: 'abort' });
  }

  offerDraw(): void {
    this.act({ kind: 'offer-draw' });
  }
}
