import { CELL_COUNTS } from './areas.ts';
import { ROWS } from './placements.ts';
import type { Territory } from './scoring.ts';

/** What the evaluation counts: by kind of number * `PLACES` + place of the position. The kinds of seat 1 follow those of seat 0. */
export type Counts = Uint16Array;

export const PLACES = 64;
const POINTS = 0;
/** The other empty cells with own walls in four, three or two directions. Two opposite directions alone do not count. */
export const FOURS = PLACES;
export const THREES = 2 * PLACES;
export const TWOS = 3 * PLACES;
/** From a kind of seat 0 to that of seat 1. */
export const PER_SEAT = 4 * PLACES;

export const newCounts = (): Counts => new Uint16Array(2 * PER_SEAT);

/** The points of seat 0 less those of seat 1 [N14]. */
export const pointsLead = (counts: Counts, place: number): number =>
  (counts[POINTS + place] as number) - (counts[PER_SEAT + POINTS + place] as number);

export function countCells(judged: Territory, into: Counts, place: number): void {
  countOf(judged, 0, into, place);
  countOf(judged, 1, into, PER_SEAT + place);
}

function countOf(judged: Territory, seat: 0 | 1, into: Counts, at: number): void {
  const { empty } = judged;
  const own = judged.shown[seat];
  const scoring = judged.cells[seat];
  const higher = judged.higherThan(seat);
  let below = 0;
  let fours = 0;
  let threes = 0;
  let twos = 0;
  for (let row = 0; row < ROWS; row++) {
    const here = own[row] as number;
    const above = higher[row] as number;
    const left = spreadUp(here);
    const right = spreadDown(here);
    const open = (empty[row] as number) & ~(scoring[row] as number);
    const bothAcross = left & right & open;
    const anyAcross = (left | right) & open;
    const all = bothAcross & below & above;
    const anyAlong = below | above;
    const most = (bothAcross & anyAlong) | (anyAcross & below & above);
    fours += CELL_COUNTS[all] as number;
    threes += CELL_COUNTS[most & ~all] as number;
    twos += CELL_COUNTS[anyAcross & anyAlong & ~most] as number;
    below |= here;
  }
  into[at + POINTS] = judged.points(seat);
  into[at + FOURS] = fours;
  into[at + THREES] = threes;
  into[at + TWOS] = twos;
}

function spreadUp(row: number): number {
  return row === 0 ? 0 : -2 * (row & -row);
}

function spreadDown(row: number): number {
  return row === 0 ? 0 : (1 << (31 - Math.clz32(row))) - 1;
}
