import type { MaskerPosition } from './position.ts';

/**
 * Ends the turn: the next seat that is neither out nor full begins one, maybe the same seat again [M5].
 * There always is one while the game is on: full piles of all are 36 crosses, and 35 can be captured; a debtor's pile is empty.
 * The right to capture anywhere stays as it is for the next player [M9] [M10].
 */
export function endTurn(position: MaskerPosition): void {
  const { players } = position;
  let seat = position.turn;
  position.closeTurn();
  for (let skipped = 0; skipped < players; skipped++) {
    seat = seat + 1 === players ? 0 : seat + 1;
    position.skipped = skipped;
    if (!position.isFull(seat) && seat !== position.out) break;
  }
  position.turn = seat;
}
