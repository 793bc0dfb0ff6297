import type { Move } from '@tablier/core';
import { m } from '../paraglide/messages.js';
import type { BoardNote, TrayItem } from './board-module.ts';
import { type Mark, markOver, type Point, type Raised, ROOM, type Scene } from './scene/scene.ts';

export interface HeldBar {
  readonly length: number | null;
  readonly across: boolean;
}

export const NO_BAR: HeldBar = { length: null, across: true };

interface Bar extends HeldBar {
  readonly length: number;
}

export interface BarPlayer {
  readonly held: HeldBar;
  readonly choices: readonly Move[];
  readonly touch: boolean;
  readonly tried: boolean;
  /** The shortest first. */
  readonly lengths: readonly number[];
  readonly moveOver: (bar: Bar, cell: number) => Move;
}

export const turnedBar = <H extends HeldBar>(held: H): H =>
  held.length === null ? held : { ...held, across: !held.across };

/** The lowest cell of a bar whose middle is over `cell`, moved back onto the grid if it would extend beyond it. */
export function firstCell(
  { columns, rows }: Pick<Scene['grid'], 'columns' | 'rows'>,
  { length, across }: Bar,
  cell: number,
): number {
  const [column, row] = [cell % columns, Math.trunc(cell / columns)];
  const wanted = (across ? column : row) - Math.trunc((length - 1) / 2);
  const start = Math.min(Math.max(0, wanted), (across ? columns : rows) - length);
  return across ? row * columns + start : start * columns + column;
}

/** The bar in hand, turned if it only fits that way; none if it fits nowhere. `ways`: whether it lies across where it fits. */
export function fittedBar<H extends HeldBar>(held: H, ways: ReadonlySet<boolean>): H {
  if (ways.size === 0) return { ...held, length: null };
  return ways.has(held.across) ? held : { ...held, across: !held.across };
}

const fits = ({ choices, moveOver }: BarPlayer, { length, across }: HeldBar, cell: number): boolean =>
  length !== null && choices.includes(moveOver({ length, across }, cell));

/** The first of the lengths that can lie over `cell`, turned only if it must be; `null` if none can or one is in hand. Shortest first, so that a press never takes the best bar. */
export function fittingBar(player: BarPlayer, cell: number): HeldBar | null {
  const { held, lengths } = player;
  if (held.length !== null) return null;
  const bars = lengths.flatMap((length) => [held.across, !held.across].map((across) => ({ length, across })));
  return bars.find((bar) => fits(player, bar, cell)) ?? null;
}

export const canLie = (player: BarPlayer, cell: number): boolean =>
  player.held.length === null ? fittingBar(player, cell) !== null : fits(player, player.held, cell);

export const roomMarks = (
  player: BarPlayer,
  cells: number,
  /** Under the piece in the hand: a hole would look like a part of its number. */
  covered: readonly number[],
  placeOf: (cell: number) => Point & { readonly raised?: Raised },
): Mark[] =>
  Array.from({ length: cells }, (_, cell) => cell)
    .filter((cell) => !covered.includes(cell) && fits(player, player.held, cell))
    .map((cell) => markOver(`to${cell}`, 'dot', 'room', { ...placeOf(cell), width: ROOM, depth: ROOM }));

/** What to do next. A press where nothing fits gets a reason; a mouse that passes there does not. */
export function handNote(player: BarPlayer, cell: number | null, emptyHint: string): BoardNote {
  const { held, touch, tried } = player;
  if (held.length !== null)
    return { kind: 'hint', text: touch ? m.board_choose_place_touch() : m.board_choose_place() };
  return tried && cell !== null && !canLie(player, cell)
    ? { kind: 'reason', text: m.board_nothing_fits() }
    : { kind: 'hint', text: emptyHint };
}

export const turnItem = (enabled: boolean): TrayItem => ({
  id: 'turn',
  name: m.board_turn(),
  label: m.board_turn_short(),
  icon: 'rotate',
  key: 'R',
  enabled,
});
