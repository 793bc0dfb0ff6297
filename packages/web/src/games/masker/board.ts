import { formatCell, isCapture, type MaskerView } from '@tablier/games/masker';
import type { BoardModule } from '../../board/board-module.ts';
import type { Scene } from '../../board/scene/scene.ts';
import { cards, explain } from './cards.ts';
import { confirm, notes, pressCell, targets } from './capturing.ts';
import { boardSolids, ledge } from './crosses.ts';
import { rimLabels, sizeOf } from './geometry.ts';
import { coveredOnly, type Held, keepHeld, type MaskerState, NOTHING_HELD } from './held.ts';
import { pick, tray } from './tray.ts';
import { announce, announceEffects, colourName, newCaptures, played } from './words.ts';

/** The board of Masker: a tray of crosses, a ledge for the captures of the turn, and next to it the piles of all seats. */
export const board: BoardModule<MaskerView, Held> = {
  nothing: NOTHING_HELD,
  touchPointsFirst: true,
  holdsNothing: true,
  oneSided: true,
  task: (view) => (view.gift === null ? null : 'gift'),
  noteLines: 5,
  scene,
  tray,
  notes,
  cards,
  explain,
  announce,
  announceEffects,
  played,
  sounds: (before, after) => newCaptures(before, after).map(() => ({ sound: 'take' })),
  pick,
  press: pressCell,
  confirm,
  carries: () => false,
  keep: keepHeld,
  putBack: coveredOnly,
  secretName: colourName,
};

function scene(state: MaskerState): Scene {
  const { view, choices } = state;
  const { grid, ...size } = sizeOf(view);
  const { solids, labels } = ledge(state);
  const capturable = new Set(choices.filter(isCapture).map(formatCell));
  return {
    wood: 'walnut',
    ...size,
    grid: { ...grid, plain: true },
    labels: [...rimLabels(view), ...labels],
    marks: [],
    solids: [...boardSolids(state, capturable), ...solids],
    targets: targets(state),
  };
}
