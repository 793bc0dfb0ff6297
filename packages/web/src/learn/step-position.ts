import { type Game, isLegal, legalMoveTexts, makeSetup, type Position, type Setup } from '@tablier/core';
import type { LessonStep } from '../board/lesson.ts';

/** The position of a step, with the setup that it began with. Throws if the step does not follow the rules: the tests find that. */
export function stepPosition(game: Game, step: LessonStep): { readonly setup: Setup; readonly position: Position } {
  const { options = {}, deal, moves } = step;
  const setup = makeSetup(game, deal === undefined ? { options } : { options, deal });
  if (!setup.ok) throw new Error(`${game.id}, ${step.id}: ${setup.error.name} (${setup.error.detail})`);
  const position = game.start(setup.value);
  for (const text of moves) {
    const move = game.parseMove(text);
    if (move === null || !isLegal(game, position, move))
      throw new Error(`${game.id}, ${step.id}: illegal-move ${text}`);
    position.play(move);
  }
  return { setup: setup.value, position };
}

/** The legal moves that do the task of a step. */
export const rightMoves = (game: Game, { isRight }: LessonStep, position: Position): string[] =>
  isRight === undefined ? [] : legalMoveTexts(game, position).filter(isRight);
