import type { Move, Options, OptionValue, Setup } from '@tablier/core';
import {
  cellsOf,
  CONTINENT_LAYOUTS,
  CONTINENTS,
  formatMove,
  type NascaDeal,
  type NascaView,
  NEUTRAL_LENGTHS,
  parsePlacement,
} from '@tablier/games/nasca';
import { game } from '@tablier/games/nasca/game';
import { type HeldBar, missingFrom, NO_BAR, turnedBar } from '../../board/bars.ts';
import type { BoardModule, BoardNote, BoardState } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import { framed, type Scene, type Solid, type Target } from '../../board/scene/scene.ts';
import { cellBox, cellsInOrder, FRAME, heightLabels, pieceSolids, rimLabels } from './geometry.ts';
import {
  cellOf,
  ghostOf,
  ghostSolids,
  handGroup,
  keepPiece,
  pickPiece,
  pieceInput,
  placementOver,
  type Placer,
  placerOf,
  placingMarks,
  placingNotes,
  supportMarks,
} from './placing.ts';
import { cellName } from './words.ts';

const isDeal = (deal: unknown): deal is NascaDeal =>
  typeof deal === 'object' && deal !== null && 'neutrals' in deal && Array.isArray(deal.neutrals);

const neutralsOf = (deal: unknown): readonly string[] => (isDeal(deal) ? deal.neutrals : []);

const viewOf = (options: Options, neutrals: readonly string[]): NascaView =>
  game.view(game.start({ options, players: 2, deal: { neutrals } }), 'spectator');

export function landscapePicture(option: string, value: OptionValue, deal: unknown): Scene | null {
  if (option !== 'landscape') return null;
  const continent = CONTINENTS.find((name) => name === value);
  const layout = continent === undefined ? (value === 'custom' ? neutralsOf(deal) : []) : CONTINENT_LAYOUTS[continent];
  const base = game.presets['plain'] ?? {};
  const rim = 0.3;
  const sign = value === 'random' ? '?' : value === 'custom' && layout.length === 0 ? '+' : null;
  const view = viewOf({ ...base, landscape: 'custom' }, layout);
  const scene = framed({ ...FRAME, labels: [], marks: [], targets: [], solids: pieceSolids(view, 0) }, rim);
  const [x, y] = [scene.width / 2, scene.height / 2];
  return { ...scene, labels: sign === null ? [] : [{ x, y, text: sign, role: 'far', size: 5 }] };
}

/** A change of a landscape: a placement, or this number plus the index of the piece to remove. */
const TAKE = 1000;

const NEUTRAL_TEXTS = Array.from({ length: TAKE }, (_, placement) => placement)
  .filter((placement) => NEUTRAL_LENGTHS.some((length) => length === cellsOf(placement).length))
  .map(formatMove);

export const changed = (neutrals: readonly string[], change: Move): string[] =>
  change >= TAKE ? neutrals.filter((_, index) => index !== change - TAKE) : [...neutrals, formatMove(change)];

export function changesOf({ options, players }: Setup, neutrals: readonly string[]): Move[] {
  const isAccepted = (change: Move): boolean =>
    game.deals.parse(options, players, { neutrals: changed(neutrals, change) }).ok;
  const placements = NEUTRAL_TEXTS.map((text) => parsePlacement(text) as number);
  return [...placements, ...neutrals.map((_, index) => TAKE + index)].filter(isAccepted);
}

export function landscapeState({ options, players, deal }: Setup): {
  view: NascaView;
  choices: Move[];
  neutrals: readonly string[];
} {
  const neutrals = neutralsOf(deal);
  return { view: viewOf(options, neutrals), choices: changesOf({ options, players, deal }, neutrals), neutrals };
}

type LandscapeState = BoardState<NascaView, HeldBar>;

const placedBy = (state: LandscapeState): Placer =>
  placerOf(
    state,
    'neutral',
    state.choices.filter((change) => change < TAKE),
  );

/** What a press on a cell would change: it takes the piece there, or lays the one in hand. */
const changeAt = ({ view, held, bottom }: LandscapeState, cell: number): Move =>
  held.length === null ? TAKE + (view.tops[cell] ?? -1) : placementOver(held, held.length, cell, bottom);

function pointedPiece({ view, held, pointed }: LandscapeState): number {
  const cell = cellOf(pointed);
  return cell === null || held.length !== null ? -1 : (view.tops[cell] ?? -1);
}

/** The board of the landscape editor: pieces are placed as in play, and can be removed. */
export const landscapeBoard: BoardModule<NascaView, HeldBar> = {
  nothing: NO_BAR,
  scene,
  tray: (state) => [handGroup(placedBy(state), m.nasca_landscape_hand(), { active: true })],
  notes,
  press(state, target) {
    const { held, choices } = state;
    const cell = cellOf(target);
    if (cell === null) return { held };
    const change = changeAt(state, cell);
    return choices.includes(change) ? { held, move: change } : { held };
  },
  pick: ({ held }, item) => ({ held: item === 'turn' ? turnedBar(held) : pickPiece(held, item) }),
  ...pieceInput,
  noteLines: 4,
  keep: ({ held, view }) => keepPiece(held, view, 'neutral'),
  announceEffects(before, after) {
    const placed = missingFrom(before.pieces, after.pieces, ({ at }) => at);
    const taken = missingFrom(after.pieces, before.pieces, ({ at }) => at);
    return [
      ...placed.map(({ at, level }) => m.nasca_cell_built({ cell: at, level, owner: m.nasca_neutral(), at })),
      ...taken.map(({ at }) => m.nasca_cell_empty({ cell: at })),
    ];
  },
};

function scene(state: LandscapeState): Scene {
  const { view, bottom, choices, people } = state;
  const placer = placedBy(state);
  const ghost = ghostOf(placer);
  const chosen = pointedPiece(state);
  const solids = pieceSolids(view, bottom).map((solid, index): Solid =>
    index === chosen ? { ...solid, look: 'chosen' } : solid,
  );
  const targets = cellsInOrder(bottom).map((cell): Target => {
    const name = cellName(view, cell, { ground: false, people });
    return { ...cellBox(cell, bottom), id: `cell${cell}`, name, enabled: choices.includes(changeAt(state, cell)) };
  });
  return {
    ...FRAME,
    labels: [...rimLabels(bottom), ...(view.heights.some((height) => height > 1) ? heightLabels(view, bottom) : [])],
    marks: [...placingMarks(placer, ghost), ...supportMarks(placer, ghost)],
    solids: [...solids, ...ghostSolids(placer, ghost)],
    targets,
  };
}

function notes(state: LandscapeState): BoardNote[] {
  const { view, choices, held, touch } = state;
  const index = pointedPiece(state);
  const piece = view.pieces[index];
  if (piece !== undefined) {
    return choices.includes(TAKE + index)
      ? [{ kind: 'preview', text: touch ? m.nasca_take_again({ at: piece.at }) : m.nasca_take({ at: piece.at }) }]
      : [{ kind: 'reason', text: m.nasca_bears({ at: piece.at }) }];
  }
  if (held.length === null) {
    const all = view.pieces.length === NEUTRAL_LENGTHS.length;
    return [{ kind: 'hint', text: all ? m.nasca_landscape_full() : m.nasca_landscape_hint() }];
  }
  const placer = placedBy(state);
  return placingNotes(placer, ghostOf(placer));
}
