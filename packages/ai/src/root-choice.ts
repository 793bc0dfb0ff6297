import { NOBODY, type Position } from '@tablier/core';
import type { Evaluate } from './advice.ts';
import type { BeliefTree } from './belief-tree.ts';
import { outcomeValues } from './values.ts';

/** A move with fewer playouts than this share of the most is not played, unless the plan has a spread. */
const FEW = 0.6;
/** Playouts with the mean of all moves that are added to each move, so that one lucky playout does not decide. */
const DOUBT = 2;

/**
 * The weight of each edge of the first information set in the choice of a move. Without a `spread`, moves with nearly the most playouts are
 * mixed: a player who always makes the best move can be read. With a spread, moves that are worse by that share of a win are still
 * likely. A rational function stands for the exponential, so that all machines agree.
 */
export function choiceWeights(tree: BeliefTree, spread: number, isHopeless: readonly boolean[]): number[] {
  const first = tree.first[0] as number;
  const mean = (tree.triedAll[0] as number) > 0 ? (tree.totalAll[0] as number) / (tree.triedAll[0] as number) : 0;
  const all = isHopeless.every(Boolean);
  const scores = isHopeless.map((hopeless, index) => {
    if (hopeless && !all) return Number.NEGATIVE_INFINITY;
    const tried = tree.tried[first + index] as number;
    if (spread === 0) return tried > 0 ? tried : -1 + (tree.prior[first + index] as number);
    return ((tree.total[first + index] as number) + DOUBT * mean) / (tried + DOUBT);
  });
  const best = Math.max(...scores);
  return scores.map((score) => {
    if (score === best) return 1;
    if (spread > 0) return softened((best - score) / spread);
    return score >= FEW * best && best > 0 ? (score / best) ** 2 : 0;
  });
}

/** About e^-x. */
const softened = (x: number): number => 1 / (1 + x + (x * x) / 2 + (x * x * x) / 6);

/** Which moves of the first information set have no chance to win in any of these worlds, such as a capture of the last own cross. */
export function hopelessMoves<P extends Position>(
  tree: BeliefTree,
  worlds: readonly P[],
  scratch: P,
  evaluate: Evaluate<P>,
): boolean[] {
  const first = tree.first[0] as number;
  const values = new Float64Array(scratch.outcome().scores.length);
  return Array.from({ length: tree.count[0] as number }, (_, index) =>
    worlds.every((world) => {
      scratch.copyFrom(world);
      scratch.play(tree.move[first + index] as number);
      if (scratch.turn === NOBODY) outcomeValues(scratch.outcome(), values);
      else evaluate(scratch, values);
      return values[world.turn] === 0;
    }),
  );
}
