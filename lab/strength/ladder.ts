/**
 * Tests whether the search of the working tree is stronger than another, by a sequential probability ratio test (SPRT):
 *
 *   npm run ladder -- isaac --against main --cpu 100
 *   npm run ladder -- isaac --against 7 --nodes 20000 --elo0 0 --elo1 30
 *   npm run ladder -- isaac --plan '{"exploration":0.4}' --against '{"exploration":0.2}' --nodes 20000
 *   npm run ladder -- isaac --against uct --cpu 10 --pairs 100 --full
 *   npm run ladder -- arcanor --against alpha-beta --cpu 20 --pairs 100 --full
 *
 * `docs/levels.md` explains the options and what the result means.
 */
import { parseArgs } from 'node:util';
import type { SearchPlan } from '@tablier/ai';
import type { CatalogueGame } from '@tablier/games';
import { type Contender, Cost, playPair } from './ladder/duel.ts';
import { boundsOf, eloOfShare, logLikelihoodRatio, shareOfPairs, verdictOf } from '@tablier/cli/sprt';
import { alphaBeta, uct, type Version, versionAt, workingTree } from './ladder/versions.ts';
import { wilson } from './levels/elo.ts';
import { balancedOpeningOf, openingOf } from './levels/play.ts';

/** The nodes a move, and the pairs of games, that measure how many nodes a second each side visits. */
const TRIAL_NODES = 2_000;
const TRIAL_PAIRS = 2;
const TRIALS = 3;

const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string', default: 'HEAD' },
    plan: { type: 'string', default: '8' },
    nodes: { type: 'string', default: '20000' },
    'against-nodes': { type: 'string' },
    cpu: { type: 'string' },
    'against-cpu': { type: 'string' },
    elo0: { type: 'string', default: '0' },
    elo1: { type: 'string', default: '30' },
    alpha: { type: 'string', default: '0.05' },
    beta: { type: 'string', default: '0.05' },
    pairs: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    balanced: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    continue: { type: 'boolean', default: false },
  },
});
const id = positionals[0] ?? '';

function gameOf({ games }: Version): CatalogueGame {
  const game = games.findGame(id);
  if (game === undefined) throw new Error(`unknown game ${id}`);
  return game;
}

/** The plan of a level, or of the strongest one with other settings. The strongest was `strong` once. */
function planOf(game: CatalogueGame, setting: string): SearchPlan {
  const levels = (game.advice.levels ?? {}) as Readonly<Record<string, SearchPlan | undefined>>;
  const strongest = levels['8'] ?? levels['strong'];
  const plan = /^[1-7]$/u.test(setting) ? levels[setting] : strongest;
  if (plan === undefined) throw new Error(`${id} has no plan for ${setting}`);
  return setting.startsWith('{') ? { ...plan, ...(JSON.parse(setting) as Partial<SearchPlan>) } : plan;
}

function contender(version: Version, setting: string, continues: boolean): Contender {
  const game = gameOf(version);
  return { version, game, plan: planOf(game, setting), continues };
}

/** The same search with another budget. That of the solver, if it has one of its own, changes in proportion. */
const withNodes = (player: Contender, nodes: number): Contender => {
  const { solverNodes } = player.plan;
  const scaled =
    solverNodes === undefined ? {} : { solverNodes: Math.round((solverNodes * nodes) / player.plan.nodes) };
  return { ...player, plan: { ...player.plan, nodes, ...scaled } };
};

function playAt(
  players: readonly [Contender, Contender],
  costs: readonly [Cost, Cost],
  seed: string,
  index: number,
): number {
  const opening = (flags.balanced ? balancedOpeningOf : openingOf)(players[0].game, seed, index);
  return playPair(players, costs, opening, `${seed} ${index}`);
}

/** By side: the nodes that take this much processor time a move, in milliseconds. */
function nodesFor(times: readonly [number, number], pair: readonly [Contender, Contender]): [number, number] {
  let nodes: [number, number] = [TRIAL_NODES, TRIAL_NODES];
  for (let trial = 0; trial < TRIALS; trial++) {
    const costs = [new Cost(), new Cost()] as const;
    const players = [withNodes(pair[0], nodes[0]), withNodes(pair[1], nodes[1])] as const;
    for (let index = 0; index < TRIAL_PAIRS; index++) playAt(players, costs, `${flags.seed} trial ${trial}`, index);
    const next = (side: 0 | 1): number =>
      Math.round((nodes[side] * times[side] * costs[side].moves) / (1000 * costs[side].seconds));
    nodes = [next(0), next(1)];
  }
  return nodes;
}

const isSetting = /^([1-8]$|\{)/u.test(flags.against);
const rivals: Readonly<Record<string, Version>> = { uct, 'alpha-beta': alphaBeta };
const rival = rivals[flags.against] ?? (isSetting ? workingTree : await versionAt(flags.against));
const pair = [
  contender(workingTree, flags.plan, flags.continue),
  contender(rival, isSetting ? flags.against : '8', false),
] as const;
const given: [number, number] = [Number(flags.nodes), Number(flags['against-nodes'] ?? flags.nodes)];
const times: [number, number] = [Number(flags.cpu), Number(flags['against-cpu'] ?? flags.cpu)];
const nodes = flags.cpu === undefined ? given : nodesFor(times, pair);
console.log(`nodes ${nodes[0]}, against ${nodes[1]}; seed ${flags.seed}`);
const players = [withNodes(pair[0], nodes[0]), withNodes(pair[1], nodes[1])] as const;
const costs = [new Cost(), new Cost()] as const;
const hypotheses = {
  elo0: Number(flags.elo0),
  elo1: Number(flags.elo1),
  alpha: Number(flags.alpha),
  beta: Number(flags.beta),
};
const counts = [0, 0, 0, 0, 0];

function report(index: number): string {
  const { share, error } = shareOfPairs(counts);
  const [low, high] = wilson(share, 2 * index);
  const [least, most] = boundsOf(hypotheses);
  const ratio = costs[0].seconds / costs[0].moves / (costs[1].seconds / costs[1].moves);
  return [
    `${2 * index} games, pairs ${counts.join(' ')}, share ${share.toFixed(3)} (${low.toFixed(3)}-${high.toFixed(3)})`,
    `Elo ${eloOfShare(Math.min(0.999, Math.max(0.001, share))).toFixed(0)}, error ${error.toFixed(3)}`,
    `LLR ${logLikelihoodRatio(counts, hypotheses).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`,
    `processor ${((1000 * costs[0].seconds) / costs[0].moves).toFixed(1)} ms a move, ${ratio.toFixed(2)} of the other`,
  ].join('; ');
}

let index = 0;
while (index < Number(flags.pairs) && (flags.full || verdictOf(counts, hypotheses) === 'open')) {
  const points = playAt(players, costs, flags.seed, index++);
  counts[2 * points] = (counts[2 * points] ?? 0) + 1;
  console.log(report(index));
}
console.log(verdictOf(counts, hypotheses));
