import type { Position } from '@tablier/core';
import type { BotGame, JudgedMoves } from '../../src/index.ts';

/** A game with an outlook to which all moves look alike. */
export const blank = (game: BotGame): BotGame => ({
  ...game,
  advice: {
    ...game.advice,
    makeOutlook: () => ({
      judge: (position: Position, into: JudgedMoves) => {
        into.count = position.legalMoves(into.moves);
        into.odds.fill(0, 0, into.count);
        return 0;
      },
    }),
  },
});
