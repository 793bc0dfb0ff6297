import {
  type ArcanorView,
  CAPTURE,
  formatCell,
  kindOf,
  LIBERATE,
  originOf,
  QUIET_LIMIT,
  refusalFrom,
  refusalTo,
  SLIDE,
  targetOf,
  WINNING_POINTS,
} from '@tablier/games/arcanor';
import type { BoardModule, BoardNote, Step, TrayGroup, TrayItem } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import type { Chooser, Scene, Target } from '../../board/scene/scene.ts';
import {
  cellBox,
  cellsInOrder,
  FRAME,
  ghostSolids,
  lastPeek,
  marks,
  pieceSolids,
  rimLabels,
  section,
} from './pieces.ts';
import {
  after,
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
  showsStart,
  topAt,
  withStart,
} from './held.ts';
import { announceEffects, arrivedText, cellName, pieceName, played, reasonText, sounds } from './words.ts';
import { NOBODY } from '@tablier/core';

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
  after,
  announceEffects,
  played,
  section,
  curtain: (before, after, people) => {
    const seat = after.points.findIndex((points) => points >= WINNING_POINTS);
    if (seat < 0 || before.outcome !== null || after.outcome === null) return null;
    return { title: m.end_arcanor_points({ names: people.title(seat), who: people.who(seat) }) };
  },
  sounds,
  keepsPoints: true,
  winningPoints: WINNING_POINTS,
  howScored: arrivedText,
  partsTitle: m.arcanor_parts,
  // `your 2, Ada’s 3` for `L2/D3`.
  secretName: (value, people) =>
    value
      .split('/')
      .map((piece) => pieceName({ owner: piece.startsWith('L') ? 0 : 1, size: Number(piece.slice(1)) }, people))
      .join(', '),
  takes: (move) => kindOf(move) === CAPTURE,
  owns: ({ view }, target, seat) => topAt(view, cellOfTarget(target))?.owner === seat,
  whyNot({ view }, move) {
    const refusal = refusalFrom(view, originOf(move)) ?? refusalTo(view, originOf(move), targetOf(move));
    return refusal === null ? null : reasonText(refusal);
  },
  known: (state) => withStart(state).view,
};

function scene(given: ArcanorState): Scene {
  const state = withStart(given);
  return {
    ...FRAME,
    labels: rimLabels(state.bottom),
    marks: marks(state),
    solids: [...pieceSolids(state), ...ghostSolids(state)],
    targets: targets(state),
    ...chooserOf(state),
  };
}

function targets(state: ArcanorState): Target[] {
  const { bottom, held } = state;
  return cellsInOrder(bottom).map((cell): Target => {
    const would = wouldText(state, cell);
    const name = cellName(state, cell);
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

const ACTIONS = [
  { id: 'slide', kind: SLIDE, label: m.arcanor_slide, name: m.arcanor_slide_name, key: 'S', icon: 'open' },
  { id: 'open', kind: LIBERATE, label: m.arcanor_open, name: m.arcanor_open_name, key: 'O', icon: 'free' },
] as const;
type Action = (typeof ACTIONS)[number];

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
  const { kind = SLIDE } = ACTIONS.find(({ id }) => id === item) ?? {};
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
  const kinds = ACTIONS.map((action) => kindItem(state, action));
  const items = view.options.table === 'memory' ? [...kinds, peekItem(state)] : kinds;
  return [{ id: 'actions', title: m.arcanor_actions(), items }];
}

function kindItem(state: ArcanorState, { id, kind, label, name, key, icon }: Action): TrayItem {
  const { held } = state;
  const moves = movesFrom({ ...state, held: { ...held, kind } }, held.from);
  const [chosen, enabled] = [held.kind === kind, held.from !== null && moves.length > 0];
  return { id, name: name(), label: label(), icon, key, chosen, enabled };
}

const peekItem = (state: ArcanorState): TrayItem => ({
  id: 'peek',
  name: m.arcanor_peek_name(),
  label: m.arcanor_peek(),
  icon: 'peek',
  key: 'P',
  enabled: canPeek(state, state.held.from ?? pointedCell(state)),
});

function chooserOf(state: ArcanorState): { chooser?: Chooser } {
  const { held } = state;
  if (held.to === null) return {};
  const kinds = movesTo(state, held.to).map(kindOf);
  const possible = ACTIONS.filter(({ kind }) => kinds.includes(kind));
  const items = possible.map(({ id, label, key }) => ({ id, label: label(), key }));
  const target = formatCell(held.to);
  return { chooser: { target, title: m.arcanor_choose_kind({ cell: target }), items } };
}

const QUIET_SHOWN = 40;

export const notes = (state: ArcanorState): BoardNote[] => [
  ...peekNotes(state),
  ...drawNotes(state),
  ...pointNotes(state),
];

/** The answer to the last peek, or to a liberation that revealed something [A6] [A10]. */
function peekNotes(state: ArcanorState): BoardNote[] {
  const peek = lastPeek(state);
  if (peek === null) return [];
  const { seat, cell, under } = peek;
  const inputs = { player: state.people.title(seat), who: state.people.who(seat), cell };
  const text =
    under === null
      ? m.arcanor_peek_nothing(inputs)
      : m.arcanor_peek_seen({ ...inputs, piece: pieceName(under, state.people) });
  return [{ kind: 'preview', text }];
}

/** What may soon end the game [A13]. */
function drawNotes({ view }: ArcanorState): BoardNote[] {
  if (view.outcome !== null) return [];
  const quiet = view.quiet < QUIET_SHOWN ? [] : [m.arcanor_quiet({ count: view.quiet, limit: QUIET_LIMIT })];
  const repeated = (view.repeats ?? 0) > 0 ? [m.arcanor_repeated()] : [];
  return [...quiet, ...repeated].map((text) => ({ kind: 'hint', text }));
}

function pointNotes(state: ArcanorState): BoardNote[] {
  const { view, choices, held } = state;
  const cell = pointedCell(state);
  if (choices.length === 0) return lookNotes(state, cell);
  if (held.from === null) return freeNotes(state, cell);
  if (held.to !== null) return [{ kind: 'hint', text: m.arcanor_kinds() }];
  if (cell === null || cell === held.from) return [{ kind: 'hint', text: heldHint(state) }];
  const would = wouldText(state, cell);
  if (would !== null) {
    const kinds: BoardNote[] = movesTo(state, cell).length > 1 ? [{ kind: 'hint', text: m.arcanor_kinds() }] : [];
    return [{ kind: 'preview', text: would }, ...kinds];
  }
  const why = refusalFrom(view, held.from) ?? refusalTo(view, held.from, cell);
  return [...lookNotes(state, cell), ...(why === null ? [] : [{ kind: 'reason' as const, text: reasonText(why) }])];
}

function freeNotes(state: ArcanorState, cell: number | null): BoardNote[] {
  const { view } = state;
  if (cell === null || topAt(view, cell) === null) {
    const start: BoardNote[] = showsStart(view) ? [{ kind: 'hint', text: m.arcanor_start() }] : [];
    return [...start, { kind: 'hint', text: m.arcanor_choose_piece() }];
  }
  const why = refusalFrom(view, cell);
  if (why === null || why === 'enemy') return lookNotes(state, cell);
  return [...lookNotes(state, cell), { kind: 'reason', text: reasonText(why) }];
}

function lookNotes(state: ArcanorState, cell: number | null): BoardNote[] {
  return cell === null || topAt(state.view, cell) === null ? [] : [{ kind: 'preview', text: cellName(state, cell) }];
}

function heldHint(state: ArcanorState): string {
  if (refusalFrom(state.view, state.held.from ?? 0) === null) return m.arcanor_choose_target();
  return canPeek(state, state.held.from) ? m.arcanor_only_peek() : m.arcanor_choose_piece();
}

function wouldText(state: ArcanorState, cell: number): string | null {
  const moves = movesTo(state, cell);
  const [move] = moves;
  if (move === undefined) return null;
  const to = formatCell(cell);
  if (moves.length > 1) return m.arcanor_choose_kind({ cell: to });
  if (kindOf(move) === LIBERATE) return m.arcanor_would_open({ cell: to });
  if (kindOf(move) === SLIDE) return m.arcanor_would_slide({ cell: to });
  const prey = topAt(state.view, cell);
  return m.arcanor_would_capture({ cell: to, piece: prey === null ? '' : pieceName(prey, state.people) });
}
