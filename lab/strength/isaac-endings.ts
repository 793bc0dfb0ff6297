/**
 * How many winners of finished placements of Isaac the evaluation names correctly without a search, and how long the solver takes:
 *
 *   node lab/strength/isaac-endings.ts [--games 1000] [--nodes 400] [--seed 1]
 *
 * Each game begins with two random placements; then a search with `nodes` places for both seats.
 */
import { parseArgs } from 'node:util';
import { chooseMove, type PlayoutPlan } from '@tablier/ai';
import { type Move, SeededRng } from '@tablier/core';
import { evaluate } from '../../packages/games/src/isaac/evaluation.ts';
import { isaac, type IsaacPosition } from '@tablier/games/isaac';
import { ScoringSolver } from '../../packages/games/src/isaac/solve/scoring.ts';
import { wilson } from './levels/elo.ts';
import { openingOf } from './levels/play.ts';

const TABLE_BITS = 18;

const { values: flags } = parseArgs({
  options: {
    games: { type: 'string', default: '1000' },
    nodes: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
  },
});
const games = Number(flags.games);
const plan: PlayoutPlan = { nodes: Number(flags.nodes), exploration: 0.5, softness: 0.5, solverNodes: 0 };

/** The position after the placement of a game. */
function placementOf(index: number): IsaacPosition {
  const { setup, moves } = openingOf(isaac, flags.seed, index);
  const { options } = setup;
  const position = isaac.start(setup);
  for (const move of moves) position.play(isaac.parseMove(move) as Move);
  const rng = new SeededRng(`${flags.seed} ${index}`);
  while (position.phase === 'placing') {
    const knowledge = isaac.secrets.knowledge(position, position.turn);
    position.play(chooseMove({ game: isaac, options, knowledge }, plan, rng).move);
  }
  return position;
}

const solver = new ScoringSolver(false, TABLE_BITS);
const shares = new Float64Array(2);
const times: number[] = [];
let named = 0;
let dark = 0;
for (let index = 0; times.length < games; index++) {
  const position = placementOf(index);
  if (position.phase !== 'scoring') continue;
  const began = process.cpuUsage();
  solver.load(position);
  solver.step(Number.POSITIVE_INFINITY);
  const { user, system } = process.cpuUsage(began);
  times.push((user + system) / 1000);
  evaluate(position, shares);
  named += Number(Number((shares[0] as number) < 0.5) === solver.winner);
  dark += Number(solver.winner === 0);
}
times.sort((one, other) => one - other);
const [low, high] = wilson(named / games, games);
console.log(`winner named: ${named} of ${games} (${low.toFixed(3)}-${high.toFixed(3)}); won by Dark: ${dark}`);
console.log(`processor time of the solver: median ${times[games >> 1]} ms, slowest ${times.at(-1)} ms`);
