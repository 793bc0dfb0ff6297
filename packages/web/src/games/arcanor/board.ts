import { type ArcanorView, formatCell, kindOf, LIBERATE, SLIDE, WINNING_POINTS } from '@tablier/games/arcanor';
import type { BoardModule, Step, TrayGroup, TrayItem } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import type { Chooser, Scene, Target } from '../../board/scene/scene.ts';
import { cellBox, cellsInOrder, FRAME, rimLabels } from './geometry.ts';
import {
  type ArcanorState,
  canHold,
  canPeek,
  cellOfTarget,
  type Held,
  keepHeld,
  movesFrom,
  movesTo,
  NOTHING_HELD,
  pointedCell,
  withStart,
} from './held.ts';
import { ghostSolids, marks, pegLabels, pieceSolids, section } from './pieces.ts';
import { notes, wouldText } from './notes.ts';
import { announce, announceEffects, arrivedText, cellName, pieceName, played, sounds } from './words.ts';
import { NOBODY } from '@tablier/core';
import type { IconName } from '../../design/icons.ts';

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

const KINDS: Readonly<Record<string, number>> = { slide: SLIDE, open: LIBERATE };

/** A press on a cell chooses the stack there, or moves what is held to it. If two moves are possible, a question is asked. */
export function press(state: ArcanorState, target: string): Step<Held> {
  const cell = cellOfTarget(target);
  const { held } = state;
  if (cell === held.from) return { held: NOTHING_HELD };
  const step = stepTo(state, cell);
  if (step !== null) return step;
  if (canHold(state, cell)) return { held: { ...NOTHING_HELD, from: cell } };
  return { held: { ...held, to: null } };
}

function stepTo(state: ArcanorState, cell: number): Step<Held> | null {
  const moves = movesTo(state, cell);
  const [move] = moves;
  if (move === undefined) return null;
  return moves.length > 1 ? { held: { ...state.held, to: cell } } : { held: NOTHING_HELD, move };
}

/** Drags a stack: released on an illegal cell, it stays chosen. */
export function drag(state: ArcanorState, from: string, to: string | null): Step<Held> {
  const cell = cellOfTarget(from);
  if (!canHold(state, cell)) return { held: state.held };
  const held = { ...NOTHING_HELD, from: cell };
  return (to === null ? null : stepTo({ ...state, held }, cellOfTarget(to))) ?? { held };
}

/** The buttons: a peek, or a kind of move, which plays it if the target is known and otherwise selects the kind. */
export function pick(state: ArcanorState, item: string): Step<Held> {
  if (item === 'peek') return peek(state);
  const { held } = state;
  const kind = KINDS[item] ?? SLIDE;
  const to = held.to ?? pointedCell(state);
  const move = movesTo({ ...state, held: { ...held, kind } }, to)[0];
  if (move !== undefined) return { held: NOTHING_HELD, move };
  return { held: { ...held, to: null, kind: held.kind === kind ? null : kind } };
}

function peek(state: ArcanorState): Step<Held> {
  const cell = state.held.from ?? pointedCell(state);
  if (cell === null || !canPeek(state, cell)) return { held: state.held };
  return { held: { ...state.held, to: null }, peek: formatCell(cell) };
}

export function tray(state: ArcanorState): TrayGroup[] {
  const { view, viewer } = state;
  if (typeof viewer !== 'number' || view.turn === NOBODY) return [];
  const kinds = [kindItem(state, 'slide'), kindItem(state, 'open')];
  const items = view.options.table === 'memory' ? [...kinds, peekItem(state)] : kinds;
  return [{ id: 'actions', title: m.arcanor_actions(), items }];
}

const ACTIONS: Readonly<
  Record<'slide' | 'open', { label: () => string; name: () => string; key: string; icon: IconName }>
> = {
  slide: { label: m.arcanor_slide, name: m.arcanor_slide_name, key: 'S', icon: 'open' },
  open: { label: m.arcanor_open, name: m.arcanor_open_name, key: 'O', icon: 'free' },
};

function kindItem(state: ArcanorState, id: 'slide' | 'open'): TrayItem {
  const { held } = state;
  const moves = movesFrom({ ...state, held: { ...held, kind: KINDS[id] ?? null } }, held.from);
  const chosen = held.kind === KINDS[id];
  const { label, name, key, icon } = ACTIONS[id];
  return { id, name: name(), label: label(), icon, key, chosen, enabled: held.from !== null && moves.length > 0 };
}

const peekItem = (state: ArcanorState): TrayItem => ({
  id: 'peek',
  name: m.arcanor_peek_name(),
  label: m.arcanor_peek(),
  icon: 'peek',
  key: 'P',
  enabled: canPeek(state, state.held.from ?? pointedCell(state)),
});

export function chooserOf(state: ArcanorState): { chooser?: Chooser } {
  const { held } = state;
  if (held.to === null) return {};
  const kinds = movesTo(state, held.to).map(kindOf);
  const items = [
    { id: 'slide', label: m.arcanor_slide(), key: 'S' },
    { id: 'open', label: m.arcanor_open(), key: 'O' },
  ].filter(({ id }) => kinds.includes(KINDS[id] ?? -1));
  return {
    chooser: { target: formatCell(held.to), title: m.arcanor_choose_kind({ cell: formatCell(held.to) }), items },
  };
}
