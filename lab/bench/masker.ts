/**
 * Random games of Masker per second, by options and players: `node packages/games/bench/masker.ts`.
 * Prints one JSON object per line; `ns` is the time of one move.
 */
import { allOptions, formatOptions, makeSetup, playOut, SeededRng, type Setup } from '@tablier/core';
import { masker } from '@tablier/games/masker';

const SECONDS = 1.5;

function measure(setup: Setup): { games: number; plies: number; seconds: number } {
  const rng = new SeededRng(1);
  const first = masker.start(setup);
  const position = first.clone();
  let games = 0;
  let plies = 0;
  const begin = performance.now();
  for (;;) {
    for (let count = 0; count < 1000; count++) {
      position.copyFrom(first);
      plies += playOut(position, rng);
    }
    games += 1000;
    const seconds = (performance.now() - begin) / 1000;
    if (seconds >= SECONDS) return { games, plies, seconds };
  }
}

for (const players of masker.players) {
  for (const options of allOptions(masker.options)) {
    const deal = masker.deals.draw(options, players, new SeededRng(1));
    const setup = makeSetup(masker, { options, players, deal });
    if (!setup.ok) throw new Error(setup.error.detail);
    measure(setup.value);
    const { games, plies, seconds } = measure(setup.value);
    const line = {
      game: 'masker',
      players,
      options: formatOptions(masker.options, options),
      gamesPerSecond: Math.round(games / seconds),
    };
    console.log(
      JSON.stringify({ ...line, plies: +(plies / games).toFixed(1), ns: +((1e9 * seconds) / plies).toFixed(1) }),
    );
  }
}
