import { defaultOptions, type Game, makeRecord, makeSetup, NOBODY, type Rng, type StoredRecord } from '@tablier/core';

/** A random game of two players with the default options. */
export interface Course {
  readonly game: Game;
  readonly record: StoredRecord;
  /** The points of the seats at the start and after every ply. */
  readonly scores: readonly (readonly number[])[];
  /** The seat that made each move. */
  readonly turns: readonly number[];
}

export const PLAYERS = 2;

export function randomCourse(game: Game, rng: Rng): Course {
  const options = defaultOptions(game.options);
  const setup = makeSetup(game, { options, players: PLAYERS, deal: game.deals.draw(options, PLAYERS, rng) });
  if (!setup.ok) throw new Error(setup.error.detail);
  const position = game.start(setup.value);
  const [moves, turns, scores]: [number[], number[], (readonly number[])[]] = [[], [], [position.outcome().scores]];
  while (position.turn !== NOBODY) {
    const move = position.randomMove(rng);
    moves.push(move);
    turns.push(position.turn);
    position.play(move);
    scores.push(position.outcome().scores);
  }
  return { game, record: makeRecord(game, setup.value, moves), scores, turns };
}
