import { gameNamed } from '../shared/catalogue.ts';
import { EXIT } from '../shared/errors.ts';
import { writeLine } from '../shared/output.ts';
import { gameRng, seedOr } from '../shared/seed.ts';
import { dealtSetup, readConditions, type SetupFlags } from '../shared/setup.ts';

export interface DealFlags extends SetupFlags {
  readonly seed?: string;
}

/** `tablier deal GAME`: the deal of the first random game of the same seed; `null` for a game without one. */
export async function deal(id: string, flags: DealFlags): Promise<number> {
  const game = gameNamed(id);
  const conditions = readConditions(game, flags);
  const setup = dealtSetup(conditions, gameRng(seedOr(flags.seed), 0));
  await writeLine(JSON.stringify(setup.deal));
  return EXIT.ok;
}
