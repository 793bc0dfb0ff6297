import type { PlyAnalysis } from '@tablier/ai';
import { movesIn, positionAfter, type Puzzle, puzzleId, type Seat } from '@tablier/core';
import { dayOf } from '../../lib/dates.ts';
import { isObject, readJson, writeJson } from '../../lib/local-storage.ts';
import type { People } from '../../lib/people.ts';
import { time } from '../../lib/time.svelte.ts';
import type { RecordedGame } from '../moments/game-moments.ts';
import { costliestFirst, isMistake, type Judged } from './course.ts';

/** The storage key of the mistakes that the user has made in this browser. */
const KEY = 'tablier.own-mistakes';
/** After how many days a position comes back: one step further each time it is solved, the first again after a miss. */
export const INTERVALS = [1, 3, 7, 16, 35] as const;
/** The most positions of one game, and of all: a record of a long game has 3 kB. */
const MAX_OF_GAME = 5;
const MAX_OF_ALL = 100;

/** A position of a finished game in which the user made a mistake. */
export interface OwnMistake {
  readonly puzzle: Puzzle;
  /** The move that was made, in notation. */
  readonly played: string;
  /** The interval it waits for, and the day on which that ends. */
  readonly step: number;
  readonly due: number;
}

type FinishedGame = RecordedGame & { readonly own: Seat };

/** The worst mistakes of a seat by what it knew, as puzzles. `plies`: an analysis with the knowledge of each seat. */
export function mistakesOf(
  { game, setup, record, own }: FinishedGame,
  plies: readonly PlyAnalysis[],
): readonly Pick<OwnMistake, 'puzzle' | 'played'>[] {
  const grave = plies.filter(isMistake).filter((each) => each.seat === own && each.judgement.label !== 'inaccuracy');
  return costliestFirst(grave)
    .slice(0, MAX_OF_GAME)
    .flatMap((found) => {
      const puzzle = puzzleAt({ game, setup, record, own }, found);
      const played = record.moves[found.ply];
      return puzzle === null || played === undefined ? [] : [{ puzzle, played }];
    });
}

function puzzleAt({ game, setup, record, own }: FinishedGame, { ply, analysis, judgement }: Judged): Puzzle | null {
  const [best] = judgement.best.moves;
  // A mistake of two proven results can cost nothing by its scores.
  if (best === undefined || judgement.cost <= 0) return null;
  const { format, game: of, rules, options, players, deal } = record;
  const moves = record.moves.slice(0, ply);
  return {
    ...{ format, game: of, rules, options, players, deal, moves },
    puzzle: {
      id: puzzleId(game, positionAfter(game, setup, movesIn(game, moves))),
      seat: own,
      best: [game.formatMove(best)],
      ...{ kind: 'deep', goal: 'best', unit: analysis.unit, score: judgement.best.score, margin: judgement.cost },
      level: 1,
    },
  };
}

/** The mistakes of the user, which come back as puzzles. Without storage they last until the page is left. */
class OwnMistakes {
  #all: readonly OwnMistake[] = $state.raw(stored());

  of(gameId: string): readonly OwnMistake[] {
    return this.#all.filter(({ puzzle }) => puzzle.game === gameId);
  }

  /** Those that are due at a time, in milliseconds, the longest waiting first. */
  due(gameId: string, now: number): readonly OwnMistake[] {
    return this.of(gameId)
      .filter(({ due }) => due <= dayOf(now))
      .toSorted((one, other) => one.due - other.due);
  }

  find(gameId: string, id: string): OwnMistake | undefined {
    return this.of(gameId).find(({ puzzle }) => puzzle.puzzle.id === id);
  }

  /** Keeps new ones, which come back after the first interval. Those that are known keep their day. */
  keep(found: readonly Pick<OwnMistake, 'puzzle' | 'played'>[], now: number): void {
    const known = stored();
    const ids = new Set(known.map(idOf));
    const fresh = found.filter((each) => !ids.has(idOf(each))).map((each) => ({ ...each, ...after(0, now) }));
    // What was solved most often is known best.
    if (fresh.length > 0)
      this.#save([...fresh, ...known].toSorted((one, other) => one.step - other.step).slice(0, MAX_OF_ALL));
  }

  /** Counts the first try of today. Who solves one after the last interval is done with it. */
  tried(gameId: string, id: string, { isRight, now }: { readonly isRight: boolean; readonly now: number }): void {
    const isIt = ({ puzzle }: OwnMistake): boolean => puzzle.game === gameId && puzzle.puzzle.id === id;
    this.#save(
      stored().flatMap((each) => {
        if (!isIt(each)) return [each];
        const step = isRight ? each.step + 1 : 0;
        return step < INTERVALS.length ? [{ ...each, ...after(step, now) }] : [];
      }),
    );
  }

  #save(all: readonly OwnMistake[]): void {
    this.#all = all;
    writeJson(KEY, all);
  }
}

const idOf = ({ puzzle }: Pick<OwnMistake, 'puzzle'>): string => `${puzzle.game}/${puzzle.puzzle.id}`;

const after = (step: number, now: number): Pick<OwnMistake, 'step' | 'due'> => ({
  step,
  due: dayOf(now) + (INTERVALS[step] ?? 1),
});

/** Only what can be listed; a record is replayed before it is shown. */
function stored(): readonly OwnMistake[] {
  const data = readJson(KEY);
  if (!Array.isArray(data)) return [];
  return data.filter(
    (each: unknown): each is OwnMistake =>
      isObject(each) &&
      isObject(each['puzzle']) &&
      isObject(each['puzzle']['puzzle']) &&
      typeof each['played'] === 'string' &&
      Number.isSafeInteger(each['step']) &&
      Number.isSafeInteger(each['due']),
  );
}

export const ownMistakes = new OwnMistakes();

/** Keeps the mistakes of the user in a finished game that was analysed with the knowledge of each seat. */
export function keepMistakes(
  { people, ...played }: Omit<FinishedGame, 'own'> & { readonly people: People },
  plies: readonly PlyAnalysis[],
): void {
  const own = Array.from({ length: played.setup.players }, (_, seat) => seat).find(
    (seat) => people.who(seat) === 'you',
  );
  if (own !== undefined) ownMistakes.keep(mistakesOf({ ...played, own }, plies), time.now);
}
