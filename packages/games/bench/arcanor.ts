import { performance } from 'node:perf_hooks';
import { makeSetup, NOBODY, perft, type Position, SeededRng } from '@tablier/core';
import { arcanor } from '../src/arcanor/index.ts';

/* Random games, and where their time goes. Run with `npx tsx packages/games/bench/arcanor.ts [games]`. */

const made = makeSetup(arcanor, {});
if (!made.ok) throw new Error(made.error.name);
const setup = made.value;
const games = Number(process.argv[2] ?? 10_000);

const perSecond = (count: number, milliseconds: number): string =>
  `${((count / milliseconds) * 1000).toLocaleString('en', { maximumFractionDigits: 0 })}/s`;

function timed(name: string, count: number, work: () => number): void {
  work();
  const start = performance.now();
  let units = 0;
  for (let index = 0; index < count; index++) units += work();
  const spent = performance.now() - start;
  console.log(
    `${name.padEnd(34)} ${perSecond(units, spent).padStart(14)}  ${((spent * 1e6) / units).toFixed(1)} ns each`,
  );
}

const rng = new SeededRng(1);
const first = arcanor.start(setup);
const position = arcanor.start(setup);

function randomGame(each: (position: Position) => void = () => {}): number {
  position.copyFrom(first);
  let plies = 0;
  while (position.turn !== NOBODY) {
    each(position);
    position.play(position.randomMove(rng));
    plies++;
  }
  return plies;
}

const ends: Record<string, number> = {};
let moves = 0;
let longest = 0;
const start = performance.now();
for (let game = 0; game < games; game++) {
  const plies = randomGame();
  moves += plies;
  longest = Math.max(longest, plies);
  const end = position.end ?? 'none';
  ends[end] = (ends[end] ?? 0) + 1;
}
const spent = performance.now() - start;
console.log(
  `random games ${perSecond(games, spent)}, moves ${perSecond(moves, spent)}, ${(moves / games).toFixed(1)} moves a game, longest ${longest}`,
);
console.log(`ends ${JSON.stringify(ends)}`);

const list = new Uint16Array(arcanor.maxMoves);
const values = new Float64Array(2);
const copy = arcanor.start(setup);
const few = Math.max(1, Math.floor(games / 10));
timed('move', few, () => randomGame());
timed('move + randomMove', few, () => randomGame((at) => at.randomMove(rng)));
timed('move + countMoves', few, () => randomGame((at) => at.countMoves()));
timed('move + legalMoves', few, () => randomGame((at) => at.legalMoves(list)));
timed('move + copyFrom', few, () => randomGame(() => copy.copyFrom(position)));
timed('move + evaluate', few, () => randomGame(() => arcanor.evaluate(position, values)));
timed('perft 4', 1, () => perft(arcanor, setup, first, 4));
