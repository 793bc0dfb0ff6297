import {
  completeOptions,
  endOtherwise,
  type Game,
  makeRecord,
  makeSetup,
  NOBODY,
  type Rng,
  type StoredRecord,
} from '@tablier/core';
import { games } from '@tablier/games';

/** A finished game of two seats, without clocks. */
export interface Playout {
  readonly game: Game;
  readonly record: StoredRecord & { readonly end: NonNullable<StoredRecord['end']> };
  /** The seat that made each move. */
  readonly turns: readonly number[];
}

/** A random game with the default options, and the points of its seats after every ply. */
interface Course {
  readonly game: Game;
  readonly record: StoredRecord;
  readonly scores: readonly (readonly number[])[];
  readonly turns: readonly number[];
}

const PLAYERS = 2;
/** Plies that are played before a player may resign. */
const LEAST_PLIES = 4;

function randomCourse(game: Game, rng: Rng): Course {
  const options = completeOptions(game.options, {});
  if (!options.ok) throw new Error(`${game.id} has no default options`);
  const deal = game.deals.draw(options.value, PLAYERS, rng);
  const setup = makeSetup(game, { options: options.value, players: PLAYERS, deal });
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

/**
 * A source of finished games of all kinds: `courses` random games of each, ended by their rules or by a resignation after any ply. This
 * makes many different records in little time.
 */
export function playoutSource(rng: Rng, courses: number): () => Playout {
  const all = games.map((game) => Array.from({ length: courses }, () => randomCourse(game, rng)));
  return () => {
    const ofGame = all[rng.below(all.length)] ?? [];
    const course = ofGame[rng.below(ofGame.length)];
    if (course === undefined) throw new Error('no games were played');
    return { game: course.game, record: endedSomehow(course, rng), turns: course.turns };
  };
}

function endedSomehow({ record, scores }: Course, rng: Rng): Playout['record'] {
  const { end, moves, counts: _, ...rest } = record;
  const ply = LEAST_PLIES + rng.below(Math.max(1, moves.length - LEAST_PLIES));
  if (end !== undefined && rng.below(4) === 0) return { ...record, end };
  return {
    ...rest,
    moves: moves.slice(0, ply),
    end: endOtherwise('resign', scores[ply] ?? [0, 0], [rng.below(PLAYERS)]),
  };
}
