import { type ArcanorView, formatCell, WINNING_POINTS } from '@tablier/games/arcanor';
import type { BoardModule } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import type { Scene, Target } from '../../board/scene/scene.ts';
import { chooserOf, drag, pick, press, tray } from './actions.ts';
import { cellBox, cellsInOrder, FRAME, rimLabels } from './geometry.ts';
import { type ArcanorState, canHold, type Held, keepHeld, movesTo, NOTHING_HELD, withStart } from './held.ts';
import { marks, pegLabels } from './marks.ts';
import { notes, wouldText } from './notes.ts';
import { ghostSolids, pieceSolids, section } from './pieces.ts';
import { announce, announceEffects, arrivedText, cellName, pieceName, played, sounds } from './words.ts';

export const board: BoardModule<ArcanorView, Held> = {
  nothing: NOTHING_HELD,
  touchPointsFirst: false,
  noteLines: 4,
  scene,
  tray,
  notes: (state) => notes(withStart(state)),
  press,
  pick,
  drag,
  // A chosen stack stays where it is, so a finger next to it scrolls the page.
  carries: () => false,
  isMoving: ({ from }) => from !== null,
  toggles: () => [{ id: 'values', name: m.arcanor_show_values(), initially: false }],
  keep: keepHeld,
  announce,
  announceEffects,
  played,
  section,
  sounds,
  keepsPoints: true,
  winningPoints: WINNING_POINTS,
  howScored: arrivedText,
  partsTitle: m.arcanor_parts,
  // `Light 2, Dark 3` for `L2/D3`.
  secretName: (value) =>
    value
      .split('/')
      .map((piece) => pieceName({ owner: piece.startsWith('L') ? 0 : 1, size: Number(piece.slice(1)) }))
      .join(', '),
};

function scene(given: ArcanorState): Scene {
  const state = withStart(given);
  return {
    ...FRAME,
    labels: [...rimLabels(state.bottom), ...pegLabels(state)],
    marks: marks(state),
    solids: [...pieceSolids(state), ...ghostSolids(state)],
    targets: targets(state),
    ...chooserOf(state),
  };
}

function targets(state: ArcanorState): Target[] {
  const { view, bottom, held } = state;
  return cellsInOrder(bottom).map((cell): Target => {
    const would = wouldText(state, cell);
    const name = cellName(view, cell);
    const holds = canHold(state, cell);
    return {
      ...cellBox(cell, bottom),
      id: formatCell(cell),
      name: would === null ? name : `${name}. ${would}`,
      enabled: holds || movesTo(state, cell).length > 0,
      chosen: held.from === cell,
      grip: holds,
    };
  });
}
