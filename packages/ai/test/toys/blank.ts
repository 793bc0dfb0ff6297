import type { BotGame } from '../../src/index.ts';

/** A game with an outlook to which all moves look alike. */
export const blank = (game: BotGame): BotGame => ({
  ...game,
  advice: {
    ...game.advice,
    makeOutlook: () => ({
      judge: (_: unknown, __: unknown, count: number, into: Float64Array) => {
        into.fill(0, 0, count);
        return 0;
      },
    }),
  },
});
