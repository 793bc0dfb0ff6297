import type { Seat } from '@tablier/core';
import { explainPlacement, type NascaView, positionOf, SEAT_COLOURS } from '@tablier/games/nasca';
import { game } from '@tablier/games/nasca/game';
import { firstGame } from '@tablier/games/nasca/first-game';
import { type Coach, type Fact, hasWon, type SeenTurn, WINS } from '../coaches.ts';

const NOTABLE_THREAT = 3;
const NOTABLE = 1;

const pointsIn = (territory: readonly (readonly number[])[], seat: Seat): number => territory[seat]?.length ?? 0;

function bestGain(view: NascaView, seat: Seat): number {
  const position = positionOf({ ...view, turn: seat });
  const moves = new Uint16Array(game.maxMoves);
  const count = position.legalMoves(moves);
  const now = pointsIn(view.territory, seat);
  const after = position.clone();
  let most = 0;
  for (const move of moves.subarray(0, count)) {
    after.board.copyFrom(position.board);
    after.board.place(move, SEAT_COLOURS[seat === 0 ? 0 : 1]);
    most = Math.max(most, (after.boardPoints()[seat] ?? 0) - now);
  }
  return most;
}

function intent({ before, after, moves }: SeenTurn<NascaView>): Fact | null {
  const [move] = moves;
  if (move === undefined || before.round !== after.round) return null;
  const who = before.turn;
  const rival = 1 - who;
  const about = { who: { seat: who } };
  const gain = pointsIn(after.territory, who) - pointsIn(before.territory, who);
  const loss = pointsIn(before.territory, rival) - pointsIn(after.territory, rival);
  const { level } = explainPlacement(before, move, who);
  if (loss >= NOTABLE && loss >= gain) return { key: 'coach_nasca_opens', inputs: { ...about, points: loss } };
  if (gain >= NOTABLE) return { key: 'coach_nasca_closes', inputs: { ...about, points: gain } };
  const threat = bestGain(after, who);
  if (threat >= NOTABLE_THREAT && threat > bestGain(before, who))
    return { key: 'coach_nasca_threatens', inputs: { ...about, points: threat } };
  const danger = bestGain(before, rival);
  const left = bestGain(after, rival);
  if (danger - left >= NOTABLE_THREAT) return { key: 'coach_nasca_hinders', inputs: { ...about, points: danger } };
  const length = after.pieces.at(-1)?.length ?? 0;
  const crossed = after.pieces.at(-1)?.cells.some((cell) => before.pieces[before.tops[cell] ?? -1]?.owner === rival);
  if (level > 1)
    return {
      key: crossed ? 'coach_nasca_bridges_rival' : 'coach_nasca_bridges',
      inputs: { ...about, level },
    };
  return { key: 'coach_nasca_builds', inputs: { ...about, length } };
}

function reason({ before, after, own }: SeenTurn<NascaView>): Fact | null {
  if (hasWon(after, own)) return WINS;
  const rival = 1 - own;
  if (before.round !== after.round) {
    const [points, other] = [own, rival].map((seat) => pointsIn(after.earlier.at(-1)?.territory ?? [], seat));
    return { key: 'reason_nasca_round', inputs: { points: points ?? 0, other: other ?? 0 } };
  }
  if (after.outcome !== null) return null;
  const points = bestGain(after, rival);
  return { key: points === 0 ? 'reason_nasca_stops' : 'reason_nasca_leaves', inputs: { points } };
}

/** Nothing was enclosed, the rival built over a wall, or their ground was larger. */
function lost(view: NascaView, own: Seat): string {
  const boards = [...view.earlier, view];
  if (boards.every(({ territory }) => pointsIn(territory, own) === 0)) return 'close';
  const isCovered = boards.some(({ pieces, tops }) =>
    pieces.some(
      ({ owner, cells }) => owner === own && cells.some((cell) => pieces[tops[cell] ?? -1]?.owner === 1 - own),
    ),
  );
  return isCovered ? 'above' : 'edges';
}

export const coach: Coach<NascaView> = {
  ...{ intent, reason, first: firstGame, lost },
  unpraised: ['coach_nasca_builds', 'coach_nasca_bridges', 'coach_nasca_bridges_rival'],
};
