import { type Game, isLegal, legalMoveTexts, makeSetup, type Options, type Position, type Setup } from '@tablier/core';

/** A position and a task. The rules replay the position, so it cannot become outdated. Its words are in `lesson.<language>.json`. */
export interface LessonStep {
  readonly id: string;
  /** The number of the rule that it teaches, such as `I12`. For the tests: players never see it. */
  readonly rule: string;
  readonly options?: Options;
  readonly deal?: unknown;
  /** The moves that lead to the position, in the notation of the game. The player of the next move is the user. */
  readonly moves: readonly string[];
  /** Whether a legal move, in the notation of the game, solves the task. Absent: the step is only to be read. */
  readonly isRight?: (move: string) => boolean;
  /** The right move that is shown on request; absent: any. */
  readonly example?: string;
  /** Whether it is a guided step: the places to press are outlined from the beginning. */
  readonly guided?: boolean;
  /** Whether the piece of the example is held from the beginning, in the right direction. */
  readonly inHand?: boolean;
  readonly sum?: readonly number[];
}

export const oneOf =
  (...moves: readonly string[]) =>
  (move: string): boolean =>
    moves.includes(move);

/** Steps with the options or the deal that they share; a step may have its own. */
export const stepsWith = (
  shared: Pick<LessonStep, 'options' | 'deal'>,
  steps: readonly LessonStep[],
): readonly LessonStep[] => steps.map((step) => ({ ...shared, ...step }));

export interface Lesson {
  readonly steps: readonly LessonStep[];
}

export interface StepWords {
  readonly say: string;
  readonly ask?: string;
  readonly done?: string;
  readonly hint?: string;
  readonly sum?: readonly string[];
}

export type LessonWords = Readonly<Record<string, StepWords>>;

interface GivenPosition extends Pick<LessonStep, 'id' | 'options' | 'deal' | 'moves'> {
  /** Absent: the fewest. */
  readonly players?: number;
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

export const rightMoves = (game: Game, { isRight }: LessonStep, position: Position): string[] =>
  isRight === undefined ? [] : legalMoveTexts(game, position).filter(isRight);
