import type { SearchPlan } from '@tablier/ai';
import { type Move, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { playPair, Cost } from '../../strength/ladder/duel.ts';
import { balancedOpeningOf, openingOf } from '../../strength/levels/play.ts';
import { boundsOf, eloOfShare, logLikelihoodRatio, shareOfElo, shareOfPairs, verdictOf } from '@tablier/cli/sprt';
import { uct, workingTree } from '../../strength/ladder/versions.ts';
import { isaac } from '@tablier/games';
import type { IsaacPosition } from '@tablier/games/isaac';
import { bruteWinner, smallScoring } from '../../../packages/games/test/isaac/brute.ts';
import { PAGE } from '../../../packages/games/test/isaac/scene.ts';

const RISKS = { alpha: 0.05, beta: 0.05 };

describe('the sequential test', () => {
  test('converts Elo to shares and back', () => {
    expect(shareOfElo(0)).toBe(0.5);
    expect(shareOfElo(400)).toBeCloseTo(10 / 11, 12);
    expect(eloOfShare(0.75)).toBeCloseTo(190.8485, 4);
  });

  test('has the bounds of Wald', () => {
    expect(boundsOf({ elo0: 0, elo1: 5, ...RISKS }).map((bound) => bound.toFixed(4))).toEqual(['-2.9444', '2.9444']);
    expect(boundsOf({ elo0: 0, elo1: 5, alpha: 0.01, beta: 0.1 })[1]).toBeCloseTo(Math.log(90), 12);
  });

  test('is the ratio of two binomial likelihoods where games have two outcomes', () => {
    const [low, high] = [shareOfElo(10), shareOfElo(60)];
    const exact = 70 * Math.log(high / low) + 45 * Math.log((1 - high) / (1 - low));
    expect(logLikelihoodRatio([45, 70], { elo0: 10, elo1: 60 })).toBeCloseTo(exact, 9);
  });

  test('agrees with the normal approximation for many games and a small difference', () => {
    const counts = [520, 2480, 4100, 2600, 560];
    const { share, error } = shareOfPairs(counts);
    const [low, high] = [shareOfElo(0), shareOfElo(5)];
    const approximate = ((high - low) * (2 * share - low - high)) / (2 * error ** 2);
    expect(logLikelihoodRatio(counts, { elo0: 0, elo1: 5 }) / approximate).toBeCloseTo(1, 2);
  });

  test('counts a pair once: pairs that were split say that the seats decide', () => {
    const hypotheses = { elo0: 0, elo1: 30 };
    expect(logLikelihoodRatio([0, 0, 40, 0, 20], hypotheses)).toBeGreaterThan(
      logLikelihoodRatio([10, 0, 20, 0, 30], hypotheses),
    );
  });

  test('takes both sides alike', () => {
    const counts = [3, 7, 20, 9, 6];
    expect(logLikelihoodRatio(counts.toReversed(), { elo0: -30, elo1: 0 })).toBeCloseTo(
      -logLikelihoodRatio(counts, { elo0: 0, elo1: 30 }),
      9,
    );
  });

  test.each([
    [0, 'not better'],
    [80, 'better'],
  ] as const)('finds a difference of %i Elo %s nine times of ten or more', (elo, expected) => {
    const hypotheses = { elo0: 0, elo1: 80, ...RISKS };
    const rng = new SeededRng(`sprt ${elo}`);
    const wins = (): number => Number(rng.below(1_000_000) < shareOfElo(elo) * 1_000_000);
    const verdicts = Array.from({ length: 200 }, () => {
      const counts = [0, 0, 0, 0, 0];
      while (verdictOf(counts, hypotheses) === 'open')
        for (let pair = 0; pair < 5; pair++) {
          const points = 2 * (wins() + wins());
          counts[points] = (counts[points] ?? 0) + 1;
        }
      return verdictOf(counts, hypotheses);
    });
    expect(verdicts.filter((verdict) => verdict === expected).length).toBeGreaterThanOrEqual(180);
  });
});

const pairOf = (plan: SearchPlan, continues: boolean): readonly [number, Cost] => {
  const player = { version: workingTree, game: isaac, plan, continues };
  const costs = [new Cost(), new Cost()] as const;
  return [playPair([player, player], costs, openingOf(player.game, 'ladder', 3), 'ladder 3'), costs[0]];
};

test('a pair of games of equal players with equal seeds is the same twice, and counts what it costs', () => {
  const play = () => pairOf({ nodes: 50, exploration: 0.3, playoutPlies: 0 }, false);
  const [[points, cost], [again, same]] = [play(), play()];
  expect(again).toBe(points);
  expect(same.nodes).toBe(cost.nodes);
  expect(cost.nodes).toBeLessThanOrEqual(50 * cost.moves);
  expect(cost.seconds).toBeGreaterThan(0);
});

test('players that continue their searches play other games, the same with equal seeds', () => {
  const plan = { nodes: 200, exploration: 0.5, softness: 0.5 };
  const [[points, cost], [again, same]] = [pairOf(plan, true), pairOf(plan, true)];
  expect([again, same.nodes, same.moves]).toEqual([points, cost.nodes, cost.moves]);
  expect(pairOf(plan, false)[1].nodes).not.toBe(cost.nodes);
});

/** Whether a legal move gives a won position away. */
function canBeLost(position: IsaacPosition): boolean {
  const { turn } = position;
  const moves = new Uint16Array(isaac.maxMoves);
  return moves.subarray(0, position.legalMoves(moves)).some((move) => {
    const after = position.clone();
    after.play(move);
    return bruteWinner(after) !== turn;
  });
}

test('UCT with uniform playouts keeps small wins of Isaac, the same way for the same seed', () => {
  const rng = new SeededRng('small');
  const plan = { nodes: 2_000, exploration: 0, playoutPlies: 0 };
  let wins = 0;
  for (let index = 0; index < 40; index++) {
    const position = smallScoring(PAGE, 8, rng);
    const { turn } = position;
    if (bruteWinner(position) !== turn || !canBeLost(position)) continue;
    const task = { game: isaac, options: PAGE, knowledge: isaac.secrets.knowledge(position, turn) };
    const choose = () => uct.ai.chooseMove(task, plan, new SeededRng(index));
    const found = choose();
    expect(choose()).toEqual(found);
    expect(found.info.nodes).toBe(plan.nodes);
    position.play(found.move);
    expect(bruteWinner(position)).toBe(turn);
    wins++;
  }
  expect(wins).toBeGreaterThanOrEqual(5);
});

test('a balanced opening favours neither seat by the evaluation', () => {
  const shares = [0, 1, 2, 3].map((index) => {
    const { setup, moves } = balancedOpeningOf(isaac, 'balance', index);
    expect(balancedOpeningOf(isaac, 'balance', index).moves).toEqual(moves);
    expect(moves).toHaveLength(8);
    const position = isaac.start(setup);
    for (const move of moves) position.play(isaac.parseMove(move) as Move);
    const values = new Float64Array(2);
    isaac.advice.evaluate?.(position, values);
    return values[0] as number;
  });
  for (const share of shares) expect(Math.abs(share - 0.5)).toBeLessThanOrEqual(0.05);
});
