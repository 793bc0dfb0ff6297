import { endOtherwise, type Rng, type StoredRecord } from '@tablier/core';
import { games } from '@tablier/games';
import { type Course, PLAYERS, randomCourse } from '../lib/random-games.ts';

/** A finished game of two seats, without clocks. */
export interface Playout extends Pick<Course, 'game' | 'turns'> {
  readonly record: StoredRecord & { readonly end: NonNullable<StoredRecord['end']> };
}

/** Plies that are played before a player may resign. */
const LEAST_PLIES = 4;

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
