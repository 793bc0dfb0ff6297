/** Random whole games of Nasca (one round) a second, in one thread: `npx tsx packages/games/bench/nasca.ts [seconds]`. */
import { makeSetup, perft, playOut, SeededRng } from '@tablier/core';
import { nasca } from '../src/nasca/index.ts';

const seconds = Number(process.argv[2] ?? 3);

function timed(name: string, work: () => number): void {
  const warm = performance.now() + 500;
  while (performance.now() < warm) work();
  const start = performance.now();
  let done = 0;
  while (performance.now() - start < seconds * 1000) done += work();
  console.log(`${name}\t${Math.round(done / ((performance.now() - start) / 1000))}`);
}

function oneRound(landscape: string) {
  const setup = makeSetup(nasca, { options: { rounds: 1, landscape } });
  if (!setup.ok) throw new Error(setup.error.detail);
  return setup.value;
}

for (const landscape of ['none', 'europe']) {
  const setup = oneRound(landscape);
  const rng = new SeededRng(1);
  const start = nasca.start(setup);
  const position = nasca.start(setup);
  let sum = 0;
  timed(`playouts per second, ${landscape}`, () => {
    for (let game = 0; game < 100; game++) {
      position.copyFrom(start);
      playOut(position, rng);
      sum += position.outcome().scores[0] as number;
    }
    return 100;
  });
  timed(`playouts per second without the score, ${landscape}`, () => {
    for (let game = 0; game < 100; game++) {
      position.copyFrom(start);
      playOut(position, rng);
    }
    return 100;
  });
  const scored = (): number => {
    for (let game = 0; game < 100; game++) sum += position.boardPoints()[0] as number;
    return 100;
  };
  timed(`scores per second, ${landscape}`, scored);
  timed(`perft nodes per second, depth 2, ${landscape}`, () => perft(nasca, setup, start, 2));
  if (sum < 0) throw new Error('no points');
}
