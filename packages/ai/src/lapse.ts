import { type Move, NOBODY, type Position, type Rng } from '@tablier/core';
import type { Task } from './search.ts';
import { outcomeValues } from './values.ts';

/** The resolution of a random number from 0 to 1. */
export const RESOLUTION = 1 << 20;

/**
 * A mistake as people make them: the player looks at the position after each move, not at the answers. A better-looking move is likelier:
 * a difference of `temperature` in the share of a win makes it e times as likely. A move that leaves nothing to hope for, such as taking
 * one's own last cross, is never chosen while there is another. With hidden information the player imagines one possible position.
 */
export function lapse<P extends Position, K, Given extends K>(
  { game, knowledge }: Task<P, K, Given>,
  temperature: number,
  rng: Rng,
): Move {
  const position = game.secrets.sample(knowledge, rng);
  const moves = new Uint16Array(game.maxMoves);
  const count = position.legalMoves(moves);
  const hopes = hopesOf(game, position, moves.subarray(0, count));
  const best = Math.max(...hopes);
  const weights = hopes.map((hope) => (hope > 0 || best <= 0 ? Math.exp((hope - best) / temperature) : 0));
  let rest = (weights.reduce((sum, weight) => sum + weight, 0) * rng.below(RESOLUTION)) / RESOLUTION;
  for (const [index, weight] of weights.entries()) {
    rest -= weight;
    if (rest < 0) return moves[index] as number;
  }
  return moves[hopes.indexOf(best)] as number;
}

/**
 * The move itself, or the best-looking one if the move leaves nothing to hope for and another does. A short search may not notice: a
 * player always does.
 */
export function saneMove<P extends Position, K, Given extends K>(
  { game, knowledge }: Task<P, K, Given>,
  move: Move,
  rng: Rng,
): Move {
  const position = game.secrets.sample(knowledge, rng);
  const moves = new Uint16Array(game.maxMoves);
  const legal = moves.subarray(0, position.legalMoves(moves));
  if (!legal.includes(move) || (hopesOf(game, position, Uint16Array.of(move))[0] as number) > 0) return move;
  const hopes = hopesOf(game, position, legal);
  const best = Math.max(...hopes);
  return best > 0 ? (moves[hopes.indexOf(best)] as number) : move;
}

/** The share of a win that each move seems to leave to the side that plays it; the same for all in games without an evaluation. */
function hopesOf<P extends Position, K>(game: Task<P, K>['game'], position: P, moves: Uint16Array): number[] {
  const seat = position.turn;
  const values = new Float64Array(position.outcome().scores.length);
  const after = position.clone();
  return Array.from(moves, (move) => {
    after.copyFrom(position);
    after.play(move);
    if (after.turn === NOBODY) outcomeValues(after.outcome(), values);
    else if (game.advice.evaluate === undefined) values.fill(1 / values.length);
    else game.advice.evaluate(after, values);
    return values[seat] as number;
  });
}
