import type { Position, Rng, Seat } from '@tablier/core';
import type { World } from './beliefs.ts';

/** The share of the playouts that take place in a world that the seat to move finds possible. The others take place in any world. */
const OWN_SHARE = 0.5;
/** The resolution of a random number from 0 to 1. */
const RESOLUTION = 2 ** 30;

/**
 * Draws the worlds of playouts. Half of them are drawn by the beliefs of the seat to move, half by those of an observer who saw only what
 * is public: the other seats must not play as if they knew what this seat knows. `weights` corrects that for their statistics.
 */
export class WorldDraw<P extends Position> {
  readonly worlds: readonly World<P>[];
  /** By world: the weight of a playout for the seats that do not know the type of the seat to move. */
  readonly weights: Float64Array;
  /** The indices of the worlds that the seat to move finds possible, the most probable first. */
  readonly own: readonly number[];
  /** By world: the probability that it or one before it is drawn. */
  readonly #upTo: Float64Array;

  constructor(worlds: readonly World<P>[], seat: Seat, type: number) {
    this.worlds = worlds;
    const probability = (index: number): number => worlds[index]?.probability ?? 0;
    this.own = worlds.flatMap(({ types }, index) => (types[seat] === type ? [index] : []));
    this.own = this.own.toSorted((one, other) => probability(other) - probability(one));
    const ownProbability = this.own.reduce((sum, index) => sum + probability(index), 0);
    this.weights = new Float64Array(worlds.length);
    this.#upTo = new Float64Array(worlds.length);
    let sum = 0;
    for (const [index, world] of worlds.entries()) {
      const own = world.types[seat] === type ? (OWN_SHARE * world.probability) / ownProbability : 0;
      const share = own + (1 - OWN_SHARE) * world.probability;
      sum += share;
      this.#upTo[index] = sum;
      this.weights[index] = share > 0 ? world.probability / share : 0;
    }
  }

  /** The index of a world. */
  draw(rng: Rng): number {
    const pick = rng.below(RESOLUTION) / RESOLUTION;
    let index = 0;
    while (index < this.#upTo.length - 1 && (this.#upTo[index] as number) <= pick) index++;
    return index;
  }
}
