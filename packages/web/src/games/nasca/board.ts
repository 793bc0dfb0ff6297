import type { Seat } from '@tablier/core';
import {
  cellsOf,
  explainPlacement,
  formatMove,
  type NascaBoardView,
  type NascaPiece,
  type NascaView,
} from '@tablier/games/nasca';
import { canLie, fittedBar, fittingBar, missingFrom, turnedBar } from '../../board/bars.ts';
import type {
  BoardModule,
  BoardNote,
  BoardState,
  Chapter,
  Curtain,
  ListedTurn,
  MoveSign,
  TrayGroup,
} from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import type { People } from '../../lib/people.ts';
import {
  type Area,
  type Chip,
  type Mark,
  markOver,
  middleOf,
  type Scene,
  type Target,
} from '../../board/scene/scene.ts';
import type { Cue } from '../../board/sound/knocks.ts';
import {
  cellBox,
  cellsInOrder,
  changeOf,
  FRAME,
  gainText,
  groundAreas,
  type GroundChange,
  heightLabels,
  parts,
  pieceSolids,
  rimLabels,
  topBox,
} from './geometry.ts';
import {
  cellOf,
  type Ghost,
  ghostOf,
  ghostSolids,
  handGroup,
  type Held,
  keepHeld,
  NOTHING_HELD,
  pickPiece,
  pieceInput,
  placementOver,
  type Placer,
  placerOf,
  placingMarks,
  placingNotes,
  supportMarks,
} from './placing.ts';
import { cellName, explainText, groundText, isFresh, nextRoundText, played, roundOfText, roundText } from './words.ts';

export type NascaState = BoardState<NascaView, Held>;

export const board: BoardModule<NascaView, Held> = {
  nothing: NOTHING_HELD,
  scene,
  tray,
  notes,
  press(state, target) {
    const { held } = state;
    const cell = cellOf(target);
    if (cell === null || held.length === null || held.past !== null) return { held };
    const move = placementOver(held, held.length, cell, state.bottom);
    return state.choices.includes(move) ? { held, move } : { held };
  },
  takeUp(state, target) {
    const cell = cellOf(target);
    const piece = cell === null ? null : fittingBar(playerOf(state), cell);
    return piece === null ? null : { ...state.held, ...piece };
  },
  pick(state, item) {
    const { held, view, choices } = state;
    if (item === 'turn') return { held: turnedBar(held) };
    if (item === 'rounds') return { held: { ...held, past: held.past === null ? view.earlier.length - 1 : null } };
    return { held: fittedBar(placerOf(state, view.turn, choices), pickPiece(held, item)) };
  },
  ...pieceInput,
  noteLines: 6,
  keep: keepHeld,
  toggles: () => [
    { id: 'ground', name: m.nasca_toggle_ground(), initially: true },
    { id: 'heights', name: m.nasca_toggle_heights(), initially: false },
  ],
  instead: ({ view, held, people }) =>
    held.past === null || view.outcome !== null ? null : roundText(view, held.past, people),
  begins: (view, people) => (hasBegun(view) ? [roundOfText(view, people)] : []),
  curtain,
  chapter,
  announceEffects,
  played,
  signs,
  sounds,
  endInputs: ({ scores }) => {
    const [more, less] = [Math.max(...scores), Math.min(...scores)];
    return more === less ? { more, less, who: 'many' } : { more, less };
  },
  parts,
  partsTitle: ({ rounds }) => (rounds === 1 ? m.nasca_parts() : m.nasca_parts_rounds()),
  owns: ({ view: { tops, pieces } }, target, seat) => pieces[tops[cellOf(target) ?? -1] ?? -1]?.owner === seat,
  whyNot(state, move) {
    const { view, choices } = state;
    const cells = cellsOf(move);
    const ghost = {
      move,
      cells,
      legal: false,
      explanation: explainPlacement(view, move, view.turn),
    };
    const text = explainText(placerOf(state, view.turn, choices), ghost);
    return m.nasca_would_not_lie({ at: formatMove(move), text });
  },
};

/** Whether a further round has just begun: the line of the turn says so, and the notes need not. */
const hasBegun = (view: NascaView): boolean => view.round > 1 && view.outcome === null && isFresh(view);

/** The height of each piece that stands on others. Passes are no moves, so the pieces of the players are the moves. */
function signs(view: NascaView): readonly (MoveSign | null)[] {
  return [...view.earlier, view]
    .flatMap(({ pieces }) => pieces)
    .filter(({ owner }) => owner !== 'neutral')
    .map(({ level }) => (level > 1 ? { sign: `▲${level}`, name: m.nasca_height({ level }) } : null));
}

function curtain(before: NascaView, after: NascaView, people: People): Curtain | null {
  const past = before.round - 1;
  const lay = after.earlier[past];
  const scores = after.finished[past];
  if (lay === undefined || scores === undefined) return null;
  return {
    title: m.nasca_round({ round: before.round }),
    text: nextRoundText(after, past, people),
    round: {
      ...{ scores, gains: parts({ ...lay, scores, earlier: [] }) },
      next: m.nasca_go_on({ round: after.round }),
    },
  };
}

/** Each round begins a part of the list. Passes are no moves, so the pieces of the players are the moves. */
function chapter({ ply }: ListedTurn, { earlier }: NascaView): Chapter | null {
  const placed = earlier.map(({ pieces }) => pieces.filter(({ owner }) => owner !== 'neutral').length);
  const round = placed.findIndex((_, at) => placed.slice(0, at + 1).reduce((sum, one) => sum + one, 1) === ply);
  return round < 0 ? null : { title: m.nasca_round({ round: round + 2 }), countsAnew: true };
}

const layOf = ({ view, held }: NascaState): NascaBoardView => view.earlier[held.past ?? -1] ?? view;

/** The ground of a finished round is always shown: it is the score. */
const showsGround = ({ toggled, held, view }: NascaState): boolean =>
  toggled.has('ground') || held.past !== null || view.outcome !== null;

const playerOf = (state: NascaState): Placer =>
  placerOf(state, Math.max(0, state.view.turn), state.held.past === null ? state.choices : []);

function scene(state: NascaState): Scene {
  const { bottom, toggled } = state;
  const lay = layOf(state);
  const placer = playerOf(state);
  const ghost = ghostOf(placer);
  const change = pointedChange(state, ghost);
  const areas = showsGround(state) ? groundAreas(lay.territory, change, bottom) : [];
  return {
    ...(ghost === null ? {} : { turns: topBox({ cells: ghost.cells, level: ghost.explanation.level }, bottom) }),
    ...FRAME,
    labels: [...rimLabels(bottom), ...(toggled.has('heights') ? heightLabels(lay, bottom) : [])],
    marks: [
      ...lastMarks(state, lay),
      ...placingMarks(placer, ghost).filter(isOffNumbers(areas)),
      ...supportMarks(placer, ghost),
    ],
    solids: [...pieceSolids(lay, bottom), ...ghostSolids(placer, ghost)],
    targets: targets(state, lay, placer),
    areas,
    chips: gainChips(change, ghost, bottom),
  };
}

/** A dot on the number of an area would look like a part of it. */
function isOffNumbers(areas: readonly Area[]): (mark: Mark) => boolean {
  const numbers = areas.filter(({ text }) => text !== undefined).map(({ cells }) => middleOf(cells));
  return ({ kind, x, y }) => kind !== 'dot' || !numbers.some((at) => at.x === x && at.y === y);
}

const pointedChange = (state: NascaState, ghost: Ghost | null): GroundChange | null =>
  ghost?.legal === true && showsGround(state) ? changeOf(state.view, ghost.move) : null;

function gainChips(change: GroundChange | null, ghost: Ghost | null, bottom: Seat): Chip[] {
  const text = change === null ? null : gainText(change);
  if (text === null || ghost === null) return [];
  const { x, y, raised } = topBox({ cells: ghost.cells, level: ghost.explanation.level }, bottom);
  return [{ id: 'gain', x, y, raised, text }];
}

function lastMarks({ lastMoves, bottom, held, view }: NascaState, lay: NascaBoardView): Mark[] {
  // Once a piece has been placed in the new round, the last turn does not belong to the round on the screen.
  if (held.past !== null && !isFresh(view)) return [];
  return lastMoves.flatMap((move): Mark[] => {
    const piece = lay.pieces.findLast(({ at, owner }) => owner !== 'neutral' && at === formatMove(move));
    if (piece === undefined) return [];
    return [markOver(`last${move}`, 'pins', 'last', topBox(piece, bottom))];
  });
}

function targets(state: NascaState, lay: NascaBoardView, placer: Placer): Target[] {
  const { bottom, people } = state;
  const ground = showsGround(state);
  return cellsInOrder(bottom).map((cell) => ({
    ...cellBox(cell, bottom),
    id: `cell${cell}`,
    name: cellName(lay, cell, { ground, people }),
    enabled: canLie(placer, cell),
  }));
}

function notes(state: NascaState): BoardNote[] {
  const { view, held, people } = state;
  if (held.past !== null) return pastNotes(view, held.past, people);
  if (view.outcome !== null) return [{ kind: 'preview', text: roundText(view, view.round - 1, people) }];
  const placer = playerOf(state);
  const ghost = ghostOf(placer);
  const change = pointedChange(state, ghost);
  const isGround = change !== null || (showsGround(state) && view.territory.some(({ length }) => length > 0));
  // A change is part of the preview, so a small screen shows it too.
  const kind = change !== null && gainText(change) !== null ? 'preview' : 'hint';
  const ground: BoardNote[] = isGround ? [{ kind, text: groundText(view, people, change) }] : [];
  const round: BoardNote[] =
    view.rounds > 1 && !hasBegun(view) ? [{ kind: 'hint', text: roundOfText(view, people) }] : [];
  const [first, ...others] = placingNotes(placer, ghost);
  // What the placement would change comes right after the placement.
  return [...(first === undefined ? [] : [first]), ...ground, ...others, ...round];
}

function pastNotes(view: NascaView, round: number, people: People): BoardNote[] {
  if (view.outcome !== null) return [{ kind: 'preview', text: roundText(view, round, people) }];
  // The status says how the round ended: see `instead`.
  return [{ kind: 'preview', text: nextRoundText(view, round, people) }];
}

function tray(state: NascaState): TrayGroup[] {
  const { view, bottom, held, choices, people } = state;
  const hands = [bottom, 1 - bottom].map((seat) => {
    const active = view.turn === seat && choices.length > 0 && held.past === null;
    const title = m.nasca_hand({ player: people.title(seat), who: people.who(seat) });
    // The button that turns stays while the others move, so that no button shifts.
    const hand = handGroup({ ...playerOf(state), owner: seat }, title, {
      active,
      turns: held.past === null && (active || seat === state.viewer),
    });
    return { ...hand, plain: !active && seat !== state.viewer, seat };
  });
  const filled = hands.filter(({ items }) => items.length > 0);
  // They stay in their place while the finished round is shown.
  if (held.past !== null) return [...filled, nextRound(view)];
  if (view.earlier.length === 0) return filled;
  return [...filled, roundsGroup(m.nasca_look_back({ round: view.earlier.length }))];
}

const roundsGroup = (label: string): TrayGroup => ({
  id: 'rounds',
  title: m.nasca_rounds(),
  items: [{ id: 'rounds', name: label, label, enabled: true }],
});

/** The next action while the finished round is shown. A group of its own: its button disappears, and the focus moves to the board. */
function nextRound({ round }: NascaView): TrayGroup {
  const group = roundsGroup(m.nasca_go_on({ round }));
  return { ...group, id: 'next-round', isFirst: true, items: group.items.map((item) => ({ ...item, isNext: true })) };
}

const laidOn = (before: NascaView, after: NascaView): NascaBoardView =>
  after.round > before.round ? (after.earlier.at(-1) ?? after) : after;

const placedBetween = (before: NascaView, after: NascaView): readonly NascaPiece[] =>
  missingFrom(before.pieces, laidOn(before, after).pieces, ({ id }) => id);

function sounds(before: NascaView, after: NascaView): Cue[] {
  return placedBetween(before, after).map(({ level, length }) =>
    level > 1 ? { sound: 'bridge', level } : { sound: 'place', length },
  );
}

function announceEffects(before: NascaView, after: NascaView, people: People): string[] {
  // The break has said how the round ended.
  if (after.round > before.round) return [];
  const isSame = after.territory.every((cells, seat) => cells.length === before.territory[seat]?.length);
  return isSame ? [] : [groundText(after, people)];
}
