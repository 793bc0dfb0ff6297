import type { Solution, Solver } from '@tablier/ai';
import { type Move, NOBODY, type Seat } from '@tablier/core';
import { lowestBit } from '../../shared/bits.ts';
import { countAdvances, stepsAt } from '../board.ts';
import { ADVANCE, type IsaacPosition, REMOVAL } from '../position.ts';
import { PIECES } from '../slots.ts';
import * as facts from './pieces.ts';
import { Pieces } from './pieces.ts';

const ROOT = 0;
/** With `counter=upTo` a removal and its advance are two plies. */
const MAX_PLY = 2 * PIECES + 1;
const MAX_MOVES = 101;
/** A removal is stored with its urgency, so that sorting the numbers sorts the moves: `urgency << 5 | piece`. */
const PIECE_BITS = 5;
const PIECE_MASK = (1 << PIECE_BITS) - 1;

/** Finds the winner after the placement by best play, with a table of known positions and an explicit stack in flat arrays. */
export class ScoringSolver implements Solver {
  nodes = 0;
  winner: Seat = NOBODY;
  private readonly isUpTo: boolean;
  private readonly table: ResultTable;
  private readonly pieces = new Pieces();
  /** By ply. */
  private readonly board = new Int32Array(MAX_PLY + 1);
  private readonly facts = new Int32Array(MAX_PLY + 1);
  private readonly next = new Int32Array(MAX_PLY + 1);
  private readonly count = new Int32Array(MAX_PLY + 1);
  private readonly moves = new Int32Array((MAX_PLY + 1) * MAX_MOVES);
  private ply = ROOT;

  /** `tableBits`: the binary logarithm of the number of positions that are remembered. */
  constructor(isUpTo: boolean, tableBits: number) {
    this.isUpTo = isUpTo;
    this.table = new ResultTable(tableBits);
  }

  load(position: IsaacPosition): void {
    this.nodes = 0;
    this.ply = ROOT;
    this.table.clear();
    this.pieces.load(position);
    this.board[ROOT] = position.onBoard;
    this.facts[ROOT] = facts.packFacts(position);
    this.winner = this.pieces.certainWinner(position.onBoard, this.facts[ROOT] as number);
    this.listMoves(ROOT);
  }

  step(nodes: number): boolean {
    const target = this.nodes + nodes;
    while (this.winner === NOBODY && this.nodes < target) {
      this.nodes++;
      const winner = this.descend(this.ply);
      if (winner === NOBODY) this.ply++;
      else this.settle(winner);
    }
    return this.winner !== NOBODY;
  }

  solution(): Solution | null {
    const { winner } = this;
    if (winner === NOBODY) return null;
    return { winner, move: winner === facts.turnOf(this.facts[ROOT] as number) ? this.currentMove() : null };
  }

  /** The last move of the root that was tried: the one that wins if any does. The first one if the root needed no search. */
  private currentMove(): Move {
    const move = this.moves[Math.max(0, (this.next[ROOT] as number) - 1)] as number;
    if (facts.pendingOf(this.facts[ROOT] as number) >= 0) return ADVANCE + move;
    return REMOVAL + (this.pieces.slot[move & PIECE_MASK] as number);
  }

  /** Plays the next move of a node. Returns the winner of the position after it, or `NOBODY` if that has to be searched. */
  private descend(ply: number): Seat {
    const before = this.facts[ply] as number;
    const seat = facts.turnOf(before);
    const board = this.board[ply] as number;
    const index = this.next[ply] as number;
    this.next[ply] = index + 1;
    const move = this.moves[ply * MAX_MOVES + index] as number;
    if (facts.pendingOf(before) >= 0) return this.advance(ply + 1, board, facts.withoutPending(before), move);
    const piece = move & PIECE_MASK;
    const points = this.pieces.worth(board, before, piece);
    const left = board & ~(1 << piece);
    const after = facts.withLongest(before, seat, this.pieces.length[piece] as number);
    if (this.isUpTo) return this.enter(ply + 1, left, facts.withPending(after, points));
    return this.advance(ply + 1, left, after, points);
  }

  /** Moves the counter of the seat to move, and gives the turn to the next seat [I14] [I15]. */
  private advance(ply: number, board: number, before: number, points: number): Seat {
    const seat = facts.turnOf(before);
    if (facts.scoreOf(before, seat) + points >= 100) return seat;
    let after = facts.withPoints(before, seat, points);
    for (let turn = 1 - seat, tries = 0; tries < 2; tries++, turn = 1 - turn) {
      if (facts.isOut(after, turn)) continue;
      if (this.pieces.removable(board, after, turn) !== 0) {
        return this.enter(ply, board, facts.withTurn(after, turn));
      }
      after = facts.withOut(after, turn);
    }
    return this.pieces.ahead(facts.scoreOf(after, 0), facts.scoreOf(after, 1));
  }

  private enter(ply: number, board: number, after: number): Seat {
    const known = this.table.find(board, after);
    if (known !== NOBODY) return known;
    if (facts.pendingOf(after) < 0) {
      const certain = this.pieces.certainWinner(board, after);
      if (certain !== NOBODY) return certain;
    }
    this.board[ply] = board;
    this.facts[ply] = after;
    this.listMoves(ply);
    return NOBODY;
  }

  private listMoves(ply: number): void {
    this.next[ply] = 0;
    if (facts.pendingOf(this.facts[ply] as number) < 0) this.listRemovals(ply);
    else this.listAdvances(ply);
  }

  /** The most urgent first. */
  private listRemovals(ply: number): void {
    const { moves, pieces } = this;
    const board = this.board[ply] as number;
    const now = this.facts[ply] as number;
    const seat = facts.turnOf(now);
    const first = ply * MAX_MOVES;
    let end = first;
    pieces.weighLines(board, now);
    for (let rest = pieces.removable(board, now, seat); rest !== 0; rest &= rest - 1) {
      const piece = lowestBit(rest);
      const move = (pieces.urgency(board, now, piece, seat) << PIECE_BITS) | piece;
      let place = end++;
      for (; place > first && (moves[place - 1] as number) < move; place--) moves[place] = moves[place - 1] as number;
      moves[place] = move;
    }
    this.count[ply] = end - first;
  }

  /** The longest first. */
  private listAdvances(ply: number): void {
    const now = this.facts[ply] as number;
    const seat = facts.turnOf(now);
    const own = facts.scoreOf(now, seat);
    const other = facts.scoreOf(now, 1 - seat);
    const result = facts.pendingOf(now);
    const count = countAdvances(own, other, result);
    for (let index = 0; index < count; index++) {
      this.moves[ply * MAX_MOVES + index] = stepsAt(count - 1 - index, own, other, result);
    }
    this.count[ply] = count;
  }

  /** Backs up the winner of the position after the current move to the first node that has to continue. */
  private settle(winner: Seat): void {
    for (;;) {
      const { ply } = this;
      const seat = facts.turnOf(this.facts[ply] as number);
      if (winner !== seat && (this.next[ply] as number) < (this.count[ply] as number)) return;
      this.table.store(this.board[ply] as number, this.facts[ply] as number, winner);
      if (ply === ROOT) break;
      this.ply = ply - 1;
    }
    this.winner = winner;
  }
}

/** The winners of positions of one scoring. A place holds the whole position, so no entry is taken for another position's. */
export class ResultTable {
  private readonly mask: number;
  private readonly boards: Int32Array;
  private readonly facts: Int32Array;
  /** The generation, shifted by one, and the winner in bit 0. */
  private readonly results: Int32Array;
  /** Entries of earlier generations are void. */
  private generation = 0;

  constructor(bits: number) {
    const size = 1 << bits;
    this.mask = size - 1;
    this.boards = new Int32Array(size);
    this.facts = new Int32Array(size);
    this.results = new Int32Array(size);
  }

  clear(): void {
    this.generation++;
  }

  find(board: number, facts: number): Seat {
    const index = this.indexOf(board, facts);
    const result = this.results[index] as number;
    const isFound = result >> 1 === this.generation && this.boards[index] === board && this.facts[index] === facts;
    return isFound ? result & 1 : NOBODY;
  }

  store(board: number, facts: number, winner: Seat): void {
    const index = this.indexOf(board, facts);
    this.boards[index] = board;
    this.facts[index] = facts;
    this.results[index] = (this.generation << 1) | winner;
  }

  private indexOf(board: number, facts: number): number {
    const mixed = Math.imul(board ^ Math.imul(facts, 0x9e3779b1), 0x85ebca6b);
    return (mixed ^ (mixed >>> 15)) & this.mask;
  }
}
