import { argv, cpuUsage } from 'node:process';
import { makeSetup, perft, playOut, SeededRng, type Setup } from '@tablier/core';
import { advice } from '../../packages/games/src/nasca/bot.ts';
import { nasca } from '@tablier/games/nasca';

/*
 * Random games of one round, with and without their final score, and the other costs of a search. Measures processor time, which other
 * load on the machine affects little. Run with `node packages/games/bench/nasca.ts [seconds]`.
 */

const seconds = Number(argv[2] ?? 2);
const GAMES = 200;

/** Processor time used so far, in seconds. */
const now = (): number => cpuUsage().user / 1e6;

/** Repeats `work`, which returns the amount done, and prints the amount per second. */
function report(what: string, work: () => number): void {
  const warm = now() + seconds / 4;
  while (now() < warm) work();
  const start = now();
  let done = 0;
  while (now() - start < seconds) done += work();
  console.log(`${Math.round(done / (now() - start))}\t${what}`);
}

function oneRound(landscape: string): Setup {
  const setup = makeSetup(nasca, { options: { rounds: 1, landscape } });
  if (!setup.ok) throw new Error(setup.error.name);
  return setup.value;
}

for (const landscape of ['none', 'europe']) {
  const setup = oneRound(landscape);
  const rng = new SeededRng(1);
  const start = nasca.start(setup);
  const position = nasca.start(setup);
  const values = new Float64Array(2);
  const games = (finish: () => void): number => {
    for (let game = 0; game < GAMES; game++) {
      position.copyFrom(start);
      playOut(position, rng);
      finish();
    }
    return GAMES;
  };
  const repeated = (work: () => void): number => {
    for (let time = 0; time < GAMES; time++) work();
    return GAMES;
  };
  console.log(`landscape=${landscape}, a second:`);
  report('random games with their outcome', () => games(() => position.outcome()));
  report('random games without it', () => games(() => {}));
  report('outcomes of one final position', () => repeated(() => position.outcome()));
  report('perft nodes, depth 2', () => perft(nasca, start, 2));
  position.copyFrom(start);
  for (let ply = 0; ply < 12; ply++) position.play(position.randomMove(rng));
  report('evaluations of one position', () => repeated(() => advice.evaluate(position, values)));
  report('counts of its moves', () => repeated(() => position.countMoves()));
}
