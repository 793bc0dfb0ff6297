import { cpuUsage, argv } from 'node:process';
import { makeSetup, NOBODY, perft, SeededRng } from '@tablier/core';
import { advice } from '../../packages/games/src/arcanor/bot.ts';
import { type ArcanorPosition, arcanor } from '@tablier/games/arcanor';

/*
 * Random games, and how their time is spent. Measures processor time, which other load on the machine affects little.
 * Run with `node packages/games/bench/arcanor.ts [games]`.
 */

const made = makeSetup(arcanor, {});
if (!made.ok) throw new Error(made.error.name);
const setup = made.value;
const games = Number(argv[2] ?? 5000);
const calls = 300_000;

const rng = new SeededRng(1);
const first = arcanor.start(setup);
const position = arcanor.start(setup);
const copy = arcanor.start(setup);
const list = new Uint16Array(arcanor.maxMoves);
const values = new Float64Array(2);

/** Processor time used so far, in nanoseconds. */
const now = (): number => cpuUsage().user * 1000;

function randomGame(): number {
  position.copyFrom(first);
  let plies = 0;
  while (position.turn !== NOBODY) {
    position.play(position.randomMove(rng));
    plies++;
  }
  return plies;
}

/** The positions up to the 320th move of random games. */
function positionsOnTheWay(): ArcanorPosition[] {
  const found: ArcanorPosition[] = [];
  while (found.length < 64) {
    const wandering = arcanor.start(setup);
    for (let ply = 0; ply < 5 * found.length && wandering.turn !== NOBODY; ply++)
      wandering.play(wandering.randomMove(rng));
    if (wandering.turn !== NOBODY) found.push(wandering);
  }
  return found;
}

function timeRandomGames(): void {
  for (let game = 0; game < games / 4; game++) randomGame();
  const ends: Record<string, number> = {};
  let moves = 0;
  let longest = 0;
  const start = now();
  for (let game = 0; game < games; game++) {
    const plies = randomGame();
    moves += plies;
    longest = Math.max(longest, plies);
    ends[position.end ?? 'none'] = (ends[position.end ?? 'none'] ?? 0) + 1;
  }
  const seconds = (now() - start) / 1e9;
  console.log(`random games ${(games / seconds).toFixed(0)}/s, moves ${(moves / seconds / 1e6).toFixed(2)} million/s`);
  console.log(`${(moves / games).toFixed(1)} moves a game, longest ${longest}, ends ${JSON.stringify(ends)}`);
}

function timeCalls(name: string, call: (at: ArcanorPosition) => unknown, count = calls): void {
  const positions = positionsOnTheWay();
  let start = 0;
  for (let index = -count; index < count; index++) {
    if (index === 0) start = now();
    call(positions[index & 63] ?? first);
  }
  console.log(`${name.padEnd(20)} ${((now() - start) / count).toFixed(1)} ns`);
}

timeRandomGames();
timeCalls('randomMove', (at) => at.randomMove(rng));
timeCalls('countMoves', (at) => at.countMoves());
timeCalls('legalMoves', (at) => at.legalMoves(list));
timeCalls('copyFrom', (at) => copy.copyFrom(at));
timeCalls('evaluate', (at) => advice.evaluate(at, values));
timeCalls('view', (at) => arcanor.view(at, 0), calls / 30);
timeCalls('perft 3', () => perft(arcanor, first, 3), 10);
