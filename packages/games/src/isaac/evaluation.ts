import type { JudgedMoves, Outlook } from '@tablier/ai';
import type { Move, Seat } from '@tablier/core';
import { countBits, lowestBit } from '../shared/bits.ts';
import { PlacingModel, UNIT } from './placing/model.ts';
import type { IsaacPosition } from './position.ts';
import { KIND_NUMBER, SLOT_KIND, SLOT_LINE } from './tables.ts';
import { WEIGHTS } from './weights.ts';

/*
 * Two logistic models of who wins. Until the first removal: `placing/model.ts`, with the weights that `npm run train -- isaac` fits.
 *
 * From the first removal on: POINT is the worth of a point on the counter. HOPE is the worth of a point that a piece could score now. PIECE
 * is the worth of a piece that may still be removed, by kind; short ones cost a turn more than they bring.
 */
const POINT = 0.14;
const HOPE = 0.085;
const PIECE = Float64Array.of(-0.15, 0, 0.05, 0.25, 0.1);
/** The log-odds of a game that is over. */
const CERTAIN = 20;
const TURN = 0.1;

const model = new PlacingModel(WEIGHTS);

export function evaluate(position: IsaacPosition, into: Float64Array): void {
  const dark = position.turn < 0 ? ending(position) : logistic(advantage(position));
  into[0] = dark;
  into[1] = 1 - dark;
}

/** Evaluates placements at once, as `Outlook.judge` does. The value of the position is that of its best placement. */
export function judgePlacements(
  position: IsaacPosition,
  moves: Uint16Array,
  count: number,
  into: Float64Array,
): number {
  model.leadsAfter(position, moves, count, into);
  let best = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < count; index++) {
    const odds = UNIT * (into[index] as number);
    into[index] = odds;
    if (odds > best) best = odds;
  }
  return best;
}

/** Evaluates all moves at once, in one game. While scoring, the value of a position is its own evaluation. */
export class IsaacOutlook implements Outlook<IsaacPosition> {
  #after: IsaacPosition | null = null;

  judge(position: IsaacPosition, into: JudgedMoves): number {
    const { moves, odds } = into;
    into.count = position.legalMoves(moves);
    if (position.phase === 'placing') return judgePlacements(position, moves, into.count, odds);
    const sign = position.turn === 0 ? 1 : -1;
    const after = (this.#after ??= position.clone());
    for (let index = 0; index < into.count; index++) {
      after.copyFrom(position);
      after.play(moves[index] as Move);
      odds[index] = sign * (after.turn < 0 ? CERTAIN * (1 - 2 * after.leader()) : advantage(after));
    }
    return sign * advantage(position);
  }
}

/** The expected lead of Dark over Light at the end, in points. */
export function lead(position: IsaacPosition): number {
  return position.turn < 0 ? position.score(0) - position.score(1) : advantage(position) / POINT;
}

const ending = (position: IsaacPosition): number => (position.leader() === 0 ? 1 : 0);

const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum));

const advantage = (position: IsaacPosition): number =>
  hasRemoved(position) ? scoringLead(position) : UNIT * model.lead(position);

const hasRemoved = (position: IsaacPosition): boolean =>
  position.longestRemoved(0) + position.longestRemoved(1) > 0 || position.isOut(0) || position.isOut(1);

function scoringLead(position: IsaacPosition): number {
  const points = POINT * (position.score(0) - position.score(1));
  return points + prospects(position, 0) - prospects(position, 1) + (position.turn === 0 ? TURN : -TURN);
}

/** The worth of the pieces that a seat may still remove. The multiplier of the counters is ignored: they move too often. */
function prospects(position: IsaacPosition, seat: Seat): number {
  let sum = 0;
  for (let pieces = position.removableLater(seat); pieces !== 0; pieces &= pieces - 1) {
    const slot = position.placeOf(lowestBit(pieces));
    const kind = SLOT_KIND[slot] as number;
    const others = countBits(position.touching(SLOT_LINE[slot] as number)) - 1;
    sum += (PIECE[kind] as number) + HOPE * others * (KIND_NUMBER[kind] as number);
  }
  return sum;
}
