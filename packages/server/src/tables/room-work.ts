import type { ServerContext } from '../lib/context.ts';
import { type Seat, strengthOf } from '@tablier/core';
import { type BotPool, SearchSkipped } from '../bots/bot-pool.ts';
import type { Room } from './room.ts';
import { type ActionContext, botToMove, clockMoment, lostAt } from './decisions/scheduled-actions.ts';
import { rulesOf, runningClock, type TableState } from './state/table-state.ts';

export interface FoundMove {
  readonly seat: Seat;
  readonly position: unknown;
  readonly move: string;
}

interface BotTurnsDeps extends Pick<ServerContext, 'log' | 'chance'> {
  readonly bots: BotPool;
  readonly isClosed: () => boolean;
  readonly onMove: (found: FoundMove) => Promise<void>;
  /** Called when no search ran although the move is still wanted. */
  readonly onSkipped: () => void;
  readonly inBackground: (work: Promise<void>) => void;
}

export class BotTurns {
  readonly #room: Pick<Room, 'state' | 'subscribers'>;
  readonly #deps: BotTurnsDeps;
  #searchedPosition: unknown = null;

  constructor(room: Pick<Room, 'state' | 'subscribers'>, deps: BotTurnsDeps) {
    this.#room = room;
    this.#deps = deps;
  }

  /** Whether a bot should move now. Without viewers and a running clock it need not. */
  get isDue(): boolean {
    const { state, subscribers } = this.#room;
    return botToMove(state) >= 0 && (runningClock(state) !== null || subscribers.presence.isWatched);
  }

  get isWaiting(): boolean {
    const isSearched = this.#searchedPosition !== null && this.#searchedPosition === this.#position;
    return !this.#deps.isClosed() && !isSearched && this.isDue;
  }

  get #position(): unknown {
    return this.#room.state.match?.position;
  }

  /** Lets a search start again, because the last one is over or was lost. */
  reset(): void {
    this.#searchedPosition = null;
  }

  /** Unless it is already running. A move for an earlier position is discarded. */
  start(): void {
    const { state } = this.#room;
    const { match, game } = state;
    const seat = botToMove(state);
    const bot = state.chairs[seat];
    if (match === null || bot?.kind !== 'bot' || this.#searchedPosition === match.position || !this.isDue) return;
    const { position, setup } = match;
    this.#searchedPosition = position;
    const task = {
      game: game.id,
      rules: rulesOf(state.head),
      options: setup.options,
      knowledge: game.secrets.knowledge(position, seat),
    };
    const request = { ...task, level: strengthOf(bot), seed: this.#deps.chance.secret() };
    const person = state.head.host;
    const place = this.#room.subscribers.address ?? person;
    const isWanted = (): boolean => !this.#deps.isClosed() && this.#position === position && this.isDue;
    let fault: unknown = null;
    const moved = this.#deps.bots
      .choose({ request, person, place, isWanted })
      .catch((error: unknown) => {
        if (error instanceof SearchSkipped) throw error;
        fault = error;
        return game.formatMove(position.randomMove(this.#deps.chance.rng));
      })
      .then((move) => this.#deps.onMove({ seat, position, move }))
      .then(() => {
        // Not before: rules that fail let no move be made at all, and the room says so.
        if (fault !== null) this.#deps.log.error({ table: state.id, err: fault }, 'bot failed; a random move was made');
      })
      .catch((error: unknown) => this.#retry(position, error));
    this.#deps.inBackground(moved);
  }

  /** No search ran. It is requested again while the move is wanted. */
  #retry(position: unknown, error: unknown): void {
    if (!(error instanceof SearchSkipped)) throw error;
    if (this.#searchedPosition === position) this.reset();
    if (!this.#deps.isClosed() && this.isDue) this.#deps.onSkipped();
  }
}

/** The delay before the database is tried again. Milliseconds. */
const RETRY = 1000;
/** The longest delay before a failed table is tried again. Milliseconds. */
const LONGEST_RETRY = 60_000;
/** The delay before a silent node is checked again. Milliseconds. */
const SOON = 250;

type MomentContext = Pick<ActionContext, 'now' | 'absencePolicy' | 'absences'>;

export function nextMomentOf(state: TableState, context: MomentContext): number | null {
  if (state.match === null || state.match.end !== null) return null;
  const moments = [lostAt(state, context), clockMoment(state, context.now)].filter((moment) => moment !== null);
  return moments.length === 0 ? null : Math.min(...moments);
}

/** The longest delay of a Node timer. Milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** A later moment keeps the running timer, which checks when it fires: postponing with every move costs nothing. */
export class TableTimer {
  readonly #now: () => number;
  readonly #onDue: () => void;
  #moment = Number.POSITIVE_INFINITY;
  #firesAt = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #failed = '';

  constructor(now: () => number, onDue: () => void) {
    this.#now = now;
    this.#onDue = onDue;
  }

  /** Everything due has been done. Calls back at `moment`, or at once if it has passed; `null` for never. */
  done(moment: number | null): void {
    this.#set(moment);
  }

  retry(): void {
    this.#retryIn(RETRY);
  }

  retrySoon(): void {
    this.#retryIn(SOON);
  }

  /**
   * An action failed. The delay grows with each failure of the same kind, because a database comes back but a bug stays. Returns whether it
   * is the first one.
   */
  failed(what: string): boolean {
    if (what !== this.#failed) this.#failures = 0;
    this.#failed = what;
    this.#retryIn(Math.min(LONGEST_RETRY, RETRY * 2 ** this.#failures++));
    return this.#failures === 1;
  }

  #set(moment: number | null): void {
    this.#moment = moment ?? Number.POSITIVE_INFINITY;
    if (moment === null) this.stop();
    else if (moment < this.#firesAt) this.#wait();
  }

  #retryIn(milliseconds: number): void {
    this.#set(this.#now() + milliseconds);
  }

  #wait(): void {
    this.stop();
    const wait = Math.min(LONGEST, Math.max(0, this.#moment - this.#now()));
    this.#firesAt = this.#now() + wait;
    this.#timer = setTimeout(() => this.#fire(), wait);
  }

  #fire(): void {
    this.stop();
    if (this.#now() < this.#moment) return this.#wait();
    this.#moment = Number.POSITIVE_INFINITY;
    this.#onDue();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#firesAt = Number.POSITIVE_INFINITY;
  }
}
