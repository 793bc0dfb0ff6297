import { type Game, type Move, NOBODY, type Position, type Rng, SeededRng, type Setup } from '@tablier/core';
import { type GivenSetup, playTexts, setupOf as testSetup } from '@tablier/testkit';
import { type BotGame, outcomeValues, type Task } from '../src/index.ts';

/** A valid setup. If no deal is given, the seed draws one. */
export const setupOf = (game: Game, given: GivenSetup = {}, seed: number | string = 1): Setup =>
  testSetup(game, given, new SeededRng(seed));

/** The position after these moves, in notation. */
export const positionAfter = <P extends Position>(game: Game<P>, setup: Setup, moves = ''): P =>
  playTexts(game, game.start(setup), moves);

/** The task of the seat to move in a position. */
export function taskAt(game: BotGame, setup: Setup, position: Position): Task {
  return { game, options: setup.options, knowledge: game.secrets.knowledge(position, position.turn) };
}

export type Bot = (task: Task, rng: Rng) => Move;

/** Plays random legal moves. */
export const randomBot: Bot = ({ game, knowledge }, rng) => game.secrets.sample(knowledge, rng).randomMove(rng);

/** Plays a game between bots, one per seat. Returns the value of the outcome by seat. */
export function playGame(game: BotGame, setup: Setup, bots: readonly Bot[], seed: number | string): number[] {
  const position = game.start(setup);
  const rng = new SeededRng(seed);
  while (position.turn !== NOBODY) position.play((bots[position.turn] as Bot)(taskAt(game, setup, position), rng));
  const values = new Float64Array(setup.players);
  outcomeValues(position.outcome(), values);
  return [...values];
}

/** Games of two bots that swap seats after every game. Returns the points of each: 1 for a win, 0.5 for a draw. */
export function playMatch(
  game: BotGame,
  bots: readonly [Bot, Bot],
  games: number,
  seed: number | string,
): [number, number] {
  const points: [number, number] = [0, 0];
  for (let index = 0; index < games; index++) {
    const swapped = index % 2;
    const setup = setupOf(game, {}, `${seed} ${index >> 1}`);
    const seated = swapped === 0 ? bots : [bots[1], bots[0]];
    const values = playGame(game, setup, seated, `${seed} ${index}`);
    points[0] += values[swapped] as number;
    points[1] += values[1 - swapped] as number;
  }
  return points;
}

/** The value of a two-player position for seat 0 by plain minimax: 1, 0.5 or 0. */
export function solve<P extends Position>(game: Game<P>, position: P): number {
  if (position.turn === NOBODY) {
    const [own, other] = position.outcome().places as [number, number];
    return own === other ? 0.5 : own < other ? 1 : 0;
  }
  const moves = new Uint16Array(game.maxMoves);
  const values = Array.from(moves.subarray(0, position.legalMoves(moves)), (move) => {
    const child = position.clone();
    child.play(move);
    return solve(game, child);
  });
  return position.turn === 0 ? Math.max(...values) : Math.min(...values);
}
