import type { Move, Seat } from '@tablier/core';
import {
  COLUMNS,
  connected,
  type NascaBoardView,
  type NascaPiece,
  type NascaView,
  ROWS,
  territoryAfter,
} from '@tablier/games/nasca';
import type { Gain } from '../../board/board-module.ts';
import {
  type Area,
  type AreaRole,
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

export const CELLS = COLUMNS * ROWS;

const RIM = 0.75;

export const FRAME = {
  wood: 'cherry',
  width: COLUMNS + 2 * RIM,
  height: ROWS + 2 * RIM,
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

type Laid = Omit<NascaPiece, 'at' | 'length'>;

export function pieceSolid(piece: Laid, heights: readonly number[], bottom: Seat): Solid {
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

export type Territory = NascaBoardView['territory'];

export interface GroundChange {
  readonly seat: Seat;
  readonly before: Territory;
  readonly after: Territory;
}

export const changeOf = (view: NascaView, move: Move): GroundChange => ({
  seat: view.turn,
  before: view.territory,
  after: territoryAfter(view, move),
});

export function countText(territory: Territory, change: GroundChange | null, seat: Seat): string {
  const now = territory[seat]?.length ?? 0;
  const then = change?.after[seat]?.length ?? now;
  return then === now ? String(now) : `${now} → ${then} (${signed(then - now)})`;
}

export function gainText({ seat, before, after }: GroundChange): string | null {
  const gain = (after[seat]?.length ?? 0) - (before[seat]?.length ?? 0);
  return gain === 0 ? null : signed(gain);
}

const signed = (count: number): string => (count < 0 ? `−${-count}` : `+${count}`);

export function groundAreas(territory: Territory, change: GroundChange | null, bottom: Seat): Area[] {
  const shown = change?.after ?? territory;
  return shown.flatMap((cells, seat) => {
    const before = change?.before[seat] ?? cells;
    const kept = cells.filter((cell) => before.includes(cell));
    const added = cells.filter((cell) => !before.includes(cell));
    return [
      ...areasOf(kept, seat === 0 ? 'seat0' : 'seat1', bottom, { isCounted: true }),
      ...areasOf(added, 'gain', bottom, { isCounted: false }),
    ];
  });
}

const areasOf = (cells: readonly number[], role: AreaRole, bottom: Seat, { isCounted }: { isCounted: boolean }) =>
  connected(cells).map((part): Area => {
    const centres = part.map((cell) => cellCentre(cell, bottom));
    const area = { id: `${role}-${Math.min(...part)}`, cells: centres, role };
    return isCounted ? { ...area, text: String(part.length) } : area;
  });

/** The points of each seat: those of its areas; of several rounds, those of each round, as the sum of its areas. */
export function parts(view: Pick<NascaView, 'earlier' | 'scores' | 'territory'>): readonly (readonly Gain[])[] {
  const lays = [...view.earlier, view];
  return view.scores.map((_, seat) => {
    const rounds = lays.map(({ territory }) =>
      connected(territory[seat] ?? [])
        .map(({ length }) => length)
        .toSorted((one, other) => other - one),
    );
    if (rounds.length === 1) return (rounds[0] ?? []).map((points) => ({ points }));
    return rounds
      .filter((areas) => areas.length > 0)
      .map((areas) => ({ points: areas.reduce((sum, area) => sum + area, 0), how: areas.join(' + ') }));
  });
}
