import { type Move, NOBODY, type Position, type Rng, type Seat } from '@tablier/core';
import type { Task } from './search.ts';
import { outcomeValues } from './values.ts';

/**
 * The most replies that are checked for one choice of a move, so that a lost position with many moves costs no more
 * than a short search.
 */
const MAX_REPLIES = 20_000;

/**
 * What a player notices at first sight: the position after each move, and the replies that end the game. With hidden information the player
 * imagines one possible position, and no replies: they depend on what the player cannot know.
 */
export class Glance<P extends Position, K, Given extends K> {
  readonly moves: readonly Move[];
  readonly #game: Task<P, K, Given>['game'];
  readonly #position: P;
  readonly #after: P;
  readonly #values: Float64Array;
  readonly #replies: Uint16Array;
  #repliesLeft: number;
  #hopes: readonly number[] | null = null;

  constructor({ game, options, knowledge }: Task<P, K, Given>, rng: Rng) {
    this.#game = game;
    this.#position = game.secrets.sample(knowledge, rng);
    this.#after = this.#position.clone();
    this.#values = new Float64Array(this.#position.outcome().scores.length);
    this.#replies = new Uint16Array(game.maxMoves);
    this.#repliesLeft = game.secrets.hides(options) ? 0 : MAX_REPLIES;
    this.moves = [...this.#replies.subarray(0, this.#position.legalMoves(this.#replies))];
  }

  /** By move: the share of a win that it seems to leave to the side that plays it; the same for all in games without an evaluation. */
  get hopes(): readonly number[] {
    this.#hopes ??= this.moves.map((move) => this.hopeOf(move));
    return this.#hopes;
  }

  hopeOf(move: Move): number {
    this.#after.copyFrom(this.#position);
    this.#after.play(move);
    return this.#valueFor(this.#position.turn);
  }

  /** Whether a reply to the move wins at once. Not checked after too many replies. */
  losesInOne(move: Move): boolean {
    const own = this.#position.turn;
    const before = this.#position.clone();
    before.play(move);
    if (before.turn === NOBODY || before.turn === own) return false;
    const count = before.legalMoves(this.#replies);
    if (count > this.#repliesLeft) return false;
    this.#repliesLeft -= count;
    return this.#replies.subarray(0, count).some((reply) => {
      this.#after.copyFrom(before);
      this.#after.play(reply);
      return this.#after.turn === NOBODY && this.#valueFor(own) === 0;
    });
  }

  /** The best-looking move that keeps a chance to win and does not lose to the next reply; the best-looking move if there is none. */
  bestSafe(): Move {
    const order = [...this.moves.keys()].sort((one, other) => this.#hopeAt(other) - this.#hopeAt(one));
    const found = order.find((index) => this.#hopeAt(index) > 0 && !this.losesInOne(this.moves[index] as Move));
    return this.moves[found ?? (order[0] as number)] as Move;
  }

  #hopeAt(index: number): number {
    return this.hopes[index] as number;
  }

  #valueFor(seat: Seat): number {
    const values = this.#values;
    if (this.#after.turn === NOBODY) outcomeValues(this.#after.outcome(), values);
    else if (this.#game.advice.evaluate === undefined) values.fill(1 / values.length);
    else this.#game.advice.evaluate(this.#after, values);
    return values[seat] as number;
  }
}
