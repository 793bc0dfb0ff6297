import type { Move } from '@tablier/core';
import { COLOUR_LETTERS, giftOf, STOP, TURN_CAPTURES } from '@tablier/games/masker';
import type { Step, TrayGroup, TrayItem } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import { trayCross } from './crosses.ts';
import type { Held, MaskerState } from './held.ts';
import { colourName, crossName, toneOf } from './words.ts';

export function tray(state: MaskerState): TrayGroup[] {
  const { view } = state;
  if (view.outcome !== null) return [inPlayGroup(state)];
  const gift = state.choices.some((move) => giftOf(move) !== null);
  const isReview = state.viewer === 'open';
  return [gift ? giftGroup(state) : turnGroup(state), ...(isReview ? [] : secretGroup(state)), inPlayGroup(state)];
}

/** Stop, with the captures it leaves unused [M8], and undo. */
function turnGroup(state: MaskerState): TrayGroup {
  const { view, undoable } = state;
  const left = view.capturesLeft;
  const stop: TrayItem = {
    id: 'stop',
    name: m.masker_stop_name({ left }),
    label: m.masker_stop(),
    enabled: state.choices.includes(STOP),
    key: '.',
  };
  const undo: TrayItem = {
    id: 'undo',
    name: m.masker_undo_name(),
    label: m.masker_undo(),
    enabled: undoable,
    key: 'U',
  };
  const title = m.masker_turn_title({ made: TURN_CAPTURES - left, most: TURN_CAPTURES });
  // By touch the button that captures says it.
  return { id: 'turn', title, items: typeof state.viewer === 'number' ? [stop, undo] : [], isFirst: !state.touch };
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

/** The user's own colour: always visible to its owner [M3], who may cover it if several people share the device. */
function secretGroup({ view, held, shared }: MaskerState): TrayGroup[] {
  const seat = view.seat === null ? undefined : view.seats[view.seat];
  const colour = seat?.colour ?? null;
  if (colour === null || seat?.out === true) return [];
  const item = shared && held.covered ? coveredColour() : shownColour(colour, { shared });
  const group: TrayGroup = { id: 'secret', title: m.masker_secret_title(), items: [item], plain: !shared };
  return [shared && held.covered ? group : { ...group, paint: toneOf(colour) }];
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

/** How many crosses of each colour are in play; a press shows where. */
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
