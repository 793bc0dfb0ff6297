import type { Seat } from '@tablier/core';
import { COLUMNS, type NascaBoardView, type NascaPiece, ROWS } from '@tablier/games/nasca';
import {
  type Box,
  boxOfCells,
  cellsOn,
  type Label,
  lifted,
  rimLabels as labelsOn,
  type Raised,
  type Solid,
  type Tone,
} from '../../board/scene/scene.ts';

export const RIM = 0.75;
export const WIDTH = COLUMNS + 2 * RIM;
export const HEIGHT = ROWS + 2 * RIM;
export const CELLS = COLUMNS * ROWS;

export const FRAME = {
  wood: 'cherry',
  width: WIDTH,
  height: HEIGHT,
  grid: { x: RIM, y: RIM, columns: COLUMNS, rows: ROWS },
} as const;

export const { turned, cellCentre, cellBox, cellsInOrder } = cellsOn(FRAME.grid);

export const rimLabels = (bottom: Seat): Label[] => labelsOn(FRAME.grid, (cell) => cellCentre(cell, bottom));

export const lineBox = (cells: readonly number[], bottom: Seat): Box =>
  boxOfCells(cellCentre(cells[0] as number, bottom), cellCentre(cells.at(-1) as number, bottom));

export const topBox = (
  { cells, level }: Pick<NascaPiece, 'cells' | 'level'>,
  bottom: Seat,
): Box & { readonly raised: Raised } => lifted(lineBox(cells, bottom), level);

export const toneOf = (owner: NascaPiece['owner']): Tone =>
  owner === 'neutral' ? 'neutral' : owner === 0 ? 'seat0' : 'seat1';

export function pieceSolid(piece: Omit<NascaPiece, 'at'>, heights: readonly number[], bottom: Seat): Solid {
  const air = piece.cells.map((cell) => piece.level - 1 - (heights[cell] as number));
  const box = lineBox(piece.cells, bottom);
  // Vertical ones are listed from the bottom of the board, and the picture is read from its top.
  const upright = box.depth > box.width;
  return {
    ...box,
    id: piece.id,
    shape: 'nasca/beam',
    tone: toneOf(piece.owner),
    level: piece.level - 1,
    raised: { dx: 0, dy: 0, up: piece.level - 1 },
    air: upright === (bottom === 0) ? air.toReversed() : air,
  };
}

export function pieceSolids({ pieces }: Pick<NascaBoardView, 'pieces'>, bottom: Seat): Solid[] {
  const heights = Array.from({ length: CELLS }, () => 0);
  return pieces.map((piece) => {
    const solid = pieceSolid(piece, heights, bottom);
    for (const cell of piece.cells) heights[cell] = piece.level;
    return solid;
  });
}

export function heightLabels({ heights, tops, pieces }: NascaBoardView, bottom: Seat): Label[] {
  return heights.flatMap((height, cell): Label[] => {
    const piece = pieces[tops[cell] ?? -1];
    if (piece === undefined) return [];
    return [
      {
        ...lifted(cellCentre(cell, bottom), height),
        text: String(height),
        role: 'inlaid',
        on: toneOf(piece.owner),
        size: 0.36,
      },
    ];
  });
}
