/**
 * Moves. A move is a placement: a line of 2 to 5 cells, with a number from 0 to 669. Placements are numbered by their
 * first cell (`column + 11 * row`, `a1` = 0, `b1` = 1, `a2` = 11), then along the row before along the column, then from
 * short to long; only lines wholly on the board have a number:
 *
 *   0 `a1-b1`   1 `a1-c1`   2 `a1-d1`   3 `a1-e1`   4 `a1-a2`   5 `a1-a3`   6 `a1-a4`   7 `a1-a5`   8 `b1-c1`   …
 *
 * Height and bridge follow from the position [N5]. The neutral pieces of length 1 are 670 + cell; they are in deals only.
 * `placements.ts` builds the table.
 */
import {
  copied,
  hashNumbers,
  type MoveList,
  NOBODY,
  type Outcome,
  placesByScore,
  type Position,
  type Rng,
  type Seat,
} from '@tablier/core';
import { lowestBit } from '../shared/bits.ts';
import { NascaBoard, NEUTRAL, SEAT_COLOURS } from './board.ts';
import type { NascaOptions } from './facts.ts';
import { Territory, wallRules, type WallRules } from './scoring.ts';
import { CANDIDATES, FIRSTS, SHORTEST, SIZES } from './placements.ts';

/** By length: the number of pieces of each player [N2]. */
export const STOCK = [0, 0, 2, 3, 4, 3] as const;
const HAND_LENGTHS = STOCK.length;
const TRIES = 100;

const NONE: readonly Seat[] = [];
const ONLY: readonly (readonly Seat[])[] = [[0], [1]];

const otherThan = (seat: Seat): Seat => 1 - seat;
const colourOf = (seat: Seat): number => SEAT_COLOURS[seat] as number;

export class NascaPosition implements Position {
  turn: Seat = 0;
  turnIndex = 0;
  /** Counted from 0. Stays at the last round when the game is over. */
  round = 0;
  readonly options: NascaOptions;
  readonly rounds: number;
  readonly wallRules: WallRules;
  readonly board = new NascaBoard();
  /** The neutral pieces of both rounds, in placing order [N9]. */
  neutrals: readonly number[];
  /** By earlier round, by seat: the points. */
  earlier: readonly (readonly number[])[] = [];
  /** By earlier round: its final board. Not modified again. */
  earlierBoards: readonly NascaBoard[] = [];
  /** The seats that had to pass before this turn [N8]. At the end of a round only those that still hold pieces. */
  passed: readonly Seat[] = NONE;

  /** By `seat * 6 + length`: pieces in hand. */
  private readonly stock = new Uint8Array(2 * HAND_LENGTHS);
  /** By seat: the lengths in hand, as bits. */
  private readonly lengths = new Uint8Array(2);
  /** By seat: a line that recently had a legal placement. Only a hint where to start searching. */
  private readonly hints = new Uint8Array(2);

  readonly #territory = new Territory();

  constructor(options: NascaOptions, neutrals: readonly number[]) {
    this.options = options;
    this.rounds = options.rounds;
    this.wallRules = wallRules(options);
    this.neutrals = neutrals;
    this.beginRound(0);
  }

  inHand(seat: Seat, length: number): number {
    return this.stock[seat * HAND_LENGTHS + length] as number;
  }

  lengthsInHand(seat: Seat): number {
    return this.lengths[seat] as number;
  }

  legalMoves(into: MoveList): number {
    const { turn } = this;
    return turn === NOBODY ? 0 : this.board.list(colourOf(turn), this.lengths[turn] as number, into);
  }

  countMoves(): number {
    const { turn } = this;
    return turn === NOBODY ? 0 : this.board.tally(colourOf(turn), this.lengths[turn] as number);
  }

  /** Tries random placements of the lengths in hand until one is legal. This rarely needs more than ten tries. */
  randomMove(rng: Rng): number {
    const colour = colourOf(this.turn);
    const candidates = CANDIDATES[this.lengths[this.turn] as number] as Uint16Array;
    for (let tries = 0; tries < TRIES; tries++) {
      const move = candidates[rng.below(candidates.length)] as number;
      if (this.board.allows(move, colour)) return move;
    }
    const moves = new Uint16Array(candidates.length);
    return moves[rng.below(this.legalMoves(moves))] as number;
  }

  play(move: number): void {
    const { turn } = this;
    this.take(turn, SIZES[move] as number);
    this.board.place(move, colourOf(turn));
    this.turnIndex++;
    this.passOn(turn);
  }

  copyFrom(other: NascaPosition): void {
    this.turn = other.turn;
    this.turnIndex = other.turnIndex;
    this.round = other.round;
    this.neutrals = other.neutrals;
    this.earlier = other.earlier;
    this.earlierBoards = other.earlierBoards;
    this.passed = other.passed;
    this.board.copyFrom(other.board);
    this.stock.set(other.stock);
    this.lengths.set(other.lengths);
    this.hints.set(other.hints);
  }

  clone(): this {
    return copied(this, new NascaPosition(this.options, this.neutrals));
  }

  digest(): number {
    const { board, turn, turnIndex, round } = this;
    return hashNumbers([turn, turnIndex, round, ...board.placements.subarray(0, board.count)]);
  }

  /** The points of all rounds, including the present board [N16]. */
  outcome(): Outcome {
    const scores = this.boardPoints();
    for (const points of this.earlier) {
      for (const [seat, count] of points.entries()) scores[seat] = (scores[seat] as number) + count;
    }
    return { scores, places: placesByScore(scores) };
  }

  /** By seat: the points of the present board [N11]–[N15]. */
  boardPoints(): number[] {
    const territory = this.judged();
    return [territory.points(0), territory.points(1)];
  }

  /** The territory of the present board. Valid until the next call. */
  judged(): Territory {
    this.#territory.judgeBoard(this.board, this.wallRules);
    return this.#territory;
  }

  take(seat: Seat, length: number): void {
    const left = (this.stock[seat * HAND_LENGTHS + length] as number) - 1;
    this.stock[seat * HAND_LENGTHS + length] = left;
    if (left === 0) this.lengths[seat] = (this.lengths[seat] as number) & ~(1 << length);
  }

  /** Clears the board, places the landscape and returns the pieces to the hands. Seat 0 begins round 0, seat 1 round 1 [N16]. */
  beginRound(round: number): void {
    this.round = round;
    this.turn = round;
    this.board.clear();
    for (const placement of this.neutrals) this.board.place(placement, NEUTRAL);
    for (let seat = 0; seat < 2; seat++) {
      this.stock.set(STOCK, seat * HAND_LENGTHS);
      this.lengths[seat] = EVERY_LENGTH;
    }
  }

  private passOn(mover: Seat): void {
    const other = otherThan(mover);
    this.passed = NONE;
    if (this.canPlace(other)) {
      this.turn = other;
    } else if (this.canPlace(mover)) {
      this.turn = mover;
      this.passed = ONLY[other] as readonly Seat[];
    } else {
      this.passed = [other, mover].filter((seat) => this.lengths[seat] !== 0);
      this.endRound();
    }
  }

  private canPlace(seat: Seat): boolean {
    const lengths = this.lengths[seat] as number;
    if (lengths === 0) return false;
    const line = this.board.find(colourOf(seat), lengths, this.hints[seat] as number);
    if (line < 0) return false;
    this.hints[seat] = line;
    return true;
  }

  /** A placement that a seat could make if it had the turn; -1 if there is none. */
  somePlacement(seat: Seat): number {
    if (!this.canPlace(seat)) return -1;
    const line = this.hints[seat] as number;
    const lengths = this.board.lengthsOn(line, colourOf(seat)) & (this.lengths[seat] as number);
    return (FIRSTS[line] as number) + lowestBit(lengths) - SHORTEST;
  }

  private endRound(): void {
    if (this.round + 1 === this.rounds) {
      this.turn = NOBODY;
    } else {
      this.earlier = [...this.earlier, this.boardPoints()];
      const lying = new NascaBoard();
      lying.copyFrom(this.board);
      this.earlierBoards = [...this.earlierBoards, lying];
      this.beginRound(this.round + 1);
    }
  }
}

const EVERY_LENGTH = STOCK.reduce<number>((bits, count, length) => (count > 0 ? bits | (1 << length) : bits), 0);
