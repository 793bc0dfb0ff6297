import type { Seat, View } from '@tablier/core';

/** Who reads a position: how the seats are called, and the words of a game in one language. */
export interface Teller {
  /** `You`, `Ada` or `Dark`, as at the beginning of a sentence. */
  name(seat: Seat): string;
  /** Those of `shared/position.<language>.json` and `<game>/position.<language>.json`. */
  readonly words: PositionWords;
}

export type PositionWords = Readonly<Record<string, string>>;

/** A position in words. Everything depends on the view alone, so it tells no more than the viewer sees. */
export interface PositionText<V extends View = View> {
  /** All of the position, a sentence for each line. */
  lines(view: V, teller: Teller): string[];
  /** What is at a place (`c3`), in a row (`3`) or a column (`c`); `null` if the board has no such place. */
  at(view: V, place: string, teller: Teller): string | null;
  /** The points, or what counts instead of them. */
  score(view: V, teller: Teller): string;
  /** The pieces that are not on the board: in hand, or taken. */
  hands(view: V, teller: Teller): string[];
}

export const say = (
  words: PositionWords,
  key: string,
  inputs: Readonly<Record<string, string | number>> = {},
): string => (words[key] ?? key).replaceAll(/\{(\w+)\}/g, (gap, name: string) => String(inputs[name] ?? gap));

/** Whose turn it is, as the first sentence of a position. */
export const turnLine = (view: View, { name, words }: Teller): string =>
  view.outcome === null ? say(words, 'to_move', { who: name(view.turn) }) : say(words, 'over');

/** The cells that a text names, along the row or up the column; `null` if the grid has no such cell, row or column. */
export function cellsNamed(place: string, columns: number, rows: number): number[] | null {
  const [, letter = '', digits = ''] = /^([a-z]?)(\d*)$/.exec(place) ?? [];
  const [column, row] = [letter === '' ? null : letter.charCodeAt(0) - 97, digits === '' ? null : Number(digits) - 1];
  if ((column === null && row === null) || (column ?? 0) >= columns || (row ?? 0) < 0 || (row ?? 0) >= rows)
    return null;
  const all = Array.from({ length: columns * rows }, (_, cell) => cell);
  return all.filter(
    (cell) =>
      (column ?? cell % columns) === cell % columns &&
      (row ?? Math.trunc(cell / columns)) === Math.trunc(cell / columns),
  );
}

/** What the cells of a place hold, without the empty ones of a row or column. `tell`: `null` for an empty cell. */
export function tellCells(
  cells: readonly number[] | null,
  words: PositionWords,
  tell: (cell: number) => { readonly name: string; readonly content: string | null },
): string | null {
  if (cells === null) return null;
  const [first] = cells;
  const told = cells.map(tell);
  if (first !== undefined && cells.length === 1) {
    const [{ name, content } = { name: '', content: null }] = told;
    return say(words, 'at', { at: name, what: content ?? say(words, 'empty') });
  }
  const full = told.filter(({ content }) => content !== null);
  return full.length === 0
    ? say(words, 'all_empty')
    : full.map(({ name, content }) => say(words, 'at', { at: name, what: content ?? '' })).join(' ');
}
