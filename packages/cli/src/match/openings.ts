import { formatError, type Move, movesIn, NOBODY, replay, type Setup } from '@tablier/core';
import { findGame } from '@tablier/games';
import { UsageError } from '../shared/output.ts';
import { readLines } from '../shared/lines.ts';
import { type Conditions, dealtSetup, gameRng, playTexts } from '../shared/setup.ts';

/** How both games of a pair begin. */
export interface Opening {
  readonly setup: Setup;
  readonly moves: readonly Move[];
}

/** The opening of a pair, counted from 0. */
export type Openings = (pair: number) => Opening;

/** A deal, and as many random moves. The same seed gives the same openings. */
export function randomOpenings(conditions: Conditions, seed: string, plies: number): Openings {
  return (pair) => {
    const rng = gameRng(seed, pair);
    const setup = dealtSetup(conditions, rng);
    const position = conditions.game.start(setup);
    const moves: Move[] = [];
    while (moves.length < plies && position.turn !== NOBODY) {
      const move = position.randomMove(rng);
      moves.push(move);
      position.play(move);
    }
    return { setup, moves };
  };
}

/** The openings of a file, one a line, again from the first after the last: moves separated by blanks, or records. */
export async function openingsOf(path: string, conditions: Conditions, seed: string): Promise<Openings> {
  const openings: Openings[] = [];
  for await (const { number, text } of readLines(path)) {
    if (text?.trim() === '') continue;
    try {
      openings.push(openingOf(text ?? '', conditions, seed));
    } catch (error) {
      if (error instanceof UsageError) throw new UsageError(`${path}, line ${number}: ${error.message}`);
      throw error;
    }
  }
  if (openings.length === 0) throw new UsageError(`${path} has no openings`);
  return (pair) => (openings[pair % openings.length] as Openings)(pair);
}

function openingOf(text: string, conditions: Conditions, seed: string): Openings {
  const { game } = conditions;
  if (text.startsWith('{')) {
    const replayed = replay(findGame, parseJson(text));
    if (!replayed.ok) throw new UsageError(formatError(replayed.error));
    const { record, setup, position } = replayed.value;
    if (record.game !== game.id) throw new UsageError(`a game of ${record.game}`);
    if (position.turn === NOBODY) throw new UsageError('the game is over');
    return () => ({ setup, moves: movesIn(game, record.moves) });
  }
  const opening = (pair: number): Opening => {
    const setup = dealtSetup(conditions, gameRng(seed, pair));
    return { setup, moves: playTexts(game, game.start(setup), text) };
  };
  // Said before the first game, not in the middle of the match.
  opening(0);
  return opening;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('bad-json');
  }
}
