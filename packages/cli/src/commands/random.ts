import { type Game, type GameRecord, makeRecord, type Move, NOBODY, type Rng } from '@tablier/core';
import { type Conditions, dealtSetup, gameNamed, readConditions, type SetupFlags } from '../shared/setup.ts';
import { EXIT } from '../shared/errors.ts';
import { writeLine } from '../shared/output.ts';
import { gameRng, seedOr } from '../shared/seed.ts';

export interface RandomFlags extends SetupFlags {
  readonly count: number;
  readonly seed?: string;
}

/** `tablier random GAME`: each game has its own deal and random numbers, from the seed and its number. */
export async function random(id: string, flags: RandomFlags): Promise<number> {
  const game = gameNamed(id);
  const conditions = readConditions(game, flags);
  const seed = seedOr(flags.seed);
  for (let index = 0; index < flags.count; index++) {
    await writeLine(JSON.stringify(randomGame(game, conditions, gameRng(seed, index))));
  }
  return EXIT.ok;
}

function randomGame(game: Game, conditions: Conditions, rng: Rng): GameRecord {
  const setup = dealtSetup(conditions, rng);
  const position = game.start(setup);
  const moves: Move[] = [];
  while (position.turn !== NOBODY) {
    const move = position.randomMove(rng);
    moves.push(move);
    position.play(move);
  }
  return makeRecord(game, setup, moves);
}
