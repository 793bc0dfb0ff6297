import { formatCell, isCapture, type MaskerView, previewCapture, stackAt, TURN_CAPTURES } from '@tablier/games/masker';
import type { BoardModule, BoardNote, Confirmation, Step } from '../../board/board-module.ts';
import type { Scene, Target } from '../../board/scene/scene.ts';
import { boardSolids, cards, explain, ledge } from './crosses.ts';
import { placeBox, rimLabels, sizeOf } from './geometry.ts';
import { askedAt, coveredOnly, type Held, keepHeld, type MaskerState, NOTHING_HELD } from './held.ts';
import { pick, tray } from './tray.ts';
import {
  announce,
  announceEffects,
  colourName,
  crossName,
  freeWords,
  newCaptures,
  played,
  stackWords,
  takeWords,
} from './words.ts';
import type { Move } from '@tablier/core';
import { m } from '../../paraglide/messages.js';

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

const captureAt = ({ choices }: MaskerState, cell: string | null): Move | null =>
  choices.find((move) => isCapture(move) && formatCell(move) === cell) ?? null;

/** Every place from the top left, so that the reading order is that of the page. */
export function targets(state: MaskerState): Target[] {
  const { view } = state;
  const rows = Math.sqrt(view.board.length);
  const ordered = Array.from({ length: rows }, (_, row) => view.board.slice(row * rows, (row + 1) * rows))
    .toReversed()
    .flat();
  return ordered.map(({ cell, crosses }) => ({
    ...placeBox(view, cell),
    id: cell,
    name: m.masker_place({ cell, content: stackWords(crosses) }),
    enabled: captureAt(state, cell) !== null,
  }));
}

/** A capture of the last cross of a colour reveals something to all players. It cannot be undone, so it needs a second press. */
export function pressCell(state: MaskerState, cell: string): Step<Held> {
  const move = captureAt(state, cell);
  const held = { ...state.held, asked: null };
  if (move === null) return { held };
  const asks = isLastOfColour(state.view, move) && state.held.asked !== cell;
  return asks ? { held: { ...held, asked: cell } } : { held, move };
}

function isLastOfColour(view: MaskerView, move: Move): boolean {
  const preview = previewCapture(view, move);
  return preview !== null && preview.cross !== 'W' && preview.left === 0;
}

export function notes(state: MaskerState): BoardNote[] {
  const { view, choices, pointed } = state;
  if (view.outcome !== null) return [];
  if (view.gift !== null) return giftNotes(state);
  const freedom = freeWords(view);
  const general: BoardNote[] = freedom === null ? [] : [{ kind: 'hint', text: freedom }];
  if (choices.length === 0) return general;
  const move = captureAt(state, askedAt(state) ?? pointed);
  // A finger has seen why before it chose, and has no room for both.
  if (move !== null) return [...(state.touch ? [] : general), ...previewNotes(state, move)];
  const refused = refusal(state);
  return [...general, refused ?? { kind: 'hint', text: turnHint(state) }];
}

function turnHint({ view, touch }: MaskerState): string {
  const { captures, capturesLeft, free } = view;
  if (captures.length > 0) return m.masker_go_on({ left: capturesLeft });
  if (free === null) return touch ? m.masker_choose_touch() : m.masker_choose();
  return touch ? m.masker_choose_any_touch() : m.masker_choose_any();
}

/** The button names the cross that it takes, and which capture of the turn that is. The choice of [M13] has buttons of its own. */
export function confirm(state: MaskerState): Confirmation | null {
  const { view, choices, pointed } = state;
  if (view.gift !== null) return null;
  if (choices.length === 0) return { label: m.masker_take() };
  const progress = `${TURN_CAPTURES + 1 - view.capturesLeft} / ${TURN_CAPTURES}`;
  const cross = captureAt(state, pointed) === null ? '' : stackAt(view, pointed ?? '').slice(-1);
  return { label: takeWords(cross), progress };
}

function isOwnColour({ view, viewer, shared, held }: MaskerState, cross: string): boolean {
  const isCovered = shared && held.covered;
  return typeof viewer === 'number' && viewer === view.turn && !isCovered && view.seats[viewer]?.colour === cross;
}

function previewNotes(state: MaskerState, move: Move): BoardNote[] {
  const { view } = state;
  const preview = previewCapture(view, move);
  if (preview === null) return [];
  const { cross, left, free, pays, fills, endsTurn } = preview;
  const said = { cross: crossName(cross), cell: formatCell(move), left };
  const isOwn = isOwnColour(state, cross);
  if (isOwn && left === 0) return [{ kind: 'reason', text: m.masker_last_own() }];
  const others = left === 0 ? m.masker_would_take_last : m.masker_would_take;
  const taken = isOwn ? m.masker_would_take_own(said) : others(said);
  const after = [
    ...(pays ? [m.masker_would_pay()] : []),
    ...(free === 'white' ? [m.masker_would_free_white()] : []),
    ...(free === 'isolation' ? [m.masker_would_isolate()] : []),
    ...(fills ? [m.masker_would_fill()] : []),
    ...(endsTurn ? [m.masker_would_end()] : []),
  ];
  const lines: BoardNote[] = [{ kind: 'preview', text: [taken, ...after].join(' ') }];
  if (!isLastOfColour(view, move)) return lines;
  return [...lines, { kind: 'reason', text: m.masker_last_of({ cross: crossName(cross) }) }];
}

function refusal({ view, pointed }: MaskerState): BoardNote | null {
  if (pointed === null || pointed === view.neutral || stackAt(view, pointed) === '') return null;
  return { kind: 'reason', text: m.masker_too_far() };
}

function giftNotes({ view, choices, people }: MaskerState): BoardNote[] {
  const { gift } = view;
  if (gift === null) return [];
  const said = { missing: gift.missing, next: people.name(gift.next), other: people.name(gift.other) };
  const chooser = { player: people.title(view.turn), who: people.who(view.turn) };
  const text = choices.length > 0 ? m.masker_gift_choose(said) : m.masker_gift_wait(chooser);
  return [{ kind: 'preview', text }];
}
