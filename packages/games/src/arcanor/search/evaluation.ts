import type { Seat } from '@tablier/core';
import { CELLS, COLUMNS, goalRowOf, isFull, piecesOf, rowOf, ROWS, type Stack, WINNING_POINTS } from '../board.ts';
import { type Layout, spreadHigh, spreadLow } from '../layout.ts';
import { WEIGHTS } from './weights.ts';

/*
 * The evaluation is a sum of weights. `UNIT` of it make a win e times as likely as a loss. Each term counts for the owner of a piece and
 * against the other side. "Rows" are those that the piece still has to go to its goal row. The terms of stacks have two weights, for no
 * points on the goal rows and for `STAGES` of them, and count by how near the points of both sides are to either.
 *
 *   TOP      by size and rows of a top
 *   COLUMN   by size and distance to the nearest edge of a top that is not on its goal row
 *   HELD     by whether it is held by its own side, is directly under the top, size and rows
 *   POINTS   by the points of a side
 *   THREAT   by whether the attacker is to move, size and rows of the attacked top
 *   LOADED   by whether the attacker is to move and size of an attacked top that holds something
 *   FREE     by whether its side is to move, size and rows of a top that no enemy can stop on its way
 *   TEMPO    for the side to move
 */
export const UNIT = 256;
export const STAGES = 16;
const SIZES = 4;
const TOP = 0;
const COLUMN: number = TOP + SIZES * ROWS;
const HELD: number = COLUMN + SIZES * 4;
export const STACK_TERMS: number = HELD + 2 * 2 * SIZES * ROWS;
const POINTS: number = 2 * STACK_TERMS;
const THREAT: number = POINTS + 12;
const LOADED: number = THREAT + 2 * SIZES * ROWS;
const FREE: number = LOADED + 2 * SIZES;
const TEMPO: number = FREE + 2 * SIZES * ROWS;
export const WEIGHT_COUNT: number = TEMPO + 1;

const topTerm = (size: number, rows: number): number => TOP + ROWS * (size - 1) + rows;
const columnTerm = (size: number, edge: number): number => COLUMN + 4 * (size - 1) + edge;
const heldTerm = (isOwn: boolean, isDirect: boolean, size: number, rows: number): number =>
  HELD + ROWS * (SIZES * ((isOwn ? 2 : 0) + (isDirect ? 1 : 0)) + size - 1) + rows;
const threatTerm = (onMove: number, size: number, rows: number): number =>
  THREAT + ROWS * (SIZES * onMove + size - 1) + rows;
const loadedTerm = (onMove: number, size: number): number => LOADED + SIZES * onMove + size - 1;
const freeTerm = (onMove: number, size: number, rows: number): number =>
  FREE + ROWS * (SIZES * onMove + size - 1) + rows;

const rowsToGo = (owner: Seat, cell: number): number => Math.abs(goalRowOf(owner) - rowOf(cell));
const edgeOf = (cell: number): number => Math.min(cell % COLUMNS, COLUMNS - 1 - (cell % COLUMNS));

/** Calls `add` with each term of a stack and the seat for which it counts. Contents of a top on its goal row are worth nothing [A9]. */
export function forEachTermOfStack(cell: number, stack: Stack, add: (term: number, seat: Seat) => void): void {
  const [top, ...contents] = piecesOf(stack);
  if (top === undefined) return;
  const rows = rowsToGo(top.owner, cell);
  add(topTerm(top.size, rows), top.owner);
  if (rows === 0) return;
  add(columnTerm(top.size, edgeOf(cell)), top.owner);
  for (const [depth, { owner, size }] of contents.entries())
    add(heldTerm(owner === top.owner, depth === 0, size, rowsToGo(owner, cell)), owner);
}

const weightAt = (term: number): number => WEIGHTS[term] ?? 0;

/** `WORTH[2 * (256 * cell + stack) + late]`: the terms of a stack, from Light's view, with the weights of either stage. */
export const WORTH: Int16Array = new Int16Array(512 * CELLS);
for (let index = 0; index < 256 * CELLS; index++) {
  // No stack has two pieces of a size.
  if ((index & (index >> 4) & 15) !== 0) continue;
  forEachTermOfStack(index >> 8, index & 255, (term, seat) => {
    for (const late of [0, 1]) {
      const weight = weightAt(term + late * STACK_TERMS);
      WORTH[2 * index + late] = (WORTH[2 * index + late] as number) + (seat === 0 ? weight : -weight);
    }
  });
}

/** The stage of a game with these points on the goal rows, from 0 to `STAGES`. */
export const stageOf = (points: Int32Array): number => Math.min(STAGES, (points[0] as number) + (points[1] as number));

/** The sum of the worths of stacks at a stage, given the sums with the weights of either end. */
export const mixed = (early: number, late: number, stage: number): number =>
  ((early * (STAGES - stage) + late * stage) / STAGES) | 0;

/** `STOPPERS[4 * cell + 2 * turn + word]`: from where an enemy reaches Light's top on `cell` before it is home; then Dark's. */
const STOPPERS: Int32Array = new Int32Array(8 * CELLS);
for (let index = 0; index < 8 * CELLS; index++) {
  const owner = index >= 4 * CELLS ? 1 : 0;
  const cell = (index >> 2) % CELLS;
  const late = ((index >> 1) & 1) === owner ? 0 : 1;
  for (let from = 32 * (index & 1); from < Math.min(CELLS, 32 * (index & 1) + 32); from++) {
    if (canStop(from, cell, owner, late)) STOPPERS[index] = (STOPPERS[index] as number) | (1 << (from & 31));
  }
}

/** Whether an enemy on `from` meets a top that goes straight from `cell`. `late` is 1 if the enemy moves first. */
function canStop(from: number, cell: number, owner: Seat, late: number): boolean {
  const forward = owner === 0 ? COLUMNS : -COLUMNS;
  for (let step = 1 - late; step < rowsToGo(owner, cell); step++) {
    const at = cell + step * forward;
    const rows = Math.abs(rowOf(at) - rowOf(from));
    if (Math.max(rows, Math.abs((at % COLUMNS) - (from % COLUMNS))) <= step + late) return true;
  }
  return false;
}

/** `[2 * turn + ...]`: the weights of the terms by cell, for fast access: 64 * (4 * (2 * owner + turn) + size - 1) + cell. */
const byCell = (termAt: (onMove: number, size: number, rows: number) => number, attacker: 0 | 1): Int16Array =>
  Int16Array.from({ length: 1024 }, (_, index) => {
    const owner = index >> 9;
    const turn = (index >> 8) & 1;
    const side = attacker === 1 ? 1 - owner : owner;
    const cell = index & 63;
    return cell < CELLS ? weightAt(termAt(Number(side === turn), ((index >> 6) & 3) + 1, rowsToGo(owner, cell))) : 0;
  });
const THREAT_AT: Int16Array = byCell(threatTerm, 1);
const FREE_AT: Int16Array = byCell(freeTerm, 0);

/** Everything but the terms of stacks, from the view of the seat to move. */
export function evaluateBits({ stacks, bits, points, turn }: Layout): number {
  const threats = threatsTo(stacks, bits, 1, turn) - threatsTo(stacks, bits, 0, turn);
  const light = threats + freeOf(bits, 0, turn) - freeOf(bits, 1, turn);
  const lead = light + weightAt(POINTS + (points[0] as number)) - weightAt(POINTS + (points[1] as number));
  return (turn === 0 ? lead : -lead) + weightAt(TEMPO);
}

function threatsTo(stacks: Uint8Array, bits: Int32Array, owner: Seat, turn: Seat): number {
  let sum = 0;
  for (let size = 2; size <= SIZES; size++) {
    const victims = 2 * (4 * owner + size);
    const hunters = 2 * (4 * (1 - owner) + size - 1);
    const low = bits[hunters] as number;
    const high = bits[hunters + 1] as number;
    if ((low | high) === 0) continue;
    const table = 64 * (4 * (2 * owner + turn) + size - 1);
    const loaded = weightAt(loadedTerm(Number(owner !== turn), size));
    for (let set = (bits[victims] as number) & spreadLow(low, high); set !== 0; set &= set - 1) {
      const cell = 31 - Math.clz32(set & -set);
      sum += (THREAT_AT[table + cell] as number) + (isFull(stacks[cell] as number) ? loaded : 0);
    }
    for (let set = (bits[victims + 1] as number) & spreadHigh(low, high); set !== 0; set &= set - 1) {
      const cell = 63 - Math.clz32(set & -set);
      sum += (THREAT_AT[table + cell] as number) + (isFull(stacks[cell] as number) ? loaded : 0);
    }
  }
  return sum;
}

/** The tops of `owner` that nothing can stop. */
function freeOf(bits: Int32Array, owner: Seat, turn: Seat): number {
  let sum = 0;
  for (let size = 2; size <= SIZES; size++) {
    const tops = 2 * (4 * owner + size);
    const hunters = 2 * (4 * (1 - owner) + size - 1);
    const low = bits[hunters] as number;
    const high = bits[hunters + 1] as number;
    const table = 64 * (4 * (2 * owner + turn) + size - 1);
    for (let word = 0; word < 2; word++) {
      for (let set = bits[tops + word] as number; set !== 0; set &= set - 1) {
        const cell = 32 * word + 31 - Math.clz32(set & -set);
        const at = 4 * (CELLS * owner + cell) + 2 * turn;
        if (((low & (STOPPERS[at] as number)) | (high & (STOPPERS[at + 1] as number))) === 0)
          sum += FREE_AT[table + cell] as number;
      }
    }
  }
  return sum;
}

/** Calls `add` with every term of a position, how often it counts and for which seat. For the fit of the weights. */
export function forEachTerm(layout: Layout, add: (term: number, seat: Seat, times: number) => void): void {
  const { stacks, points, turn } = layout;
  const late = stageOf(points) / STAGES;
  for (let cell = 0; cell < CELLS; cell++) {
    forEachTermOfStack(cell, stacks[cell] as number, (term, seat) => {
      add(term, seat, 1 - late);
      add(term + STACK_TERMS, seat, late);
    });
  }
  add(TEMPO, turn, 1);
  for (const owner of [0, 1]) {
    if ((points[owner] as number) < WINNING_POINTS) add(POINTS + (points[owner] as number), owner, 1);
    for (let size = 2; size <= SIZES; size++) forEachTermOfSize(layout, owner, size, add);
  }
}

function forEachTermOfSize(
  { stacks, bits, turn }: Layout,
  owner: Seat,
  size: number,
  add: (term: number, seat: Seat, times: number) => void,
): void {
  const tops = 2 * (4 * owner + size);
  const hunters = 2 * (4 * (1 - owner) + size - 1);
  const hunterSets = [bits[hunters] as number, bits[hunters + 1] as number] as const;
  const attacked = [spreadLow(...hunterSets), spreadHigh(...hunterSets)];
  for (let cell = 0; cell < CELLS; cell++) {
    const word = cell >> 5;
    const bit = 1 << (cell & 31);
    if (((bits[tops + word] as number) & bit) === 0) continue;
    const rows = rowsToGo(owner, cell);
    const isThreatened = ((attacked[word] as number) & bit) !== 0;
    if (isThreatened) add(threatTerm(Number(owner !== turn), size, rows), 1 - owner, 1);
    if (isThreatened && isFull(stacks[cell] as number)) add(loadedTerm(Number(owner !== turn), size), 1 - owner, 1);
    const at = 4 * (CELLS * owner + cell) + 2 * turn;
    const stoppers = (hunterSets[0] & (STOPPERS[at] as number)) | (hunterSets[1] & (STOPPERS[at + 1] as number));
    if (stoppers === 0) add(freeTerm(Number(owner === turn), size, rows), owner, 1);
  }
}
