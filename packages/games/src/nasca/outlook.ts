import type { JudgedMoves, Outlook } from '@tablier/ai';
import { NOBODY, type Seat } from '@tablier/core';
import { type Looker, memoryOf, type Most, PlainLooker } from './candidates.ts';
import { pointsLead } from './counts.ts';
import { CERTAIN, earlierLead, expectedLead, lead, oddsOf, phaseAfter, placedIn, slopeOf } from './evaluation.ts';
import { kernelLooker } from './kernel.ts';
import { COLUMN_MASKS, FIRST_ROWS, LAST_ROWS } from './placements.ts';
import type { NascaPosition } from './position.ts';
import type { WallRules } from './scoring.ts';

/** How many placements are evaluated: of those that were best in earlier positions of the same seat, and of the others. */
export const REMEMBERED = 10;
const OTHERS = 6;
/** How many are evaluated when a seat moves for the first time. */
export const JUDGED_FIRST = 40;
/** The maximum number of evaluated placements, except when a seat moves for the first time. */
export const JUDGED = REMEMBERED + OTHERS;

const FIRST_TIME: Most = { remembered: REMEMBERED, others: JUDGED_FIRST };
const LATER: Most = { remembered: REMEMBERED, others: OTHERS };

const fastestLooker = (rules: WallRules): Looker => kernelLooker(rules) ?? new PlainLooker();

/**
 * Judges placements by the position after them (see `Outlook`): those that were best in other positions of the search, and those of the
 * highest priority among the others that were not judged yet, or lie at the last placement, which may have changed what they are worth.
 *
 * A position is worth as much as its best move, so it looks better for the seat to move than the position after that move does. Therefore
 * a search tries most of the moves that are judged before it looks deeper.
 */
export class NascaOutlook implements Outlook<NascaPosition> {
  private readonly makeLooker: (rules: WallRules) => Looker;
  private looker: Looker | null = null;
  private after: NascaPosition | null = null;
  private readonly used = new Set<number>();

  constructor(makeLooker = fastestLooker) {
    this.makeLooker = makeLooker;
  }

  judge(position: NascaPosition, into: JudgedMoves): number {
    const looker = (this.looker ??= this.makeLooker(position.wallRules));
    const memory = memoryOf(position);
    const count = looker.look(position, this.used.has(memory) ? LATER : FIRST_TIME);
    this.used.add(memory);
    const odds = this.oddsAfter(position, looker);
    const sign = position.turn === 0 ? 1 : -1;
    let best = Number.NEGATIVE_INFINITY;
    into.count = count;
    for (let place = 0; place < count; place++) {
      const share = sign * odds(place);
      into.moves[place] = looker.chosen[place] as number;
      into.odds[place] = share;
      if (share > best) best = share;
    }
    for (let place = 0; place < count; place++)
      looker.learn(memory + (looker.chosen[place] as number), (into.odds[place] as number) - best);
    return best;
  }

  /** By place: the log-odds of seat 0 after it. The turn is the other's if it has a reply that does not touch the placement. */
  private oddsAfter(position: NascaPosition, { chosen, counts }: Looker): (place: number) => number {
    const other = 1 - position.turn;
    const reply = position.somePlacement(other);
    const phase = phaseAfter(placedIn(position) + 1);
    const slope = slopeOf(position, phase);
    const earlier = earlierLead(position);
    return (place) => {
      const move = chosen[place] as number;
      let turn: Seat = other;
      if (reply < 0 || haveCommonCells(reply, move)) {
        const played = this.afterPlaying(position, move);
        if (played.round !== position.round) return oddsOf(played, lead(played));
        ({ turn } = played);
      }
      if (turn === NOBODY) return CERTAIN * Math.sign(earlier + pointsLead(counts, place));
      return slope * (earlier + expectedLead(counts, place, turn, phase));
    };
  }

  private afterPlaying(position: NascaPosition, move: number): NascaPosition {
    this.after ??= position.clone();
    this.after.copyFrom(position);
    this.after.play(move);
    return this.after;
  }
}

const haveCommonCells = (one: number, other: number): boolean =>
  ((COLUMN_MASKS[one] as number) & (COLUMN_MASKS[other] as number)) !== 0 &&
  (FIRST_ROWS[one] as number) <= (LAST_ROWS[other] as number) &&
  (FIRST_ROWS[other] as number) <= (LAST_ROWS[one] as number);
