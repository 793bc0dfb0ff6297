import type { Seat } from '@tablier/core';
import { cellOn, type PieceView, SIZE, type Slot } from '@tablier/games/isaac';
import { type Box, boxOfCells, cellsOn, type Label, type Point, type Solid } from '../../board/scene/scene.ts';

const RIM = 0.75;

const SIDE = SIZE + 2 * RIM;

export const FRAME = {
  wood: 'oak',
  width: SIDE,
  height: SIDE,
  grid: { x: RIM, y: RIM, columns: SIZE, rows: SIZE },
} as const;

/** Cells are given by Dark's number [I1] [I2]. */
export const { cellCentre, cellBox, cellsInOrder } = cellsOn(FRAME.grid);

export const pieceBox = ({ from, to }: Pick<PieceView | Slot, 'from' | 'to'>, bottom: Seat): Box =>
  boxOfCells(cellCentre(from, bottom), cellCentre(to, bottom));

export const barSolid = (id: string, seat: Seat, box: Box, number: number): Solid => ({
  ...box,
  ...{ id, shape: 'isaac/bar', tone: seat === 0 ? 'seat0' : 'seat1', marking: String(number) },
});

/** The whole row (0 to 9) or column (10 to 19). */
export const lineBox = (line: number, bottom: Seat): Box =>
  pieceBox({ from: cellOn(line, 0), to: cellOn(line, SIZE - 1) }, bottom);

/** The track of a counter: the cells of the scores 0 to 99, then a place on the rim for 100 and more [I8]. */
export function railOf(seat: Seat, bottom: Seat): Point[] {
  const cells = Array.from({ length: 100 }, (_, score) => cellCentre(seat === 0 ? score : 99 - score, bottom));
  const beyond = seat === bottom ? { x: SIDE - RIM / 2, y: RIM / 2 } : { x: RIM / 2, y: SIDE - RIM / 2 };
  return [...cells, beyond];
}

/** The numbers of rows and columns for the seat at the bottom, at the bottom and on the left; on request those of the other seat, too [I1] [I2]. */
export function rimLabels(both: boolean): Label[] {
  return Array.from({ length: SIZE }, (_, index): Label[] => {
    const along = RIM + index + 0.5;
    const text = String(index);
    const own: Label[] = [
      { x: along, y: SIDE - RIM / 2, text, role: 'near' },
      { x: RIM / 2, y: SIDE - along, text, role: 'near' },
    ];
    const other: Label[] = [
      { x: SIDE - along, y: RIM / 2, text, role: 'faint' },
      { x: SIDE - RIM / 2, y: along, text, role: 'faint' },
    ];
    return both ? [...own, ...other] : own;
  }).flat();
}

export const chipPlace = ({ x, y, width, depth }: Box): Point =>
  width > depth ? { x: x + width / 2 - 0.5, y } : { x, y: y - depth / 2 + 0.5 };

/** Between the middles of a number and of a counter that does not cover a part of it. */
const CLEAR = 0.75;

/** Where the number of a bar is seen, from its middle: as near to it as the counters allow. */
export function numberPlace({ x, y, width, depth }: Box, counters: readonly Point[]): Point {
  const most = Math.abs(width - depth) / 2;
  const steps = Array.from({ length: 4 * most + 1 }, (_, at) => (at % 2 === 0 ? 1 : -1) * Math.ceil(at / 2) * 0.5);
  const places = steps.map((step): Point => (width > depth ? { x: step, y: 0 } : { x: 0, y: step }));
  const isFree = (at: Point): boolean =>
    counters.every((counter) => Math.hypot(counter.x - x - at.x, counter.y - y - at.y) >= CLEAR);
  return places.find(isFree) ?? { x: 0, y: 0 };
}
