import type { Level } from '@tablier/core';
import { isObject, readJson, writeJson } from '../../lib/local-storage.ts';

/** The storage key of what a solver has reached in this browser. */
const KEY = 'tablier.practice';

/** The Elo rating of a new solver, the puzzles of level 1, and the difference between two levels. */
const START = 1000;
const LEVEL_1 = 850;
const STEP = 150;
/** How far one result moves the rating: at first more, because little is known. */
const FIRST = { results: 20, most: 40 };
const LATER = 20;

interface Practice {
  readonly rating: number;
  /** How many results it is made of. */
  readonly results: number;
  /** Puzzles solved at the first try in a row: now, and the most. */
  readonly streak: number;
  readonly longest: number;
  /** The most puzzles solved in a timed run, by game. */
  readonly runs: Readonly<Record<string, number>>;
  /** The ids of puzzles of each game that were tried: only a first try counts. */
  readonly tried: Readonly<Record<string, readonly string[]>>;
}

const NEW: Practice = { rating: START, results: 0, streak: 0, longest: 0, runs: {}, tried: {} };

/** The rating after a first try at a puzzle, by Elo, and never below 100. */
function ratingAfter(
  { rating, results }: Pick<Practice, 'rating' | 'results'>,
  level: Level,
  isRight: boolean,
): number {
  const expected = 1 / (1 + 10 ** ((LEVEL_1 + STEP * (level - 1) - rating) / 400));
  const most = results < FIRST.results ? FIRST.most : LATER;
  return Math.max(100, Math.round(rating + most * (Number(isRight) - expected)));
}

/** What the first tries at puzzles have brought. Without storage it lasts until the page is left. */
class Solver {
  #known: Practice = $state.raw(stored());

  get rating(): number {
    return this.#known.rating;
  }

  get results(): number {
    return this.#known.results;
  }

  get streak(): number {
    return this.#known.streak;
  }

  get longest(): number {
    return this.#known.longest;
  }

  /** The most puzzles of a game solved in a timed run; 0 before the first. */
  bestRun(gameId: string): number {
    return this.#known.runs[gameId] ?? 0;
  }

  /** Counts the first try at a puzzle. The change of the rating; `null` for a puzzle that was tried before. */
  tried(
    gameId: string,
    { id, level }: { readonly id: string; readonly level: Level },
    isRight: boolean,
  ): number | null {
    // Another tab may have counted some.
    const known = { ...this.#known, ...stored() };
    const before = known.tried[gameId] ?? [];
    if (before.includes(id)) return null;
    const rating = ratingAfter(known, level, isRight);
    const streak = isRight ? known.streak + 1 : 0;
    this.#save({
      ...known,
      rating,
      results: known.results + 1,
      streak,
      longest: Math.max(known.longest, streak),
      tried: { ...known.tried, [gameId]: [...before, id] },
    });
    return rating - known.rating;
  }

  ran(gameId: string, solved: number): void {
    const known = { ...this.#known, ...stored() };
    this.#save({ ...known, runs: { ...known.runs, [gameId]: Math.max(known.runs[gameId] ?? 0, solved) } });
  }

  #save(known: Practice): void {
    this.#known = known;
    writeJson(KEY, known);
  }
}

function stored(): Practice {
  const data = readJson(KEY);
  if (!isObject(data)) return NEW;
  const { tried, runs } = data;
  const count = (name: 'rating' | 'results' | 'streak' | 'longest'): number =>
    Number.isSafeInteger(data[name]) && Number(data[name]) >= 0 ? Number(data[name]) : NEW[name];
  return {
    rating: count('rating'),
    results: count('results'),
    streak: count('streak'),
    longest: count('longest'),
    runs: isObject(runs)
      ? (Object.fromEntries(Object.entries(runs).filter(([, most]) => Number.isSafeInteger(most))) as Practice['runs'])
      : {},
    tried: isObject(tried)
      ? Object.fromEntries(
          Object.entries(tried).map(([game, ids]) => [game, Array.isArray(ids) ? ids.map(String) : []]),
        )
      : {},
  };
}

export const solver = new Solver();
