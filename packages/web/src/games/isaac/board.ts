import type { Move, Seat } from '@tablier/core';
import {
  ADVANCE,
  type IsaacView,
  LENGTHS,
  NUMBERS,
  type PieceView,
  REMOVAL,
  removalWorth,
  slotOf,
  WINNING_ADVANCE,
} from '@tablier/games/isaac';
import { fittedBar, type HeldBar, missingFrom, NO_BAR, rackItems, turnedBar } from '../../board/bars.ts';
import type { BoardModule, PlayedTurn, TrayGroup, TrayItem } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import type { People } from '../../lib/people.ts';
import { type Mark, markOver, type Scene, type Solid } from '../../board/scene/scene.ts';
import type { Cue } from '../../board/sound/knocks.ts';
import { barSolid, FRAME, numberPlace, pieceBox, rimLabels } from './geometry.ts';
import {
  ghostBox,
  ghostChips,
  ghostSolid,
  inHand,
  type IsaacState,
  keepHeld,
  placingMarks,
  placingNotes,
  placerOf,
  placingTargets,
  pressCell,
  takeUp,
} from './placing.ts';
import { played, productText, spanText } from './words.ts';
import {
  advanceMarks,
  advanceNotes,
  advanceTargets,
  barred,
  countedIds,
  counterSolids,
  ghostCounter,
  chosenPiece,
  pressAdvance,
  pressPiece,
  scoringMarks,
  scoringNotes,
  scoringTargets,
  worthChips,
  worthSum,
} from './scoring.ts';

export const board: BoardModule<IsaacView, HeldBar> = {
  nothing: NO_BAR,
  touchPointsFirst: true,
  noteLines: 4,
  scene,
  tray,
  notes: (state) => partsOf(state).notes(state),
  press(state, target) {
    if (target.startsWith('piece')) return pressPiece(state, target);
    if (target.startsWith('advance')) return pressAdvance(state, target);
    return pressCell(state, target);
  },
  takeUp,
  pick(state, item) {
    if (item === 'turn') return { held: turnedBar(state.held) };
    if (item.startsWith('advance')) return pressAdvance(state, item);
    const length = LENGTHS[Number(item.slice('kind'.length))] ?? null;
    return { held: state.held.length === length ? NO_BAR : fittedBar(placerOf(state), { ...state.held, length }) };
  },
  turn: ({ held }) => turnedBar(held),
  confirm: ({ view }) => ({ label: view.phase === 'placing' ? m.board_place() : m.isaac_confirm() }),
  keep: keepHeld,
  atTurn: (view, turn) =>
    view.phase === 'advancing' ? { ...view, turn, phase: 'scoring', pending: null } : { ...view, turn },
  begins,
  curtain: (before, after) =>
    before.phase === 'placing' && after.phase === 'scoring'
      ? { title: m.isaac_scoring_begins(), text: m.isaac_scoring_how() }
      : null,
  // The lengths that break a tie [I16].
  endInputs: ({ unplayed }) => ({ more: Math.max(...unplayed), less: Math.min(...unplayed) }),
  announceEffects,
  played,
  sounds,
  keepsPoints: true,
  howScored,
  partsTitle: m.isaac_parts,
  winningPoints: 100,
  chapter: ({ texts: [first = ''], before: [last = ''] }) =>
    first.startsWith('x') && !last.startsWith('x') ? { title: m.isaac_scoring(), countsAnew: false } : null,
  takes: (move) => move >= REMOVAL && move < ADVANCE,
  owns: ({ view }, target, seat) =>
    view.pieces.some(
      ({ id, slot, seat: owner }) =>
        owner === seat &&
        (target === `piece${id}` || slotOf(slot).cells.includes(/^\d\d$/.test(target) ? Number(target) : -1)),
    ),
  whyNot,
};

function whyNot(state: IsaacState, move: Move): string | null {
  const { view } = state;
  const slot = move < REMOVAL ? move : move - REMOVAL;
  if (view.phase === 'placing' && move < REMOVAL) {
    const { from, to } = slotOf(slot);
    return m.isaac_no_room({ span: spanText(from, to) });
  }
  const piece = view.pieces.find((candidate) => candidate.slot === slot);
  return piece === undefined ? null : barred(state, piece);
}

/** `3 × 6 × 2`: the pieces on the line, the number of the piece, the counters. Not if the counter went less far [I13]. */
function howScored({ before, moves, after }: PlayedTurn<IsaacView>, seat: Seat): string | null {
  const removal = moves.find((move) => move >= REMOVAL && move < ADVANCE);
  const worth = removal === undefined ? null : removalWorth(before, removal);
  const gain = (after.counters[seat]?.score ?? 0) - (before.counters[seat]?.score ?? 0);
  return worth === null || worth.worth !== gain ? null : productText(worth);
}

function scene(state: IsaacState): Scene {
  const counted = countedIds(state).pieces;
  const counters = counterSolids(state);
  const chosen = chosenPiece(state)?.id;
  const pieces = state.view.pieces.map((piece): Solid => {
    const box = pieceBox(piece, state.bottom);
    const markingAt = numberPlace(box, counters);
    const solid = { ...barSolid(`piece${piece.id}`, piece.seat, box, piece.number), markingAt };
    if (piece.id === chosen) return { ...solid, look: 'chosen' };
    return counted.has(piece.id) ? { ...solid, look: 'lit' } : solid;
  });
  const sum = state.view.phase === 'scoring' ? worthSum(state) : undefined;
  const turns = state.view.phase === 'placing' ? ghostBox(state) : undefined;
  return {
    ...(sum === undefined ? {} : { sum }),
    ...(turns === undefined ? {} : { turns }),
    ...FRAME,
    // Moves are written in Dark's numbers, so Light always needs both; Dark only for the counter of Light.
    labels: rimLabels(state.bottom === 1 || state.viewer === 1 || state.view.phase !== 'placing'),
    marks: [...lastMarks(state), ...partsOf(state).marks(state)],
    solids: [...pieces, ...counters, ...ghostSolid(state), ...ghostCounter(state)],
    targets: partsOf(state).targets(state),
    chips: state.view.phase === 'placing' ? ghostChips(state) : worthChips(state),
  };
}

const PLACING = { targets: placingTargets, marks: placingMarks, notes: placingNotes };
const ADVANCING = { targets: advanceTargets, marks: advanceMarks, notes: advanceNotes };
const SCORING = { targets: scoringTargets, marks: scoringMarks, notes: scoringNotes };

const partsOf = ({ view }: IsaacState): typeof PLACING =>
  view.phase === 'placing' ? PLACING : view.phase === 'advancing' ? ADVANCING : SCORING;

const lastMarks = ({ lastMoves, bottom }: IsaacState): Mark[] =>
  lastMoves
    .filter((move) => move < ADVANCE)
    .map((move) =>
      markOver(`last${move}`, 'pins', 'last', pieceBox(slotOf(move < REMOVAL ? move : move - REMOVAL), bottom)),
    );

function tray(state: IsaacState): TrayGroup[] {
  const { view, bottom } = state;
  const groups = view.phase === 'advancing' ? [advanceGroup(state)] : [];
  const seats: Seat[] = [bottom, 1 - bottom];
  if (view.phase === 'placing') return [...groups, ...seats.map((seat) => handGroup(state, seat))];
  return [
    ...groups,
    ...seats.flatMap((seat) => [
      ...takenGroup(state, seat),
      ...((view.unplayed[seat] ?? 0) > 0 ? [handGroup(state, seat)] : []),
    ]),
  ];
}

/** More would not fit next to a small board. */
const MAX_TAKEN = 7;

function takenGroup({ turns = [], people }: IsaacState, seat: Seat): TrayGroup[] {
  const items = turns.flatMap(({ seat: mover, moves, gain }, turn): TrayItem[] => {
    const removal = moves.find((move) => move >= REMOVAL && move < ADVANCE);
    if (mover !== seat || removal === undefined) return [];
    const { kind } = slotOf(removal - REMOVAL);
    const [length = 0, number = 0] = [LENGTHS[kind], NUMBERS[kind]];
    return [
      {
        id: `taken${turn}`,
        name: m.isaac_taken_piece({ length, number, points: gain }),
        label: `+${gain}`,
        piece: barOf(seat, kind),
        enabled: false,
      },
    ];
  });
  const title = m.isaac_taken({ player: people.title(seat), who: people.who(seat) });
  if (items.length === 0) return [];
  return [{ id: `taken${seat}`, title, items: items.slice(-MAX_TAKEN), plain: true, seat, isExtra: true }];
}

function barOf(seat: Seat, kind: number): Solid {
  const box = { x: 0, y: 0, width: LENGTHS[kind] ?? 0, depth: 1 };
  return barSolid(`hand${seat}-${kind}`, seat, box, NUMBERS[kind] ?? 0);
}

function handGroup(state: IsaacState, seat: Seat): TrayGroup {
  const { view, choices, held } = state;
  const active = view.phase === 'placing' && view.turn === seat && choices.length > 0;
  const all = LENGTHS.map((_, kind) => handItem(state, seat, kind, active));
  // In the placing phase, a used piece keeps its place in the rack.
  const items = all.filter(({ count }) => view.phase === 'placing' || count > 0);
  // It stays while the others move, so that no button shifts.
  const turns = active || (view.phase === 'placing' && seat === state.viewer);
  const owner = { player: state.people.title(seat), who: state.people.who(seat) };
  const title = view.phase === 'placing' ? m.isaac_hand(owner) : m.isaac_unplayed(owner);
  const plain = view.phase !== 'placing' || seat !== state.viewer;
  return {
    id: `hand${seat}`,
    title,
    items: rackItems(held, items, { active, turns }),
    plain,
    seat,
  };
}

function handItem({ view, choices }: IsaacState, seat: Seat, kind: number, active: boolean) {
  const { length = 0, number = 0 } = view.hands[seat]?.[kind] ?? {};
  const count = inHand(view, seat, length);
  return {
    id: `kind${kind}`,
    name: m.isaac_in_hand({ length, number, count }),
    piece: barOf(seat, kind),
    count,
    enabled: active && choices.some((move) => move < REMOVAL && slotOf(move).kind === kind),
  };
}

/** Buttons for the most frequent advances, so that no cell has to be found. */
function advanceGroup({ choices }: IsaacState): TrayGroup {
  const most = choices.filter((move) => move !== WINNING_ADVANCE).at(-1);
  const offered = [choices[0], most, choices.find((move) => move === WINNING_ADVANCE)];
  const moves = [...new Set(offered.filter((move): move is Move => move !== undefined))];
  return {
    id: 'advance',
    title: m.isaac_advance_title(),
    items: moves.map((move) => ({
      id: `advance${move}`,
      name: m.isaac_advance_by({ points: move - ADVANCE }),
      label: `+${move - ADVANCE}`,
      enabled: true,
    })),
  };
}

/** Nothing has been removed yet. The seat that passed last could not place; a seat that is out cannot remove [I7] [I15]. */
function begins({ phase, longestRemoved, out }: IsaacView, people: People): string[] {
  if (phase !== 'scoring' || longestRemoved.some((length) => length > 0)) return [];
  const gone = out.map((seat) => m.pass_isaac_scoring({ seat: people.title(seat), who: people.who(seat) }));
  return [m.isaac_scoring_begins(), ...gone];
}

const newPieces = (before: IsaacView, after: IsaacView): readonly PieceView[] =>
  missingFrom(before.pieces, after.pieces, ({ id }) => id);

function announceEffects(before: IsaacView, after: IsaacView, people: People): string[] {
  return after.counters.flatMap(({ score }, seat) => {
    const points = score - (before.counters[seat]?.score ?? 0);
    const said = { player: people.title(seat), who: people.who(seat), points, score };
    return points > 0 ? [m.isaac_scored(said)] : [];
  });
}

function sounds(before: IsaacView, after: IsaacView): Cue[] {
  const placed = newPieces(before, after).map(({ length }): Cue => ({ sound: 'place', length }));
  const taken = newPieces(after, before).map(({ length }): Cue => ({ sound: 'take', length }));
  const walked = after.counters.flatMap(({ score }, seat): Cue[] => {
    const steps = score - (before.counters[seat]?.score ?? 0);
    return steps > 0 ? [{ sound: 'counter', steps }] : [];
  });
  return [...placed, ...taken, ...walked];
}
