import {
  COLOUR_LETTERS,
  formatCell,
  giftOf,
  isCapture,
  type MaskerView,
  previewCapture,
  seatsOf,
  sideOf,
  stackAt,
  STOP,
  TURN_CAPTURES,
} from '@tablier/games/masker';
import type {
  BoardModule,
  BoardNote,
  Confirmation,
  Secret,
  Step,
  TrayGroup,
  TrayItem,
} from '../../board/board-module.ts';
import type { Scene, Target } from '../../board/scene/scene.ts';
import { boardSolids, cards, explain, ledge, smallCross, trayCross } from './crosses.ts';
import { placeBox, rimLabels, sizeOf } from './geometry.ts';
import { askedAt, coveredOnly, type Held, keepHeld, type MaskerState, NOTHING_HELD, ownColour } from './held.ts';
import {
  announceEffects,
  colourName,
  crossName,
  outWords,
  freeWords,
  newCaptures,
  played,
  SAYS_FREE,
  stackWords,
  takeWords,
  toneOf,
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
  announceEffects,
  curtain: (before, after, people) => {
    const out = after.eliminations[before.eliminations.length];
    return out === undefined ? null : { title: people.titles(out.seats), text: outWords(out, people) };
  },
  played,
  showsTurn: true,
  sounds: (before, after) => newCaptures(before, after).map(() => ({ sound: 'take' })),
  pick,
  press: pressCell,
  // The others move the colourless cross, so any capture may become possible.
  atTurn: (view, seat) => ({
    ...view,
    ...{ turn: seat, captures: [], capturesLeft: TURN_CAPTURES, free: 'isolation', gift: null },
  }),
  asksFirst: isLastOfColour,
  confirm,
  carries: () => false,
  keep: keepHeld,
  putBack: coveredOnly,
  secretName: colourName,
  secretPiece: smallCross,
  secret,
  cover,
  closesUp: true,
  takes: isCapture,
  // No one owns a cross; a player cares for those of the own colour. Others at the same device might see the focus.
  owns: (state, target, seat) =>
    !state.shared && state.viewer === seat && stackAt(state.view, target).at(-1) === ownColour(state),
  whyNot({ view }, move) {
    if (view.gift !== null || giftOf(move) !== null) return null;
    if (!isCapture(move)) return m.masker_choose();
    const cell = formatCell(move);
    const top = cell === view.neutral ? 'N' : stackAt(view, cell).slice(-1);
    return /^N?$/.test(top) ? `${m.masker_place({ cell, content: stackWords(top) })}.` : m.masker_too_far();
  },
  doubt(state, move) {
    if (!isCapture(move) || !isLastOfColour(state.view, move)) return null;
    const pointed = formatCell(move);
    return notes({ ...state, held: { ...NOTHING_HELD, asked: pointed }, pointed, touch: false })
      .flatMap(({ kind, text }) => (kind === 'reason' ? [text] : []))
      .join(' ');
  },
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
  const { cross = 'W', left } = previewCapture(view, move) ?? {};
  return cross !== 'W' && left === 0;
}

export function notes(state: MaskerState): BoardNote[] {
  const { view, choices, pointed, people } = state;
  if (view.outcome !== null) return [];
  if (view.gift !== null) return giftNotes(state, view.gift);
  const freedom = freeWords(view, people);
  const general: BoardNote[] = freedom === null ? [] : [{ kind: 'hint', text: freedom, saidBy: SAYS_FREE }];
  if (choices.length === 0) return general;
  const move = captureAt(state, askedAt(state) ?? pointed);
  // A finger has seen why before it chose, and has no room for both.
  if (move !== null) return [...(state.touch ? [] : general), ...previewNotes(state, move)];
  return [...general, ...(refusal(state) ?? turnHints(state))];
}

/** Nothing where the note about the free choice has said it all. */
function turnHints({ view, touch }: MaskerState): BoardNote[] {
  const { captures, capturesLeft, free } = view;
  const hint = (text: string): BoardNote[] => [{ kind: 'hint', text }];
  if (captures.length > 0) return hint(m.masker_go_on({ left: capturesLeft }));
  if (free === null) return hint(touch ? m.masker_choose_touch() : m.masker_choose());
  return touch ? hint(m.masker_choose_any_touch()) : [];
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

function previewNotes(state: MaskerState, move: Move): BoardNote[] {
  const { view } = state;
  const preview = previewCapture(view, move);
  if (preview === null) return [];
  const { cross, left, free, pays, fills, endsTurn } = preview;
  const said = { cross: crossName(cross), cell: formatCell(move), left };
  const isOwn = state.viewer === view.turn && ownColour(state) === cross;
  const again: BoardNote[] = askedAt(state) === said.cell ? [{ kind: 'reason', text: m.masker_press_again() }] : [];
  if (isOwn && left === 0) return [{ kind: 'reason', text: m.masker_last_own() }, ...again];
  const others = left === 0 ? m.masker_would_take_last : m.masker_would_take;
  const taken = isOwn ? m.masker_would_take_own(said) : others(said);
  const after = [
    pays ? m.masker_would_pay() : '',
    free === 'white' ? m.masker_would_free_white() : '',
    free === 'isolation' ? m.masker_would_isolate() : '',
    fills ? m.masker_would_fill() : '',
    endsTurn ? m.masker_would_end() : '',
  ].filter((text) => text !== '');
  if (!isLastOfColour(view, move)) return [{ kind: 'preview', text: [taken, ...after].join(' ') }];
  // The warning comes first: where the space is small, what follows may be left out.
  const rest: BoardNote[] = after.length === 0 ? [] : [{ kind: 'preview', text: after.join(' ') }];
  return [{ kind: 'reason', text: m.masker_last_of(said) }, ...again, ...rest];
}

function refusal({ view, pointed }: MaskerState): BoardNote[] | null {
  if (pointed === null || pointed === view.neutral || stackAt(view, pointed) === '') return null;
  return [{ kind: 'reason', text: m.masker_too_far() }];
}

function giftNotes({ view, choices, people }: MaskerState, gift: NonNullable<MaskerView['gift']>): BoardNote[] {
  const said = { missing: gift.missing, next: people.name(gift.next), other: people.name(gift.other) };
  const chooser = { player: people.title(view.turn), who: people.who(view.turn) };
  const text = choices.length > 0 ? m.masker_gift_choose(said) : m.masker_gift_wait(chooser);
  return [{ kind: 'preview', text }];
}

export function tray(state: MaskerState): TrayGroup[] {
  const { view } = state;
  if (view.outcome !== null) return [inPlayGroup(state)];
  const gift = state.choices.some((move) => giftOf(move) !== null);
  const own = state.viewer === 'open' ? [] : secretGroup(state);
  return [gift ? giftGroup(state) : turnGroup(state), ...own, inPlayGroup(state)];
}

/** Stop, with the captures it leaves unused [M8], and undo. */
function turnGroup(state: MaskerState): TrayGroup {
  const { view, undoable } = state;
  const left = view.capturesLeft;
  const mayStop = state.choices.includes(STOP);
  const acts: TrayItem[] = [
    { id: 'stop', name: m.masker_stop_name({ left }), label: m.masker_stop(), enabled: mayStop, key: '.' },
    { id: 'undo', name: m.masker_undo_name(), label: m.masker_undo(), enabled: undoable, key: 'U' },
  ];
  const title = m.masker_turn_title({ made: TURN_CAPTURES - left, most: TURN_CAPTURES });
  // By touch the button that captures says it.
  return { id: 'turn', title, items: typeof state.viewer === 'number' ? acts : [], isFirst: !state.touch };
}

/** How many crosses the next seat in the game gives; the other seat gives the rest [M13]. */
function giftGroup({ view, choices, people }: MaskerState): TrayGroup {
  const { missing = 0, next = 0, other = 0 } = view.gift ?? {};
  const item = (move: Move): TrayItem => {
    const count = giftOf(move) ?? 0;
    const rest = missing - count;
    return {
      id: `gift${move}`,
      name: m.masker_gift_name({ count, next: people.name(next), rest, other: people.name(other) }),
      label: `${count} + ${rest}`,
      enabled: true,
    };
  };
  return {
    id: 'gift',
    title: m.masker_gift_title({ next: people.name(next), other: people.name(other) }),
    items: choices.map(item),
    isFirst: true,
  };
}

/** The colour of the viewer's side [M3], until it is announced. */
function secret(view: MaskerView): Secret | null {
  const { seat, players, inPlay } = view;
  const own = view.seats[seat ?? -1];
  if (seat === null || !own?.colour || own.out) return null;
  return {
    name: colourName(own.colour),
    piece: smallCross(own.colour),
    paint: toneOf(own.colour),
    left: inPlay[own.colour],
    with: seatsOf(players, sideOf(players, seat)).filter((other) => other !== seat),
  };
}

function cover(view: MaskerView): MaskerView {
  if (view.outcome !== null) return view;
  return { ...view, seats: view.seats.map((each) => (each.out ? each : { ...each, colour: null })) };
}

/** The user's own colour: always visible to its owner [M3], who may cover it if several people share the device. */
function secretGroup({ view, held, shared }: MaskerState): TrayGroup[] {
  const own = view.seats[view.seat ?? -1];
  if (!own?.colour || own.out) return [];
  const isCovered = shared && held.covered;
  const item = isCovered ? coveredColour() : shownColour(own.colour, { shared });
  const group: TrayGroup = { id: 'secret', title: m.masker_secret_title(), items: [item], plain: !shared };
  return [isCovered ? group : { ...group, paint: toneOf(own.colour) }];
}

const coveredColour = (): TrayItem => ({
  id: 'secret',
  name: m.masker_secret_show(),
  label: m.masker_secret_short(),
  piece: { ...trayCross('N'), tone: 'neutral', marking: '?' },
  enabled: true,
  key: 'S',
});

function shownColour(letter: string, { shared }: { readonly shared: boolean }): TrayItem {
  const colour = colourName(letter);
  const item: TrayItem = {
    id: 'secret',
    name: m.masker_secret_is({ colour }),
    label: colour,
    piece: trayCross(letter),
    enabled: true,
  };
  return shared ? { ...item, name: m.masker_secret_hide({ colour }), key: 'S' } : item;
}

function inPlayGroup({ view, held }: MaskerState): TrayGroup {
  const letters = [...COLOUR_LETTERS, 'W'] as const;
  return {
    id: 'in-play',
    title: m.masker_in_play(),
    items: letters.map((letter) => ({
      id: `seek${letter}`,
      name: m.masker_seek({ cross: crossName(letter), count: view.inPlay[letter] }),
      piece: trayCross(letter),
      label: String(view.inPlay[letter]),
      enabled: view.inPlay[letter] > 0,
      chosen: held.sought === letter,
    })),
  };
}

export function pick(state: MaskerState, item: string): Step<Held> {
  const { choices } = state;
  const held = { ...state.held, asked: null };
  if (item === 'stop') return { held, move: STOP };
  if (item === 'undo') return { held, undo: true };
  if (item === 'secret') return { held: { ...held, covered: !held.covered } };
  if (item.startsWith('seek')) {
    const letter = item.slice('seek'.length);
    return { held: { ...held, sought: held.sought === letter ? null : letter } };
  }
  const move = Number(item.slice('gift'.length));
  return choices.includes(move) ? { held, move } : { held };
}
