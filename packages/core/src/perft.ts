import type { Game, Position } from './game.ts';
import { type Move, NOBODY } from './vocabulary.ts';

/**
 * The number of sequences of exactly `depth` legal moves. Sequences that end the game earlier do not count.
 * Allocates one position and one move list per ply. The moves of the last ply are counted without playing them.
 */
export function perft<P extends Position>(game: Game<P>, position: P, depth: number): number {
  if (depth === 0) return 1;
  const pool = Array.from({ length: depth }, () => ({
    position: position.clone(),
    moves: new Uint16Array(game.maxMoves),
  }));
  return countBelow(pool, position, depth);
}

function countBelow<P extends Position>(
  pool: readonly { readonly position: P; readonly moves: Uint16Array }[],
  position: P,
  depth: number,
): number {
  if (position.turn === NOBODY) return 0;
  if (depth === 1) return position.countMoves();
  const { position: child, moves } = pool[depth - 1] as (typeof pool)[number];
  const count = position.legalMoves(moves);
  let total = 0;
  for (let index = 0; index < count; index++) {
    child.copyFrom(position);
    child.play(moves[index] as number);
    total += countBelow(pool, child, depth - 1);
  }
  return total;
}

/** Perft split by first move, in ascending order of moves. `depth` is at least 1. */
export function divide<P extends Position>(game: Game<P>, position: P, depth: number): { move: Move; count: number }[] {
  if (position.turn === NOBODY) return [];
  const moves = new Uint16Array(game.maxMoves);
  const count = position.legalMoves(moves);
  return Array.from(moves.subarray(0, count), (move) => {
    const child = position.clone();
    child.play(move);
    return { move, count: perft(game, child, depth - 1) };
  });
}
