import type { BotGame } from '@tablier/ai';
import { describe, test } from 'vitest';
import { type CheckGameSize, conformanceOf } from './conformance.ts';
import { SEED } from './seed.ts';

/** Registers the checks of `conformanceOf` as tests. */
export function checkGame(game: BotGame, size: CheckGameSize): void {
  describe(`${game.id} keeps the contract of a game (TABLIER_SEED=${SEED})`, () => {
    for (const { title, checks } of conformanceOf(game, size, SEED))
      describe(title, () => {
        for (const { name, run } of checks) test(name, run);
      });
  });
}
