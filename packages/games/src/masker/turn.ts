import type { MaskerPosition } from './position.ts';

/**
 * Ends the turn. The next seat that is neither out nor full begins a turn; this may be the same seat [M5].
 * Such a seat always exists in a running game: full piles would need 36 crosses and only 35 can be captured; a debtor's pile is empty.
 * The right to capture any cross passes to the next player [M9] [M10].
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
