import { type Game, isLegal, legalMoveTexts, makeSetup, type Options, type Position, type Setup } from '@tablier/core';
import type { LessonStep } from './lesson.ts';

/** A position of a lesson or of a picture: how a game begins, and the moves that lead there. */
export interface GivenPosition {
  readonly id: string;
  /** The options that differ from the usual ones. */
  readonly options?: Options;
  /** The number of players; absent: the fewest. */
  readonly players?: number;
  /** The deal; absent for games without one. */
  readonly deal?: unknown;
  /** In the notation of the game. */
  readonly moves: readonly string[];
}

/** The position, with the setup that it began with. Throws if a move is illegal, which the tests check. */
export function stepPosition(game: Game, given: GivenPosition): { readonly setup: Setup; readonly position: Position } {
  const { options = {}, players, deal, moves } = given;
  const setup = makeSetup(game, {
    options,
    ...(players === undefined ? {} : { players }),
    ...(deal === undefined ? {} : { deal }),
  });
  if (!setup.ok) throw new Error(`${game.id}, ${given.id}: ${setup.error.name} (${setup.error.detail})`);
  const position = game.start(setup.value);
  for (const text of moves) {
    const move = game.parseMove(text);
    if (move === null || !isLegal(game, position, move))
      throw new Error(`${game.id}, ${given.id}: illegal-move ${text}`);
    position.play(move);
  }
  return { setup: setup.value, position };
}

/** The legal moves that solve the task of a step. */
export const rightMoves = (game: Game, { isRight }: LessonStep, position: Position): string[] =>
  isRight === undefined ? [] : legalMoveTexts(game, position).filter(isRight);
