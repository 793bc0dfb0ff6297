import type { Game, Position } from './game.ts';
import type { Rng } from './rng.ts';
import { type Move, NOBODY } from './vocabulary.ts';

/** The legal moves, ascending, in a new array. */
export function legalMovesOf(game: Game, position: Position): Uint16Array {
  const buffer = new Uint16Array(game.maxMoves);
  return buffer.slice(0, position.legalMoves(buffer));
}

/** Whether `move` is legal in `position`. Always false after the end. */
export function isLegal(game: Game, position: Position, move: Move): boolean {
  return position.turn !== NOBODY && legalMovesOf(game, position).includes(move);
}

/** The texts of the legal moves, sorted by UTF-16 code unit: the order in which they are displayed. */
export function legalMoveTexts(game: Game, position: Position): string[] {
  return Array.from(legalMovesOf(game, position), (move) => game.formatMove(move)).sort();
}

/** The moves that checked texts name. Throws at a text that names none: playing another move instead would hide it. */
export function movesIn(game: Pick<Game, 'parseMove' | 'id'>, texts: readonly string[]): Move[] {
  return texts.map((text, ply) => {
    const move = game.parseMove(text);
    if (move === null) throw new RangeError(`unreadable-move (${game.id}, ply ${ply + 1}: ${text})`);
    return move;
  });
}

/** Plays random legal moves until the game is over. Returns the number of plies played. */
export function playOut(position: Position, rng: Rng): number {
  let plies = 0;
  while (position.turn !== NOBODY) {
    position.play(position.randomMove(rng));
    plies++;
  }
  return plies;
}
