import { gamesOf, historyOf, pastOf, type PastOf, type PlayedGame } from './history.ts';
import type { Entrant, Tournament, TournamentKind } from './tournament.ts';

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
  /** Finished games, without byes. */
  readonly games: number;
}

interface Line extends Omit<Standing, 'rank' | 'directEncounter'> {
  readonly played: readonly PlayedGame[];
}

/** The standings, best first. */
export function standingsOf(tournament: Tournament): readonly Standing[] {
  const history = historyOf(tournament);
  const scores = new Map([...history].map(([number, { points }]) => [number, points]));
  const lines = tournament.entrants.map((entrant) =>
    lineOf(tournament, entrant, { scores, past: pastOf(history, entrant.number) }),
  );
  const whole = lines.map((line) => ({ ...line, directEncounter: directEncounter(line, lines), rank: 0 }));
  const order = TIE_BREAK_ORDER[tournament.kind];
  const compare = (left: Standing, right: Standing): number =>
    right.points - left.points || firstDifference(left, right, order);
  const sorted = whole.toSorted((left, right) => compare(left, right) || left.entrant - right.entrant);
  return sorted.map(({ played: _, ...line }) => ({
    ...line,
    rank: sorted.findIndex((other) => compare(other, line) === 0) + 1,
  }));
}

function firstDifference(left: Standing, right: Standing, order: readonly TieBreak[]): number {
  for (const name of order) if (left[name] !== right[name]) return right[name] - left[name];
  return 0;
}

interface Scores {
  /** By entrant. */
  readonly scores: ReadonlyMap<number, number>;
  readonly past: PastOf;
}

function lineOf(tournament: Tournament, { number }: Entrant, { scores, past }: Scores): Line {
  const played = gamesOf(tournament, number);
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

/** The points from games among all entrants with the same points; 0 unless they have all met. */
function directEncounter(line: Line, lines: readonly Line[]): number {
  const tied = lines.filter(({ points }) => points === line.points);
  const numbers = new Set(tied.map(({ entrant }) => entrant));
  const hasMetAll = ({ entrant, played }: Line): boolean => {
    const met = new Set(played.flatMap(({ opponents }) => opponents.map((opponent) => opponent.entrant)));
    return [...numbers].every((number) => number === entrant || met.has(number));
  };
  if (tied.length < 2 || !tied.every(hasMetAll)) return 0;
  return line.played
    .filter(({ opponents }) => opponents.some(({ entrant }) => numbers.has(entrant)))
    .reduce((sum, { points }) => sum + points, 0);
}
