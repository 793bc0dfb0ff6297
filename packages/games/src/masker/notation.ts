import type { Move } from '@tablier/core';
import { formatGridCell } from '../shared/cells.ts';
import { GIVE, MAX_GIVEN, STOP } from './position.ts';
import { CELLS, SIZE } from './tables.ts';

const CELL_NAMES: readonly string[] = Array.from({ length: CELLS }, (_, cell) => formatGridCell(cell, SIZE));
const GIFTS: readonly string[] = Array.from({ length: MAX_GIVEN + 1 }, (_, given) => `t${given}`);

/** The text of every move, by its integer. */
const TEXTS: readonly string[] = [...CELL_NAMES, '.', ...GIFTS];

/** `c3` for a capture, `.` for the stop, `t5` for a choice of [M13]. */
export const formatMove = (move: Move): string => TEXTS[move] ?? '';

/** `a1` for cell 0. */
export const formatCell = (cell: number): string => CELL_NAMES[cell] ?? '';

/** The cell with a name; -1 if there is none. */
export const parseCell = (name: string): number => CELL_NAMES.indexOf(name);

export const isCapture = (move: Move): boolean => move < STOP;

/** The number that a choice of [M13] takes from the next player; `null` for any other move. */
export const giftOf = (move: Move): number | null => (move < GIVE ? null : move - GIVE);
