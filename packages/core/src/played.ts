import type { Game, Position, Setup } from './game.ts';
import type { Rng } from './rng.ts';
import { type Move, NOBODY } from './vocabulary.ts';

/** A new position equal to `position`. */
export function copyOf<P extends Position>(game: Game<P>, setup: Setup, position: P): P {
  const copy = game.start(setup);
  copy.copyFrom(position);
  return copy;
}

/** The legal moves, ascending, in an array of their own. */
export function legalMovesOf(game: Game, position: Position): Uint16Array {
  const buffer = new Uint16Array(game.maxMoves);
  return buffer.slice(0, position.legalMoves(buffer));
}

/** Reused from call to call: a server asks for every move that is made. */
let scratch = new Uint16Array(0);

/** Whether `move` is legal. */
export function isLegal(game: Game, position: Position, move: Move): boolean {
  if (position.turn === NOBODY) return false;
  if (scratch.length < game.maxMoves) scratch = new Uint16Array(game.maxMoves);
  const count = position.legalMoves(scratch);
  const index = scratch.indexOf(move);
  return index >= 0 && index < count;
}

/** The position after a move, in a copy; `null` where the move is illegal. Everything from outside goes through here. */
export function played<P extends Position>(game: Game<P>, setup: Setup, position: P, move: Move): P | null {
  if (!isLegal(game, position, move)) return null;
  const next = copyOf(game, setup, position);
  next.play(move);
  return next;
}

/** The texts of the legal moves, sorted by character code: the order in which people see them. */
export function legalMoveTexts(game: Game, position: Position): string[] {
  return Array.from(legalMovesOf(game, position), (move) => game.formatMove(move)).sort();
}

/** Plays random legal moves until the game is over; returns how many. */
export function playOut(position: Position, rng: Rng): number {
  let plies = 0;
  while (position.turn !== NOBODY) {
    position.play(position.randomMove(rng));
    plies++;
  }
  return plies;
}
