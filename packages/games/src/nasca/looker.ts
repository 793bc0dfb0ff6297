import { Candidates, type Most } from './candidates.ts';
import { countCells, type Counts, newCounts, PLACES } from './counts.ts';
import { PLACEMENTS } from './placements.ts';
import type { NascaPosition } from './position.ts';
import { Territory } from './scoring.ts';

/** The rounds of a game times the seats. */
const MEMORIES = 4;
export const LOSSES = MEMORIES * PLACEMENTS;
/** The weight of a new loss. */
const RATE = 0.5;

/** Chooses placements of positions, and finds what the evaluation counts after each of them. Remembers which were good. */
export abstract class Looker {
  /** The chosen placements, ascending. */
  abstract readonly chosen: Uint16Array;
  /** By place in `chosen`. */
  abstract readonly counts: Counts;
  /** By `memoryOf` + placement: the mean of its log-odds below those of the best placement. Above 0: not judged yet. */
  readonly losses = new Float64Array(LOSSES).fill(1);

  /** Chooses placements. `chosen` and `counts` are valid until the next call. Returns how many. */
  abstract look(position: NascaPosition, most: Most): number;

  /** Takes a new loss of a placement of the last position. */
  learn(at: number, loss: number): void {
    const known = this.losses[at] as number;
    this.losses[at] = known > 0 ? loss : known + RATE * (loss - known);
  }
}

/** Where the losses of the seat to move begin. Each round has its own. */
export const memoryOf = ({ round, turn }: NascaPosition): number => (round * 2 + turn) * PLACEMENTS;

/** Does it with the classes of the rules. */
export class PlainLooker extends Looker {
  readonly chosen = new Uint16Array(PLACES);
  readonly counts = newCounts();
  private readonly candidates = new Candidates(PLACES);
  private readonly after = new Territory();

  look(position: NascaPosition, most: Most): number {
    const memory = memoryOf(position);
    const losses = this.losses.subarray(memory, memory + PLACEMENTS);
    const count = this.candidates.choose(position, losses, most, this.chosen);
    const before = position.judged();
    for (let place = 0; place < count; place++) {
      this.after.judgeAfter(before, this.chosen[place] as number, position.turn as 0 | 1, position.wallRules);
      countCells(this.after, this.counts, place);
    }
    return count;
  }
}
