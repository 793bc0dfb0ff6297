import type { Seat } from '@tablier/core';
import { NOBODY } from '@tablier/core';
import { sideCount, sideOf } from './options.ts';
import type { MaskerPosition } from './position.ts';
import { endTurn } from './turn.ts';

/**
 * Puts `side` out after a capture of the seat to move [M12]. With three players, does the transfer of [M13].
 * Returns whether this ended the turn: the game is over [M15], or the mover is out.
 */
export function putOut(position: MaskerPosition, side: number): boolean {
  const mover = position.turn;
  const own = side === sideOf(position.players, mover);
  if (position.out !== NOBODY || sideCount(position.players) === 2) {
    finish(position, side);
    return true;
  }
  position.out = side;
  position.outBy = mover;
  position.outTurn = position.turnIndex;
  if (own) settleOwnExit(position);
  else settle(position, mover);
  return own;
}

function finish(position: MaskerPosition, side: number): void {
  if (position.out === NOBODY) {
    position.out = side;
    position.outBy = position.turn;
    position.outTurn = position.turnIndex;
  } else {
    position.second = side;
    position.secondBy = position.turn;
    position.secondTurn = position.turnIndex;
  }
  position.closeTurn();
  position.turn = NOBODY;
  position.clearTargets();
}

/** A player who puts another out fills their stacks from the player's own pile. What is missing then is a debt [M13]. */
function settle(position: MaskerPosition, debtor: Seat): void {
  transfer(position, debtor, Math.min(missingCrosses(position), position.piles[debtor] as number));
  owe(position, debtor);
}

/** The stacks of a player who puts themselves out are filled from both others. If there is a choice, the player makes it [M13]. */
function settleOwnExit(position: MaskerPosition): void {
  const { next, other } = givers(position);
  const missing = missingCrosses(position);
  const least = Math.max(0, missing - (position.piles[other] as number));
  const most = Math.min(missing, position.piles[next] as number);
  if (least < most) {
    position.giveLeast = least;
    position.giveMost = most;
  } else {
    takeGift(position, most);
  }
}

/** Plays the choice of [M13]: `count` crosses come from the next player still in, the rest from the other. Ends the turn. */
export function takeGift(position: MaskerPosition, count: number): void {
  const { next, other } = givers(position);
  transfer(position, next, count);
  transfer(position, other, Math.min(missingCrosses(position), position.piles[other] as number));
  owe(position, next);
  position.giveLeast = 0;
  position.giveMost = 0;
  endTurn(position);
}

/** The two players still in after the one of three who is out, in seat order. */
export function givers(position: MaskerPosition): { readonly next: Seat; readonly other: Seat } {
  return { next: (position.out + 1) % 3, other: (position.out + 2) % 3 };
}

/** The number of crosses missing in the stacks of the player who is out. */
export const missingCrosses = (position: MaskerPosition): number =>
  position.limit - (position.piles[position.out] as number);

function transfer(position: MaskerPosition, from: Seat, count: number): void {
  const { piles, given, out } = position;
  piles[from] = (piles[from] as number) - count;
  piles[out] = (piles[out] as number) + count;
  given[from] = count;
}

function owe(position: MaskerPosition, debtor: Seat): void {
  position.debt = missingCrosses(position);
  if (position.debt > 0) position.debtor = debtor;
}
