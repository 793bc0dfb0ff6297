import type { Seat } from '@tablier/core';
import { countBits, lowestBit } from '../../shared/bits.ts';
import type { IsaacPosition } from '../position.ts';
import { LENGTHS, LINES, PIECES_PER_SEAT, SIZE } from '../slots.ts';
import { SLOT_KIND, SLOT_LINE } from '../tables.ts';

/*
 * A logistic model of who wins, until the first removal. The logits are a sum of weights, those of Dark positive. For every piece, by its
 * kind and
 *   OWN     the number of other pieces of its owner that touch its line
 *   OTHER   the number of the other side's pieces that touch its line
 *   LINE    its line, as its owner sees it
 *   PAIR    for each piece that touches its line: the kind of that piece, whether it has the same owner, whether it lies along the line
 * For every seat and kind
 *   HAND    the number of such pieces in hand
 * and a weight for having the turn and one for Dark, who begins.
 *
 * A stage has weights of its own: the finished placement, and the unfinished ones by the number of pieces on the board. So all placements
 * of a position lead to the same stage, unless they finish it.
 */
export const KINDS = LENGTHS.length;
const MOST = 8;
const COUNTS = MOST + 1;
const HANDS = 6;
const OWN = 0;
const OTHER = OWN + KINDS * COUNTS;
const LINE = OTHER + KINDS * COUNTS;
const PAIR = LINE + KINDS * LINES;
const HAND = PAIR + KINDS * KINDS * 4;
export const TO_MOVE = HAND + KINDS * HANDS;
export const DARK = TO_MOVE + 1;
/** The number of weights of a stage. */
export const PER_STAGE = DARK + 1;
/** A stage of unfinished placements has up to this many pieces on the board. The last one has more. */
const STAGES = [5, 9, 13, 16, 19] as const;
/** The number of stages. The first is the finished placement. */
export const STAGE_COUNT = STAGES.length + 2;
/** Weights are whole numbers of this part of a logit. */
export const UNIT = 1 / 256;

const DARK_PIECES = (1 << PIECES_PER_SEAT) - 1;

/** The first weight of the stage of unfinished placements with this many pieces on the board. */
const STAGE_OF = Int32Array.from({ length: 2 * PIECES_PER_SEAT + 2 }, (_, pieces) => {
  const stage = STAGES.findIndex((most) => pieces <= most);
  return (1 + (stage === -1 ? STAGES.length : stage)) * PER_STAGE;
});
export const stageWith = (pieces: number): number => STAGE_OF[pieces] as number;

/** The first weight of the stage of a position before the first removal. */
export const stageOf = (position: IsaacPosition): number =>
  position.phase === 'placing' ? stageWith(countBits(position.onBoard)) : 0;

/** By seat: its pieces, as bits. */
export const piecesOf = (seat: Seat): number => (seat === 0 ? DARK_PIECES : ~DARK_PIECES);

export const ownTerm = (kind: number, own: number): number => OWN + kind * COUNTS + (own < MOST ? own : MOST);
export const otherTerm = (kind: number, others: number): number =>
  OTHER + kind * COUNTS + (others < MOST ? others : MOST);
/** The line is as Light sees it if Light owns the piece [I2]. */
export const lineTerm = (kind: number, line: number, seat: Seat): number =>
  LINE + kind * LINES + (seat === 0 ? line : (line < SIZE ? SIZE : LINES + SIZE) - 1 - line);
/** `same` and `along` are 0 or 1. */
export const pairTerm = (kind: number, toucher: number, same: number, along: number): number =>
  PAIR + (((kind * KINDS + toucher) << 1) | same) * 2 + along;
export const handTerm = (kind: number, inHand: number): number => HAND + kind * HANDS + inHand;

/** The indices of the weights of a seat's pieces and hand within a stage. */
export function eachTerm(position: IsaacPosition, seat: Seat, add: (term: number) => void): void {
  const own = piecesOf(seat);
  const board = position.onBoard;
  for (let rest = board & own; rest !== 0; rest &= rest - 1) {
    const piece = lowestBit(rest);
    const slot = position.placeOf(piece);
    const line = SLOT_LINE[slot] as number;
    const kind = SLOT_KIND[slot] as number;
    const touching = position.touching(line) & ~(1 << piece);
    add(ownTerm(kind, countBits(touching & own)));
    add(otherTerm(kind, countBits(touching & ~own)));
    add(lineTerm(kind, line, seat));
    for (let others = touching; others !== 0; others &= others - 1) {
      const other = lowestBit(others);
      const place = position.placeOf(other);
      const same = (own >> other) & 1;
      add(pairTerm(kind, SLOT_KIND[place] as number, same, Number(SLOT_LINE[place] === line)));
    }
  }
  for (let kind = 0; kind < KINDS; kind++) add(handTerm(kind, position.inHand(seat, kind)));
}
