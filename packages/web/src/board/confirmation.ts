import type { View } from '@tablier/core';
import { m } from '../paraglide/messages.js';
import type { BoardModule, BoardState, Confirmation } from './board-module.ts';

/** The button that confirms the preview of a first touch; `null` where a press plays at once. */
export function confirmationOf<H>(board: BoardModule<View, H>, state: BoardState<View, H>): Confirmation | null {
  if (!state.touch || !board.touchPointsFirst) return null;
  return board.confirm === undefined ? { label: m.board_place() } : board.confirm(state);
}
