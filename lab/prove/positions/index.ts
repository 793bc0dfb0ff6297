import { type Game, NOBODY, SeededRng } from '@tablier/core';
import { findGame, games } from '@tablier/games';
import { compareLines, faultOfLine, startAtRandom, viewers } from '@tablier/games/position-checks';
import { noProgress, type Proof, type Report, seedOf } from '../lib/proof.ts';
import { drawPair } from '../worlds/secret-games.ts';

const DEFAULTS = {
  /** The states of each game, all as every viewer knows them. */
  states: 1_000_000,
  /** The pairs of states that look the same, of all games that hide something. */
  pairs: 10_000,
  seed: '',
};

/** A long game of one kind must not leave out the other kinds: no more of its pairs count. */
const MAX_COUNTED = 25;

/** Every state of random games, until there are enough. Returns the first line that is not read as it was written. */
function readStates(
  game: Game,
  states: number,
  { print, at, seed }: Report & { readonly seed: string },
): string | null {
  const rng = new SeededRng(`${seed} ${game.id}`);
  for (let read = 0; read < states;) {
    const { position, players } = startAtRandom(game, rng);
    for (; read < states; read++) {
      for (const viewer of viewers(players)) {
        const fault = faultOfLine(game, position, viewer);
        if (fault !== null) return fault;
      }
      if (position.turn === NOBODY) break;
      position.play(position.randomMove(rng));
    }
    at(read, states);
  }
  print(`${game.id}: ${states} states`);
  return null;
}

function comparePairs(pairs: number, { print, at, seed }: Report & { readonly seed: string }): string | null {
  let compared = 0;
  for (let index = 0; compared < pairs; index++) {
    const { pair } = drawPair(seed, index);
    const game = findGame(pair.game);
    if (game === undefined) throw new Error(`there is no game ${pair.game}`);
    const { equal, fault } = compareLines(game, pair, new SeededRng(`${seed} ${index}`));
    if (fault !== null) return fault;
    compared += Math.min(equal, MAX_COUNTED);
    at(Math.min(compared, pairs), pairs);
  }
  print(`${compared} pairs`);
  return null;
}

export const positions: Proof<typeof DEFAULTS> = {
  claim: 'A line is read as the position that it was written from, and equal for all that a viewer cannot tell apart.',
  defaults: DEFAULTS,
  async run({ states, pairs, ...options }, print, at = noProgress) {
    const seed = seedOf(options);
    const faults = [
      ...games.map((game) => readStates(game, states, { print, at, seed })),
      comparePairs(pairs, { print, at, seed }),
    ].filter((fault) => fault !== null);
    for (const fault of faults) print(`FAULT  ${fault}`);
    return { ok: faults.length === 0, figures: { seed, faults: faults.length } };
  },
};
