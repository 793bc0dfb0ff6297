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
import { countBits, lowestBit, selectBit } from '../shared/bits.ts';
import { type MaskerDeal, stacksOf } from './deal.ts';
import { putOut, takeGift } from './elimination.ts';
import { fullPile, type MaskerOptions, sideCount, sideOf } from './options.ts';
import {
  BIT_HIGH,
  BIT_LOW,
  CELLS,
  cellsOf,
  COLOUR_CROSSES,
  COLOURS,
  HALF,
  LETTERS,
  NEIGHBOURS,
  type Neighbours,
  NEUTRAL,
  WHITE,
  WHITE_CROSSES,
} from './tables.ts';
import { endTurn } from './turn.ts';

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
export const MOST_GIVEN = 11;
export const MOVE_SPACE = GIVE + MOST_GIVEN + 1;

/** The most captures of a turn [M8]. */
export const TURN_CAPTURES = 3;

/** Whether the next capture may be of any cross: no; yes, the colourless cross is isolated [M9]; yes, a white cross was taken [M10]. */
export const NOT_FREE = 0;
const FREE_BY_ISOLATION = 1;
export const FREE_BY_WHITE = 2;

/**
 * Both boards consist of stacks: a flat cell is a stack of at most one. The colourless cross is not part of a stack; it is on top of the
 * stack at `neutral`. A capture is then the same operation everywhere, even on its own cell [M18].
 */
export class MaskerPosition implements Position {
  readonly options: MaskerOptions;
  readonly players: number;
  /** The crosses at which a pile is full [M11]. */
  readonly limit: number;
  readonly near: Neighbours;

  /** By cell: three bits per cross, the top one in the lowest bits; 0 for an empty cell. */
  readonly stacks: Uint16Array;
  /** By cross number: the number in play. */
  readonly left: Uint8Array;
  /** By seat: crosses captured and kept. */
  readonly piles: Uint8Array;
  /** By colour number: the side that drew its token, or `NOBODY`. */
  readonly owners: Int8Array;
  /** By seat: the crosses given away when the first of three players went out [M13]. */
  readonly given: Uint8Array;
  private readonly bytes: Uint8Array;

  turn: Seat = 0;
  turnIndex = 0;
  /** The cells with a cross in their stack, not counting the colourless one. Two words, see `tables.ts`. */
  low = 0;
  high = 0;
  /** The cells of `low` and `high` that may be captured now. */
  targetsLow = 0;
  targetsHigh = 0;
  /** The cell of the colourless cross. */
  neutral = 0;
  /** Captures made in this turn. */
  captures = 0;
  /** The captures of this turn, nine bits each (cell × 8 + cross), the last one in the lowest bits. */
  trail = 0;
  /** The seat of the turn before this one, with its captures and trail. `NOBODY` in the first turn. */
  lastTurn: Seat = NOBODY;
  lastCaptures = 0;
  lastTrail = 0;
  free = NOT_FREE;
  /** The number of seats skipped before this turn [M5]. */
  skipped = 0;
  /** The bounds of a pending choice of [M13]. `giveMost` is 0 if none is pending. */
  giveLeast = 0;
  giveMost = 0;
  /** The side that went out first, the seat whose capture it was, and the index of that turn. */
  out = NOBODY;
  outBy: Seat = NOBODY;
  outTurn = 0;
  /** The same for the second of three players. */
  second = NOBODY;
  secondBy: Seat = NOBODY;
  secondTurn = 0;
  /** The number of crosses missing in the stacks of the player who is out, and the seat that owes them [M13]. */
  debt = 0;
  debtor: Seat = NOBODY;

  /** An empty board: `start` and `sample` fill it. */
  constructor(options: MaskerOptions, players: number) {
    this.options = options;
    this.players = players;
    this.limit = fullPile(players);
    this.near = NEIGHBOURS[options.touch];
    const buffer = new ArrayBuffer(2 * CELLS + 8 + 4 + 8 + 4);
    this.stacks = new Uint16Array(buffer, 0, CELLS);
    this.left = new Uint8Array(buffer, 2 * CELLS, 8);
    this.piles = new Uint8Array(buffer, 2 * CELLS + 8, 4);
    this.owners = new Int8Array(buffer, 2 * CELLS + 12, 8);
    this.given = new Uint8Array(buffer, 2 * CELLS + 20, 4);
    this.bytes = new Uint8Array(buffer);
  }

  /** The seats skipped before this turn [M5]; none after its first capture. */
  get passed(): Seat[] {
    const { players, turn, skipped } = this;
    if (turn === NOBODY || this.captures > 0) return [];
    return Array.from({ length: skipped }, (_, index) => (turn - skipped + index + players) % players);
  }

  legalMoves(into: MoveList): number {
    let count = 0;
    if (this.giveMost > 0) {
      for (let given = this.giveLeast; given <= this.giveMost; given++) into[count++] = GIVE + given;
      return count;
    }
    for (let rest = this.targetsLow; rest !== 0; rest &= rest - 1) into[count++] = lowestBit(rest);
    for (let rest = this.targetsHigh; rest !== 0; rest &= rest - 1) into[count++] = HALF + lowestBit(rest);
    if (this.captures > 0) into[count++] = STOP;
    return count;
  }

  countMoves(): number {
    if (this.giveMost > 0) return this.giveMost - this.giveLeast + 1;
    return countBits(this.targetsLow) + countBits(this.targetsHigh) + (this.captures > 0 ? 1 : 0);
  }

  randomMove(rng: Rng): Move {
    if (this.giveMost > 0) return GIVE + this.giveLeast + rng.below(this.giveMost - this.giveLeast + 1);
    const low = countBits(this.targetsLow);
    const captures = low + countBits(this.targetsHigh);
    const pick = rng.below(this.captures > 0 ? captures + 1 : captures);
    if (pick < low) return selectBit(this.targetsLow, pick);
    return pick < captures ? HALF + selectBit(this.targetsHigh, pick - low) : STOP;
  }

  play(move: Move): void {
    if (move < STOP) this.capture(move);
    else if (move === STOP) endTurn(this);
    else takeGift(this, move - GIVE);
  }

  /** In the order of [M14]: elimination and transfer, full stacks, the end of the turn. */
  private capture(cell: number): void {
    const stack = this.stacks[cell] as number;
    const cross = stack & 7;
    this.stacks[cell] = stack >> 3;
    if (stack < 8) {
      this.low &= ~(BIT_LOW[cell] as number);
      this.high &= ~(BIT_HIGH[cell] as number);
    }
    this.neutral = cell;
    this.captures++;
    this.trail = (this.trail << 9) | (cell << 3) | cross;
    this.lay();
    this.findTargets(cross === WHITE);
    const left = (this.left[cross] as number) - 1;
    this.left[cross] = left;
    if (left === 0 && (this.owners[cross] as number) !== NOBODY && putOut(this, this.owners[cross] as number)) return;
    if (this.captures === TURN_CAPTURES || this.free === FREE_BY_ISOLATION || this.isFull(this.turn)) endTurn(this);
  }

  /** Puts the captured cross on the mover's pile, or pays a debt with it [M13]. */
  private lay(): void {
    const { turn, piles } = this;
    if (turn === this.debtor) {
      piles[this.out] = (piles[this.out] as number) + 1;
      this.debt--;
      if (this.debt === 0) this.debtor = NOBODY;
    } else {
      piles[turn] = (piles[turn] as number) + 1;
    }
  }

  /** Sets what may be captured next: crosses that touch the colourless one, or any cross if it is isolated [M9] or `white` was taken [M10]. */
  findTargets(white: boolean): void {
    const low = this.low & (this.near.low[this.neutral] as number);
    const high = this.high & (this.near.high[this.neutral] as number);
    this.free = white ? FREE_BY_WHITE : (low | high) === 0 ? FREE_BY_ISOLATION : NOT_FREE;
    this.targetsLow = this.free === NOT_FREE ? low : this.low;
    this.targetsHigh = this.free === NOT_FREE ? high : this.high;
  }

  clearTargets(): void {
    this.free = NOT_FREE;
    this.targetsLow = 0;
    this.targetsHigh = 0;
  }

  /** Puts a stack on a cell, given as letters, bottom first. The colourless cross may be on top. */
  putStack(cell: number, letters: string): void {
    let stack = 0;
    for (let level = 0; level < letters.length; level++) {
      const cross = LETTERS.indexOf(letters.charAt(level));
      if (cross === NEUTRAL) this.neutral = cell;
      else stack = (stack << 3) | cross;
    }
    this.stacks[cell] = stack;
    this.low &= ~(BIT_LOW[cell] as number);
    this.high &= ~(BIT_HIGH[cell] as number);
    if (stack === 0) return;
    this.low |= BIT_LOW[cell] as number;
    this.high |= BIT_HIGH[cell] as number;
  }

  /** Keeps the captures of this turn, which views show during the next one. */
  closeTurn(): void {
    this.lastTurn = this.turn;
    this.lastCaptures = this.captures;
    this.lastTrail = this.trail;
    this.turnIndex++;
    this.captures = 0;
    this.trail = 0;
  }

  isFull(seat: Seat): boolean {
    return (this.piles[seat] as number) >= this.limit;
  }

  isOut(seat: Seat): boolean {
    const side = sideOf(this.players, seat);
    return side === this.out || side === this.second;
  }

  copyFrom(other: this): void {
    this.bytes.set(other.bytes);
    this.turn = other.turn;
    this.turnIndex = other.turnIndex;
    this.low = other.low;
    this.high = other.high;
    this.targetsLow = other.targetsLow;
    this.targetsHigh = other.targetsHigh;
    this.neutral = other.neutral;
    this.captures = other.captures;
    this.trail = other.trail;
    this.lastTurn = other.lastTurn;
    this.lastCaptures = other.lastCaptures;
    this.lastTrail = other.lastTrail;
    this.free = other.free;
    this.skipped = other.skipped;
    this.giveLeast = other.giveLeast;
    this.giveMost = other.giveMost;
    this.out = other.out;
    this.outBy = other.outBy;
    this.outTurn = other.outTurn;
    this.second = other.second;
    this.secondBy = other.secondBy;
    this.secondTurn = other.secondTurn;
    this.debt = other.debt;
    this.debtor = other.debtor;
  }

  clone(): this {
    return copied(this, new MaskerPosition(this.options, this.players));
  }

  /** By [M15]. Before the end all scores are 0 and the seats that are still in share the first place. */
  outcome(): Outcome {
    const lasted = Array.from({ length: this.players }, (_, seat) => this.lasted(sideOf(this.players, seat)));
    const scores = lasted.map((order) => (this.turn === NOBODY && order === sideCount(this.players) ? 1 : 0));
    return { scores, places: placesByScore(lasted) };
  }

  /** 1 for the side that went out first, and so on; the number of sides for those still in. */
  private lasted(side: number): number {
    return side === this.out ? 1 : side === this.second ? 2 : sideCount(this.players);
  }
}

/** The position before the first move [M6]. */
export function startOf({
  options,
  players,
  deal: { grid, tokens },
}: Setup<MaskerOptions, MaskerDeal>): MaskerPosition {
  const position = new MaskerPosition(options, players);
  const stacks = stacksOf(options, grid);
  for (const [index, cell] of cellsOf(options.board).entries()) position.putStack(cell, stacks[index] ?? '');
  position.left.fill(COLOUR_CROSSES, 1, COLOURS + 1);
  position.left[WHITE] = WHITE_CROSSES;
  position.owners.fill(NOBODY);
  for (const [side, letter] of tokens.split('').entries()) position.owners[LETTERS.indexOf(letter)] = side;
  position.findTargets(false);
  return position;
}
