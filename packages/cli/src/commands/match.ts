import { type BotGame, botMove } from '@tablier/ai';
import { type Level, NOBODY, type Outcome, type Seat, SeededRng, type Setup } from '@tablier/core';
import { taskOf } from '../shared/bots.ts';
import { gameNamed } from '../shared/catalogue.ts';
import { EXIT } from '../shared/errors.ts';
import { writeLine } from '../shared/output.ts';
import { withProgress } from '../shared/progress.ts';
import { gameRng, seedOr } from '../shared/seed.ts';
import { type Conditions, dealtSetup, readConditions, type SetupFlags } from '../shared/setup.ts';

export interface MatchFlags extends SetupFlags {
  readonly a: Level;
  readonly b: Level;
  readonly games: number;
  readonly seed?: string;
}

type Side = 'a' | 'b';

/**
 * `tablier match GAME`: bot A has every other seat, from the first in the first game, from the second in the next, and so on.
 * The two games of such a pair have the same deal, so that luck in the deal favours neither side.
 */
export async function match(id: string, flags: MatchFlags): Promise<number> {
  const game = gameNamed(id);
  const conditions = readConditions(game, flags);
  const seed = seedOr(flags.seed);
  const score = { games: 0, a: 0, b: 0, draws: 0 };
  await withProgress(flags.games, async ({ at }) => {
    for (let index = 0; index < flags.games; index++) {
      const outcome = playGame(conditions, flags, seed, index);
      score.games++;
      score[winnerOf(outcome, index) ?? 'draws']++;
      at(score.games);
    }
  });
  await writeLine(JSON.stringify(score));
  return EXIT.ok;
}

const sideAt = (seat: Seat, index: number): Side => ((seat + index) % 2 === 0 ? 'a' : 'b');

function playGame(conditions: Conditions, flags: MatchFlags, seed: string, index: number): Outcome {
  const { game } = conditions;
  const setup = dealtSetup(conditions, gameRng(seed, index >> 1));
  return playBots(game, setup, (seat) => flags[sideAt(seat, index)], new SeededRng(`${seed} bots ${index}`));
}

function playBots(game: BotGame, setup: Setup, levelAt: (seat: Seat) => Level, rng: SeededRng): Outcome {
  const position = game.start(setup);
  while (position.turn !== NOBODY) {
    position.play(botMove(taskOf(game, setup, position), levelAt(position.turn), rng));
  }
  return position.outcome();
}

/** The only side with a seat in first place; `null` if both have one. */
function winnerOf({ places }: Outcome, index: number): Side | null {
  const first = new Set(places.flatMap((place, seat) => (place === 1 ? [sideAt(seat, index)] : [])));
  return first.size === 1 ? ([...first][0] as Side) : null;
}
