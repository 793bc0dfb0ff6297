/** Random games of the TypeScript rules, and what is counted of them. */
import { defaultOptions, makeSetup, playOut, SeededRng, type Setup } from '@tablier/core';
import type { CatalogueGame } from '@tablier/games';

/** What is counted of random games. */
export interface Tally {
  readonly games: number;
  readonly plies: number;
  /** The sum of the squared lengths. */
  readonly squares: number;
  /** Processor time. */
  readonly seconds: number;
  /** By seat: the games that it won alone. */
  readonly wins: readonly number[];
}

/** Games between two looks at the clock. */
const BATCH = 1_000;

/** The default options, which are those of the first preset, and two seats. The deal depends on the seed. */
export function setupOf(game: CatalogueGame, seed: number): Setup {
  const options = defaultOptions(game.options);
  const deal = game.deals?.draw(options, 2, new SeededRng(seed)) ?? null;
  const made = makeSetup(game, { options, players: 2, deal });
  if (!made.ok) throw new Error(`no setup for ${game.id}`);
  return made.value;
}

export function playRandomGames(game: CatalogueGame, setup: Setup, limit: number, seed: number): Tally {
  const start = game.start(setup);
  const position = game.start(setup);
  const rng = new SeededRng(seed);
  const began = processorSeconds();
  const wins = [0, 0];
  let [played, plies, squares, seconds] = [0, 0, 0, 0];
  while (seconds < limit) {
    for (let index = 0; index < BATCH; index++) {
      position.copyFrom(start);
      const length = playOut(position, rng);
      const { places } = position.outcome();
      plies += length;
      squares += length * length;
      for (let seat = 0; seat < 2; seat++)
        if (places[seat] === 1 && places[1 - seat] === 2) wins[seat] = (wins[seat] as number) + 1;
    }
    played += BATCH;
    seconds = processorSeconds() - began;
  }
  return { games: played, plies, squares, seconds, wins };
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
