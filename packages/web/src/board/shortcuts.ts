import { m } from '../paraglide/messages.js';
import type { Chooser } from './scene/scene.ts';
import type { TrayGroup } from './board-module.ts';

export interface Shortcut {
  readonly keys: readonly string[];
  readonly text: string;
}

const ARROWS = ['←', '→', '↑', '↓'] as const;

/** The keys of a board at this moment: those of its buttons first. A piece that is used up has no key. */
export function boardShortcuts(groups: readonly TrayGroup[], chooser: Chooser | undefined): Shortcut[] {
  const items = groups.flatMap((group) => (group.plain === true ? [] : group.items));
  const ofItems = items.flatMap(({ key, name, count }): Shortcut[] =>
    key === undefined || count === 0 ? [] : [{ keys: [key], text: name }],
  );
  const asked = (chooser?.items ?? []).filter(({ key }) => !items.some((item) => item.key === key));
  return [
    ...ofItems,
    ...asked.map(({ key, label }) => ({ keys: [key], text: label })),
    { keys: ARROWS, text: m.shortcut_move() },
    { keys: [m.key_enter(), m.key_space()], text: m.shortcut_press() },
    { keys: [m.key_escape()], text: m.shortcut_cancel() },
  ];
}

export const viewShortcuts = (): Shortcut[] => [
  { keys: ARROWS.map((arrow) => `${m.board3d_shift()} ${arrow}`), text: m.board3d_keys() },
  { keys: [m.board3d_home()], text: m.board3d_reset() },
];

export const reviewShortcuts = (): Shortcut[] => [{ keys: ['←', '→'], text: m.shortcut_review() }];

/** Keys work on the board, next to it, in the bubble about it, and where the focus has no keys of its own, but not behind a dialog. `root`: the board and its racks. */
export const isForBoard = ({ target }: KeyboardEvent, root: HTMLElement): boolean =>
  target instanceof Element &&
  (root.contains(target) || target.matches('body, main, h1, h2, .bubble *')) &&
  document.querySelector('dialog:modal') === null;

/** Elements with arrow keys of their own keep them. */
const usesArrows = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, select, textarea, [data-target]') !== null;

/** The ply that the left or right arrow key leads to, among `last` plies; `null` for any other key, and where the key has another meaning. */
export function stepOfKey(event: KeyboardEvent, ply: number, last: number): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null;
  if (event.defaultPrevented || usesArrows(event.target)) return null;
  if (event.key === 'ArrowLeft') return Math.max(0, ply - 1);
  return event.key === 'ArrowRight' ? Math.min(last, ply + 1) : null;
}
