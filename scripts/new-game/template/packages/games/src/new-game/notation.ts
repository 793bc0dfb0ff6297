import type { Move } from '@tablier/core';
import { MOVE_SPACE, takenBy } from './position.ts';

/** The number of stones taken [N6]. */
export const formatMove = (move: Move): string => String(takenBy(move));

/** Small move spaces are read by a table, which cannot disagree with what is written. */
const MOVES = new Map(Array.from({ length: MOVE_SPACE }, (_, move) => [formatMove(move), move]));

/** The move of a text, in its one form; `null` for anything else. */
export const parseMove = (text: string): Move | null => MOVES.get(text) ?? null;
