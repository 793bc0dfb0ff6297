import type { Sample } from '../../train/logistic.ts';
import type { GamePlayer } from '../../train/training.ts';
import { WEIGHTS } from './weights.ts';

/** A sample of a game: a draw by the weights that the worker reads. Game 13 fails if the weights say so. */
export const play: GamePlayer<Sample & { readonly game: string }> = (rng, generation, game) => {
  const chance = WEIGHTS[0] as number;
  if (chance < 0 && game === 13) throw new Error('the game cannot be played');
  const result = Number(rng.below(100) < chance);
  return [{ game: `${generation} ${game}`, terms: Uint16Array.of(0), counts: Float32Array.of(1), result }];
};
