import type { Seat } from '@tablier/core';
import {
  ADVANCE,
  type IsaacView,
  LENGTHS,
  type PieceView,
  placementWorth,
  positionOf,
  REMOVAL,
  removalWorth,
  WINNING_ADVANCE,
} from '@tablier/games/isaac';
import { firstGame } from '@tablier/games/isaac/first-game';
import { type Coach, type Fact, hasWon, type SeenTurn, WINS } from '../coaches.ts';

const NOTABLE_GAIN = 4;

function longestStuck(view: IsaacView, seat: Seat): number {
  const position = positionOf(view);
  const stuck = (view.hands[seat] ?? []).filter(
    ({ length, count }) => count > 0 && position.freeFits(1 << LENGTHS.findIndex((each) => each === length)) === 0,
  );
  return Math.max(0, ...stuck.map(({ length }) => length));
}

const worthOf = (view: IsaacView, seat: Seat): number =>
  view.pieces
    .filter((piece) => piece.seat === seat)
    .reduce((sum, { slot }) => sum + (removalWorth(view, slot)?.worth ?? 0), 0);

const bestOf = (view: IsaacView, seat: Seat): number =>
  Math.max(0, ...removableBy(view, seat).map(({ slot }) => removalWorth(view, slot)?.worth ?? 0));

function removableBy(view: IsaacView, seat: Seat): PieceView[] {
  if (view.out.includes(seat)) return [];
  const least = view.longestRemoved[seat] ?? 0;
  const position = positionOf(view);
  const removable = position.removable(seat);
  return view.pieces.filter(
    (piece) => piece.seat === seat && piece.length >= least && ((removable >> piece.id) & 1) === 1,
  );
}

function placed({ before, after }: SeenTurn<IsaacView>, slot: number): Fact | null {
  const who = before.turn;
  const rival = 1 - who;
  const stuck = longestStuck(after, rival);
  if (stuck > longestStuck(before, rival))
    return { key: 'coach_isaac_blocks', inputs: { who: { seat: who }, length: stuck } };
  const { worth } = placementWorth(before, slot);
  const gain = worthOf(after, who) - worthOf(before, who);
  const others = gain - worth;
  if (others >= NOTABLE_GAIN && others > worth)
    return { key: 'coach_isaac_raises', inputs: { who: { seat: who }, points: others } };
  const length = after.pieces.find((piece) => piece.slot === slot)?.length ?? 0;
  if (worth > 0) return { key: 'coach_isaac_prepares', inputs: { who: { seat: who }, length, points: worth } };
  return { key: 'coach_isaac_begins', inputs: { who: { seat: who }, length } };
}

function removed({ before, after }: SeenTurn<IsaacView>, slot: number): Fact | null {
  const who = before.turn;
  const rival = 1 - who;
  const worth = removalWorth(before, slot);
  if (worth === null) return null;
  const { n, number, multiplier, worth: points } = worth;
  const inputs = { who: { seat: who }, points };
  const [had, has] = [bestOf(before, rival), bestOf(after, rival)];
  const drop = had - has;
  if (!before.out.includes(rival) && after.out.includes(rival)) return { key: 'coach_isaac_ends_rival', inputs };
  if (drop >= NOTABLE_GAIN && after.phase === 'scoring')
    return { key: 'coach_isaac_lowers', inputs: { ...inputs, had, has } };
  if (multiplier > 1 && points > 0) return { key: 'coach_isaac_multiplies', inputs: { ...inputs, multiplier } };
  return { key: 'coach_isaac_takes', inputs: { ...inputs, n, number } };
}

function intent(turn: SeenTurn<IsaacView>): Fact | null {
  const { before, moves } = turn;
  const [first = ADVANCE] = moves;
  if (first < REMOVAL) return placed(turn, first);
  if (first < ADVANCE) return removed(turn, first - REMOVAL);
  if (first === WINNING_ADVANCE) return null;
  return { key: 'coach_isaac_advances', inputs: { who: { seat: before.turn }, points: first - ADVANCE } };
}

function reason({ after, moves: [move = ADVANCE], own }: SeenTurn<IsaacView>): Fact | null {
  if (hasWon(after, own)) return WINS;
  const isAlone = move < REMOVAL && removalWorth(after, move)?.n === 0;
  return isAlone ? { key: 'reason_isaac_alone', inputs: {} } : null;
}

/** Who can remove nothing more removed long pieces too early. A hundred points come from counters on a line. */
function lost({ phase, out, counters }: IsaacView, own: Seat): string {
  if (phase === 'placing') return 'goal';
  if (out[0] === own) return 'longer';
  return (counters[1 - own]?.score ?? 0) >= 100 ? 'double' : 'score';
}

export const coach: Coach<IsaacView> = {
  ...{ intent, reason, first: firstGame, lost },
  common: ['coach_isaac_prepares', 'coach_isaac_advances'],
  unpraised: ['coach_isaac_begins'],
};
