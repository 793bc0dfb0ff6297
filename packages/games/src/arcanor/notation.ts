import type { Move } from '@tablier/core';
import { formatCell, kindOf, originOf, SIGNS, targetOf } from './board.ts';

/** `b1-b2` slides, `b1^b2` liberates, `b1xc2` captures. */
export const formatMove = (move: Move): string =>
  `${formatCell(originOf(move))}${SIGNS.charAt(kindOf(move))}${formatCell(targetOf(move))}`;
