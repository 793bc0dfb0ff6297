import type { ServerContext } from '../lib/context.ts';
import { type Seat, strengthOf } from '@tablier/core';
import { type BotPool, SearchSkipped } from '../bots/bot-pool.ts';
import type { Room } from './room.ts';
import { botToMove } from './decisions/scheduled-actions.ts';
import { rulesOf, runningClock } from './state/table-state.ts';

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
    const fallback = () => game.formatMove(position.randomMove(this.#deps.chance.rng));
    const moved = this.#deps.bots
      .choose({ request, person, place, isWanted })
      .catch((error: unknown) => {
        if (error instanceof SearchSkipped) throw error;
        this.#deps.log.error({ table: state.id, game: game.id, err: error }, 'bot failed; playing a random move');
        return fallback();
      })
      .then((move) => this.#deps.onMove({ seat, position, move }))
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
