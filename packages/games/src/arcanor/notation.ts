import type { Move } from '@tablier/core';
import { formatCell, kindOf, MOVE_SPACE, originOf, SIGNS, targetOf } from './board.ts';

/** `b1-b2` slides, `b1^b2` liberates, `b1xc2` captures. */
export const formatMove = (move: Move): string =>
  `${formatCell(originOf(move))}${SIGNS.charAt(kindOf(move))}${formatCell(targetOf(move))}`;

const MOVES = new Map(Array.from({ length: MOVE_SPACE }, (_, move) => [formatMove(move), move]));

/** The move of a text, in its one form; `null` for anything else. */
export const parseMove = (text: string): Move | null => MOVES.get(text) ?? null;
