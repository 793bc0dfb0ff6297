import {
  copied,
  type Move,
  type MoveList,
  NOBODY,
  type Outcome,
  placesByScore,
  type Position,
  type Rng,
  type Seat,
  type Setup,
} from '@tablier/core';
import { interned } from '../shared/interned.ts';
import { CELLS, cellsOf, fullPile, LETTERS, MaskerBoard, NEUTRAL, sideCount, sideOf, WHITE } from './board.ts';
import { type MaskerDeal, stacksOf } from './deal.ts';
import type { MaskerOptions } from './facts.ts';

/**
 * Moves:
 *
 *   0–35   the capture on a cell [M7]: column + 6 × row, `a1` = 0 … `f6` = 35; a stack of the tower is its cell `a1`–`c3` [M17]
 *   36     the stop `.` [M8]
 *   37–48  `t0`–`t11`, the choice of [M13]: how many crosses the next player still in gives. At most 11 are missing,
 *          because a player who puts themselves out has captured at least that one.
 */
export const STOP: Move = CELLS;
export const GIVE: Move = CELLS + 1;
export const MAX_GIVEN = 11;
export const MOVE_SPACE = GIVE + MAX_GIVEN + 1;

export const TURN_CAPTURES = 3;
/** The captures of a turn as one number: nine bits each (cell × 8 + cross), the last one in the lowest bits. No capture is 0. */
export const CAPTURE_BITS = 9;
const FULL_TRAIL = 1 << (CAPTURE_BITS * (TURN_CAPTURES - 1));

/** A side that went out [M12]. Not modified, so that copies share it. */
export interface Exit {
  readonly side: number;
  /** The seat whose capture it was, and the index of that turn. */
  readonly by: Seat;
  readonly turn: number;
  /** By seat: the crosses that it gave when the first of three players went out [M13]. */
  readonly given: readonly number[];
}

/** The public course of a game: everyone saw the grid of the deal and every move. */
export interface MaskerPast {
  readonly grid: string;
  readonly moves: readonly Move[];
}

/** The choice of [M13]: how many crosses come from the next player still in; the other gives the rest. */
export interface Gift {
  readonly next: Seat;
  readonly other: Seat;
  readonly missing: number;
  readonly least: number;
  readonly most: number;
}

export interface MaskerState {
  readonly turn: Seat;
  readonly turnIndex: number;
  readonly trail: number;
  readonly lastTurn: Seat;
  readonly lastTrail: number;
  readonly owners: readonly number[];
  readonly firstExit: Exit | null;
  readonly secondExit: Exit | null;
  readonly debtor: Seat;
  readonly origin: MaskerPast | null;
}

const NO_MOVES: readonly Move[] = [];
const NOTHING_GIVEN: readonly number[] = [0, 0, 0];
const NO_OWNERS: readonly number[] = LETTERS.split('').map(() => NOBODY);

export class MaskerPosition implements Position {
  readonly options: MaskerOptions;
  readonly players: number;
  readonly board: MaskerBoard;
  turn: Seat = 0;
  turnIndex = 0;
  trail = 0;
  /** The seat of the turn before this one, and its captures. `NOBODY` in the first turn. */
  lastTurn: Seat = NOBODY;
  lastTrail = 0;
  /** By colour number: the side that drew its token, or `NOBODY`. Not modified, so that copies share it. */
  owners: readonly number[] = [];
  /** The side that went out first, which ends the game unless there are three players, and the second one, which then does [M15]. */
  firstExit: Exit | null = null;
  secondExit: Exit | null = null;
  /** The seat that owes what is missing in the stacks of the first player out of three [M13]; `NOBODY` if none does. */
  debtor: Seat = NOBODY;
  /** The known course up to an earlier position; `null` if set up. `board.trails` has the turns since. Shared by copies. */
  origin: MaskerPast | null = null;
  /** The crosses at which a pile is full [M11]. */
  private readonly limit: number;

  /** An empty board: `startOf` and `sample` fill it. */
  constructor(options: MaskerOptions, players: number) {
    this.options = options;
    this.players = players;
    this.board = new MaskerBoard(options.touch);
    this.limit = fullPile(players);
  }

  begin({ grid, tokens }: MaskerDeal): void {
    const { options, board } = this;
    const stacks = stacksOf(options, grid);
    let index = 0;
    for (const cell of cellsOf(options.board)) board.put(cell, stacks[index++] ?? '');
    this.owners = ownersOf(tokens.split(''));
    this.origin = { grid, moves: NO_MOVES };
    board.aim(NEUTRAL);
  }

  /** The seats skipped before this turn [M5]; none after its first capture. */
  get passed(): Seat[] {
    const { players, turn, lastTurn } = this;
    if (turn === NOBODY || lastTurn === NOBODY || this.trail !== 0) return [];
    const skipped = (turn - lastTurn - 1 + players) % players;
    return Array.from({ length: skipped }, (_, index) => (lastTurn + 1 + index) % players);
  }

  /** The choice of [M13] that the seat to move has to make, because it put itself out; `null` if there is none. */
  get gift(): Gift | null {
    return this.mustGive ? this.giftFor(this.turn) : null;
  }

  legalMoves(into: MoveList): number {
    if (this.turn === NOBODY) return 0;
    let count = 0;
    const { gift } = this;
    if (gift !== null) {
      for (let given = gift.least; given <= gift.most; given++) into[count++] = GIVE + given;
      return count;
    }
    count = this.board.listTargets(into);
    if (this.trail !== 0) into[count++] = STOP;
    return count;
  }

  countMoves(): number {
    if (this.turn === NOBODY) return 0;
    const { gift, board } = this;
    if (gift !== null) return gift.most - gift.least + 1;
    return board.countTargets() + (this.trail !== 0 ? 1 : 0);
  }

  randomMove(rng: Rng): Move {
    if (this.mustGive) return randomGift(this.giftFor(this.turn), rng);
    const { board } = this;
    const captures = board.countTargets();
    const pick = rng.below(this.trail === 0 ? captures : captures + 1);
    return pick === captures ? STOP : board.target(pick);
  }

  play(move: Move): void {
    if (move < STOP) this.capture(move);
    else if (move === STOP) this.endTurn();
    else this.give(move);
  }

  isFull(seat: Seat): boolean {
    return (this.board.piles[seat] as number) >= this.limit;
  }

  isOut(seat: Seat): boolean {
    const { firstExit, secondExit } = this;
    if (firstExit === null) return false;
    const side = sideOf(this.players, seat);
    return firstExit.side === side || secondExit?.side === side;
  }

  /** The number of crosses missing in the stacks of a seat [M11]. */
  missing(seat: Seat): number {
    return this.limit - (this.board.piles[seat] as number);
  }

  copyFrom(other: this): void {
    this.board.copyFrom(other.board);
    this.restore(other);
  }

  clone(): this {
    return copied(this, new MaskerPosition(this.options, this.players));
  }

  /** Makes this the position that `from` describes, on the same board. */
  restore(from: MaskerState): void {
    this.turn = from.turn;
    this.turnIndex = from.turnIndex;
    this.trail = from.trail;
    this.lastTurn = from.lastTurn;
    this.lastTrail = from.lastTrail;
    this.owners = from.owners;
    this.firstExit = from.firstExit;
    this.secondExit = from.secondExit;
    this.debtor = from.debtor;
    this.origin = from.origin;
  }

  /** By [M15]. Before the end all scores are 0 and the seats that are still in share the first place. */
  outcome(): Outcome {
    const first = (this.firstExit?.side ?? NOBODY) + 1;
    const second = (this.secondExit?.side ?? NOBODY) + 1;
    return outcomeOf((this.players << 5) | (first << 3) | (second << 1) | Number(this.turn === NOBODY));
  }

  /** Whether the seat to move put itself out and has the choice of [M13]. */
  private get mustGive(): boolean {
    return this.firstExit !== null && this.firstExit.side === this.turn;
  }

  /** In the order of [M14]: elimination and transfer, full stacks, the end of the turn. */
  private capture(cell: number): void {
    const { board, turn } = this;
    const cross = board.capture(cell);
    const trail = (this.trail << CAPTURE_BITS) | (cell << 3) | cross;
    this.trail = trail;
    const pile = board.keep(turn === this.debtor ? this.creditor() : turn, cross);
    if (board.left[cross] === 0 && this.putOutOwner(cross)) return;
    const isolated = board.near === 0 && cross !== WHITE;
    if (trail >= FULL_TRAIL || isolated || (pile >= this.limit && this.isFull(turn))) this.endTurn();
  }

  /** The seat whose pile a cross goes to that a debtor captures: that of the player who is out [M13]. The last one ends the debt. */
  private creditor(): Seat {
    const side = this.firstExit?.side ?? NOBODY;
    if (this.missing(side) === 1) this.debtor = NOBODY;
    return side;
  }

  /** Puts out the owner of a colour whose last cross was captured [M12], with the transfer of [M13]. Returns whether the turn ended. */
  private putOutOwner(colour: number): boolean {
    const { turn, firstExit } = this;
    const side = this.owners[colour] as number;
    if (side === NOBODY) return false;
    const exit = { side, by: turn, turn: this.turnIndex, given: NOTHING_GIVEN };
    if (firstExit === null) this.firstExit = exit;
    else this.secondExit = exit;
    if (firstExit !== null || sideCount(this.players) === 2) {
      this.closeTurn(NOBODY);
      return true;
    }
    if (side !== turn) {
      const given = [0, 0, 0];
      given[turn] = Math.min(this.missing(side), this.board.piles[turn] as number);
      this.settle(exit, given, turn);
      return false;
    }
    const { least, most } = this.giftFor(side);
    if (least >= most) this.give(GIVE + most);
    return true;
  }

  /** The stacks of a player who puts themselves out are filled from both others. If there is a choice, the player makes it [M13]. */
  private giftFor(seat: Seat): Gift {
    const next = (seat + 1) % 3;
    const other = (seat + 2) % 3;
    const missing = this.missing(seat);
    const least = Math.max(0, missing - (this.board.piles[other] as number));
    return { next, other, missing, least, most: Math.min(missing, this.board.piles[next] as number) };
  }

  /** Plays the choice of [M13]: so many crosses come from the next player, the rest from the other. Ends the turn. */
  private give(move: Move): void {
    const count = move - GIVE;
    const exit = this.firstExit;
    if (exit === null) throw new Error('no player is out');
    const { next, other, missing } = this.giftFor(exit.side);
    const given = [0, 0, 0];
    given[next] = count;
    given[other] = Math.min(missing - count, this.board.piles[other] as number);
    this.settle(exit, given, next);
    this.endTurn();
  }

  /** Moves what each seat gives from the top of its pile to that of the player who is out [M13]. `debtor` owes what is missing then. */
  private settle({ side, by, turn }: Exit, given: readonly number[], debtor: Seat): void {
    for (const seat of [(side + 1) % 3, (side + 2) % 3]) this.board.hand(seat, side, given[seat] as number);
    this.firstExit = { side, by, turn, given };
    if (!this.isFull(side)) this.debtor = debtor;
  }

  /**
   * Ends the turn. The next seat that is neither out nor full begins a turn; this may be the same seat [M5].
   * Such a seat always exists in a running game: full piles would need 36 crosses and only 35 can be captured; a debtor's pile is empty.
   * The right to capture any cross passes to the next player [M9] [M10].
   */
  private endTurn(): void {
    const { players } = this;
    const out = this.firstExit === null ? NOBODY : this.firstExit.side;
    let seat = this.turn;
    do seat = seat + 1 === players ? 0 : seat + 1;
    while (this.isFull(seat) || seat === out);
    this.closeTurn(seat);
  }

  /** Keeps the captures of this turn, which views show during the next one, and gives the turn to `next`. */
  private closeTurn(next: Seat): void {
    this.board.trails[this.turnIndex] = this.trail;
    this.lastTurn = this.turn;
    this.lastTrail = this.trail;
    this.trail = 0;
    this.turnIndex++;
    this.turn = next;
  }
}

/** There are few outcomes. A key holds the number of players, the sides that went out first and second plus 1, and whether the game is over. */
const outcomeOf = interned((key): Outcome => {
  const players = key >> 5;
  const [first, second] = [((key >> 3) & 3) - 1, ((key >> 1) & 3) - 1];
  const sides = sideCount(players);
  const lasted = Array.from({ length: players }, (_, seat) => {
    const side = sideOf(players, seat);
    return side === first ? 1 : side === second ? 2 : sides;
  });
  const isOver = (key & 1) === 1;
  return { scores: lasted.map((order) => Number(isOver && order === sides)), places: placesByScore(lasted) };
});

const randomGift = ({ least, most }: Gift, rng: Rng): number => GIVE + least + rng.below(most - least + 1);

export function startOf({ options, players, deal }: Setup<MaskerOptions, MaskerDeal>): MaskerPosition {
  const position = new MaskerPosition(options, players);
  position.begin(deal);
  return position;
}

export function capturesIn(trail: number): { cell: number; cross: number }[] {
  const captures: { cell: number; cross: number }[] = [];
  for (let rest = trail; rest !== 0; rest >>= CAPTURE_BITS)
    captures.unshift({ cell: (rest >> 3) & 63, cross: rest & 7 });
  return captures;
}

/** By colour number: the side that drew the token; `NOBODY` if none did. `tokens` are the letters of the sides. */
export function ownersOf(tokens: readonly string[]): number[] {
  const owners = [...NO_OWNERS];
  for (let side = 0; side < tokens.length; side++) owners[LETTERS.indexOf(tokens[side] ?? '')] = side;
  return owners;
}
