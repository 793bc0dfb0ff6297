import { type Game, type Move, NOBODY, type Position, type Setup } from './game.ts';
import type { Rng } from './rng.ts';

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

/** The position after some moves, which are legal. */
export function positionAfter(game: Game, setup: Setup, moves: Iterable<Move>): Position {
  const position = game.start(setup);
  for (const move of moves) position.play(move);
  return position;
}

/** Plays moves as far as they are legal, and returns those. */
export function playLegal(game: Game, position: Position, moves: Iterable<Move>): Move[] {
  const played: Move[] = [];
  for (const move of moves) {
    if (!isLegal(game, position, move)) break;
    position.play(move);
    played.push(move);
  }
  return played;
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

/** Plays random moves until the game is over, or `plies` of them. Returns them. */
export function playRandomly(position: Position, rng: Rng, plies = Number.POSITIVE_INFINITY): Move[] {
  const moves: Move[] = [];
  while (moves.length < plies && position.turn !== NOBODY) {
    const move = position.randomMove(rng);
    moves.push(move);
    position.play(move);
  }
  return moves;
}

/** The number of sequences of exactly `depth` legal moves; the last ply is counted without playing it. `onNode`: the count has come further. */
export function perft<P extends Position>(game: Game<P>, position: P, depth: number, onNode?: () => void): number {
  if (depth === 0) return 1;
  const pool = Array.from({ length: depth }, () => ({
    position: position.clone(),
    moves: new Uint16Array(game.maxMoves),
  }));
  return countBelow(pool, position, depth, onNode);
}

function countBelow<P extends Position>(
  pool: readonly { readonly position: P; readonly moves: Uint16Array }[],
  position: P,
  depth: number,
  onNode?: () => void,
): number {
  if (position.turn === NOBODY) return 0;
  if (depth === 1) return position.countMoves();
  onNode?.();
  const { position: child, moves } = pool[depth - 1] as (typeof pool)[number];
  const count = position.legalMoves(moves);
  let total = 0;
  for (let index = 0; index < count; index++) {
    child.copyFrom(position);
    child.play(moves[index] as number);
    total += countBelow(pool, child, depth - 1, onNode);
  }
  return total;
}

/** Perft split by first move, in ascending order of moves, each counted once it is asked for. `depth` is at least 1. */
export function* divide<P extends Position>(game: Game<P>, position: P, depth: number, onNode?: () => void) {
  for (const move of position.turn === NOBODY ? [] : legalMovesOf(game, position)) {
    const child = position.clone();
    child.play(move);
    yield { move, count: perft(game, child, depth - 1, onNode) };
  }
}
