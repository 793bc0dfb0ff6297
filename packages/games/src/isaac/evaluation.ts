import type { Seat } from '@tablier/core';
import { countBits, lowestBit } from '../shared/bits.ts';
import type { IsaacPosition } from './position.ts';
import { at, KIND_NUMBER, SLOT_KIND, SLOT_LINE } from './tables.ts';

/*
 * Weights of a logistic model of who wins, fitted to games between searches without an evaluation.
 * POINT is the worth of a point on the counter. HOPE is the worth of a point that a piece could score now, less while placing, because
 * the board still changes. PIECE is the worth of a piece that may still be removed, by kind; short ones cost a turn more than they bring.
 */
const POINT = 0.14;
const HOPE_SCORING = 0.085;
const HOPE_PLACING = 0.025;
const PIECE = Float64Array.of(-0.15, 0, 0.05, 0.25, 0.1);
/** Having the turn. */
const TURN = 0.1;

/** The share of a win that each seat can expect. */
export function evaluate(position: IsaacPosition, into: Float64Array): void {
  const dark = position.turn < 0 ? ending(position) : logistic(advantage(position));
  into[0] = dark;
  into[1] = 1 - dark;
}

const ending = (position: IsaacPosition): number => (position.leader() === 0 ? 1 : 0);

const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum));

/** The lead of Dark over Light. */
function advantage(position: IsaacPosition): number {
  const hope = position.phase === 'placing' ? HOPE_PLACING : HOPE_SCORING;
  const points = POINT * (position.score(0) - position.score(1));
  return points + prospects(position, 0, hope) - prospects(position, 1, hope) + (position.turn === 0 ? TURN : -TURN);
}

/** The worth of the pieces that a seat may still remove. The multiplier of the counters is ignored: they move too often. */
function prospects(position: IsaacPosition, seat: Seat, hope: number): number {
  let sum = 0;
  for (let pieces = position.removableLater(seat); pieces !== 0; pieces &= pieces - 1) {
    const slot = position.placeOf(lowestBit(pieces));
    const kind = at(SLOT_KIND, slot);
    const others = countBits(position.touching(at(SLOT_LINE, slot))) - 1;
    sum += (PIECE[kind] as number) + hope * others * at(KIND_NUMBER, kind);
  }
  return sum;
}
