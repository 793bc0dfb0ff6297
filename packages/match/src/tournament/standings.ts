import { drained } from '@tablier/core';
import {
  type Entrant,
  gamesByEntrant,
  historyOf,
  pastOf,
  type PastOf,
  type PlayedGame,
  type Tournament,
  type TournamentKind,
} from './tournament.ts';

/** The tie-breaks, by their usual names. */
export const TIE_BREAKS = ['buchholzCut1', 'buchholz', 'sonnebornBerger', 'directEncounter', 'wins'] as const;
export type TieBreak = (typeof TIE_BREAKS)[number];

/** The tie-breaks of each kind, in the order in which they decide. */
export const TIE_BREAK_ORDER: Readonly<Record<TournamentKind, readonly TieBreak[]>> = {
  swiss: ['buchholzCut1', 'buchholz', 'sonnebornBerger', 'directEncounter', 'wins'],
  'round-robin': ['directEncounter', 'sonnebornBerger', 'wins'],
  arena: ['wins', 'directEncounter'],
};

/** One line of the standings. All numbers except `rank`, `wins` and `games` are in twelfths of a point. */
export interface Standing extends Readonly<Record<TieBreak, number>> {
  readonly entrant: number;
  /** From 1. Entrants whom no tie-break separates share it. */
  readonly rank: number;
  readonly points: number;
  readonly games: number;
}

interface Line extends Omit<Standing, 'rank' | 'directEncounter'> {
  readonly played: readonly PlayedGame[];
}

export const standingsOf = (tournament: Tournament): readonly Standing[] => drained(standingSteps(tournament));

/** The same in short steps, so that a server can do other work between them. */
export function* standingSteps(tournament: Tournament): Generator<void, readonly Standing[], void> {
  const history = yield* historyOf(tournament);
  const scores = new Map([...history].map(([number, { points }]) => [number, points]));
  const games = yield* gamesByEntrant(tournament);
  const lines: Line[] = [];
  for (const entrant of tournament.entrants) {
    const { number } = entrant;
    lines.push(lineOf(tournament, entrant, { scores, past: pastOf(history, number), played: games.get(number) ?? [] }));
    yield;
  }
  const encounters = directEncounters(lines);
  const whole = lines.map((line) => ({ ...line, directEncounter: encounters.get(line.entrant) ?? 0, rank: 0 }));
  const order = TIE_BREAK_ORDER[tournament.kind];
  const compare = (left: Standing, right: Standing): number =>
    right.points - left.points || firstDifference(left, right, order);
  const sorted = whole.toSorted((left, right) => compare(left, right) || left.entrant - right.entrant);
  let rank = 0;
  return sorted.map(({ played: _, ...line }, index) => {
    const before = sorted[index - 1];
    if (before === undefined || compare(before, { ...line, rank }) !== 0) rank = index + 1;
    return { ...line, rank };
  });
}

function firstDifference(left: Standing, right: Standing, order: readonly TieBreak[]): number {
  for (const name of order) if (left[name] !== right[name]) return right[name] - left[name];
  return 0;
}

interface Results {
  /** By entrant. */
  readonly scores: ReadonlyMap<number, number>;
  readonly past: PastOf;
  readonly played: readonly PlayedGame[];
}

function lineOf(tournament: Tournament, { number }: Entrant, { scores, past, played }: Results): Line {
  const points = scores.get(number) ?? 0;
  const opponents = played.flatMap((game) => game.opponents.map(({ entrant }) => scores.get(entrant) ?? 0));
  // A bye, or a forfeit of a Swiss, counts as a game against someone with the same score.
  const faced = [...opponents, ...Array.from({ length: past.unplayed * (tournament.seats - 1) }, () => points)];
  const buchholz = faced.reduce((sum, score) => sum + score, 0);
  return {
    entrant: number,
    points,
    buchholz,
    buchholzCut1: buchholz - (faced.length === 0 ? 0 : Math.min(...faced)),
    sonnebornBerger: played.reduce((sum, game) => sum + sonnebornBerger(game, scores), 0),
    wins: played.filter((game) => game.opponents.every((opponent) => opponent.points < game.points)).length,
    games: played.length,
    played,
  };
}

/** The scores of beaten opponents, and half of those of tied ones. */
const sonnebornBerger = ({ points, opponents }: PlayedGame, scores: ReadonlyMap<number, number>): number =>
  opponents.reduce((sum, opponent) => {
    const share = opponent.points < points ? 1 : opponent.points === points ? 0.5 : 0;
    return sum + share * (scores.get(opponent.entrant) ?? 0);
  }, 0);

/** The points from games among all entrants with the same points, by entrant; none unless they have all met. */
function directEncounters(lines: readonly Line[]): ReadonlyMap<number, number> {
  const encounters = new Map<number, number>();
  for (const tied of Map.groupBy(lines, ({ points }) => points).values()) {
    const numbers = new Set(tied.map(({ entrant }) => entrant));
    const hasMetAll = ({ entrant, played }: Line): boolean => {
      const met = new Set(played.flatMap(({ opponents }) => opponents.map((opponent) => opponent.entrant)));
      return [...numbers].every((number) => number === entrant || met.has(number));
    };
    if (tied.length < 2 || !tied.every(hasMetAll)) continue;
    for (const { entrant, played } of tied) {
      const among = played.filter(({ opponents }) => opponents.some((opponent) => numbers.has(opponent.entrant)));
      encounters.set(
        entrant,
        among.reduce((sum, { points }) => sum + points, 0),
      );
    }
  }
  return encounters;
}
