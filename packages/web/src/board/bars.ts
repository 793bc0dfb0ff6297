import type { Move } from '@tablier/core';
import { m } from '../paraglide/messages.js';
import type { BoardNote, TrayItem } from './board-module.ts';
import { type Mark, markOver, type Point, type Raised, ROOM, type Scene, type Solid } from './scene/scene.ts';

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
  /** How many there are on the board. */
  readonly cells: number;
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

const fits = ({ choices, moveOver }: BarPlayer, { length, across }: HeldBar, cell: number): boolean =>
  length !== null && choices.includes(moveOver({ length, across }, cell));

const cellsFor = (player: BarPlayer, bar: HeldBar): number[] =>
  Array.from({ length: player.cells }, (_, cell) => cell).filter((cell) => fits(player, bar, cell));

/** A bar, turned if it only fits that way; none if it fits nowhere. */
export function fittedBar<H extends HeldBar>(player: BarPlayer, held: H): H {
  const turned = turnedBar(held);
  return [held, turned].find((bar) => cellsFor(player, bar).length > 0) ?? { ...held, length: null };
}

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
  /** Under the piece in the hand: a hole would look like a part of its number. */
  covered: readonly number[],
  placeOf: (cell: number) => Point & { readonly raised?: Raised },
): Mark[] =>
  cellsFor(player, player.held)
    .filter((cell) => !covered.includes(cell))
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

/** The bars of a rack, which have keys while they are `active`. `turns` adds the button that turns the one in hand. */
export function rackItems(
  { length }: HeldBar,
  bars: readonly (TrayItem & { readonly piece: Solid })[],
  { active, turns }: { readonly active: boolean; readonly turns: boolean },
): TrayItem[] {
  const items = bars.map((bar) => {
    const { width } = bar.piece;
    return active ? { ...bar, chosen: length === width, key: String(width) } : bar;
  });
  if (!turns) return items;
  const names = { name: m.board_turn(), label: m.board_turn_short() };
  return [...items, { id: 'turn', ...names, icon: 'rotate', key: 'R', enabled: active && length !== null }];
}

/** What of a list another one does not have, such as the pieces that a move has brought. `idOf`: what distinguishes them. */
export function missingFrom<T>(others: readonly T[], all: readonly T[], idOf: (each: T) => unknown): readonly T[] {
  const ids = new Set(others.map(idOf));
  return all.filter((each) => !ids.has(idOf(each)));
}
