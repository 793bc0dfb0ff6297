import type { Seat } from '@tablier/core';
import { type ArcanorView, CELLS, COLUMNS, formatCell, ROWS } from '@tablier/games/arcanor';
import type { BoardModule } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import type { Scene, Solid, Target } from '../../scene/scene.ts';
import { chooserOf, drag, pick, press, tray } from './actions.ts';
import { announce } from './announce.ts';
import { ABOVE, cellBox, HEIGHT, rimLabels, SIDE, WIDTH } from './geometry.ts';
import { type ArcanorTable, canHold, type Held, keepHeld, movesTo, NOTHING } from './held.ts';
import { marks, pegLabels } from './marks.ts';
import { notes, wouldText } from './notes.ts';
import { ghostSolids, pieceSolids, woodOf } from './pieces.ts';
import { cellName, tallyText } from './words.ts';

/** The board of Arcanor: a stack is chosen, then where it or its top goes; points are pegged on the rim beyond each goal row. */
export const board: BoardModule<ArcanorView, Held> = {
  nothing: NOTHING,
  touchPointsFirst: false,
  scene,
  tray,
  notes,
  press,
  pick,
  drag,
  // A chosen stack stays where it is: a finger beside it scrolls the page.
  carries: () => false,
  toggles: () => [{ id: 'values', name: m.arcanor_show_values(), initially: false }],
  keep: keepHeld,
  announce,
  explain: (view, _, people) =>
    [0, 1].map((seat) => ({ text: tallyText(view, seat, people), piece: smallSolid(seat) })),
};

/** A piece of a seat, to stand before a line about it. */
const smallSolid = (seat: Seat): Solid => ({
  id: `seat${seat}`,
  shape: 'arcanor/turned',
  tone: woodOf(seat),
  x: 0,
  y: 0,
  width: 0.8,
  depth: 0.8,
  marking: '1',
});

function scene(table: ArcanorTable): Scene {
  return {
    wood: 'teak',
    width: WIDTH,
    height: HEIGHT,
    grid: { x: SIDE, y: ABOVE, columns: COLUMNS, rows: ROWS },
    labels: [...rimLabels(table.bottom), ...pegLabels(table)],
    marks: marks(table),
    solids: [...pieceSolids(table), ...ghostSolids(table)],
    targets: targets(table),
    ...chooserOf(table),
  };
}

/** Every cell, by its name, from the top left as it is seen, so that the order of reading is that of the page. */
function targets(table: ArcanorTable): Target[] {
  const { view, bottom, held } = table;
  return Array.from({ length: CELLS }, (_, place): Target => {
    const cell = placeToCell(place, bottom);
    const would = wouldText(table, cell);
    const name = cellName(view, cell);
    const holds = canHold(table, cell);
    return {
      ...cellBox(cell, bottom),
      id: formatCell(cell),
      name: would === null ? name : `${name}. ${would}`,
      enabled: holds || movesTo(table, cell).length > 0,
      chosen: held.from === cell,
      grip: holds,
    };
  });
}

function placeToCell(place: number, bottom: number): number {
  const row = Math.floor(place / COLUMNS);
  const column = place % COLUMNS;
  return bottom === 0 ? COLUMNS * (ROWS - 1 - row) + column : COLUMNS * row + COLUMNS - 1 - column;
}
