import { legalMoveTexts } from '@tablier/core';
import { gameNamed } from '../shared/catalogue.ts';
import { EXIT } from '../shared/errors.ts';
import { writeLine } from '../shared/output.ts';
import { fixedSetup, playTexts, readConditions, type SetupFlags } from '../shared/setup.ts';

export interface MovesFlags extends SetupFlags {
  readonly moves?: string;
}

/** `tablier moves GAME` */
export async function moves(id: string, flags: MovesFlags): Promise<number> {
  const game = gameNamed(id);
  const position = game.start(fixedSetup(readConditions(game, flags)));
  playTexts(game, position, flags.moves ?? '');
  for (const text of legalMoveTexts(game, position)) await writeLine(text);
  return EXIT.ok;
}
