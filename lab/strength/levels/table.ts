import { LEVELS } from '@tablier/core';
import type { CatalogueGame } from '@tablier/games';
import { fitRatings, type PairResult, wilson } from './elo.ts';
import { ANCHORS } from '../anchors.ts';
import type { Player } from './play.ts';
import { planText, type Series } from './results.ts';

/** The players in the order of their strength. The rating of the first is 0. */
export const PLAYERS: readonly Player[] = ['greedy', ...LEVELS];

/** All games of each pair. */
function pairsOf(series: readonly Series[]): PairResult[] {
  const pairs = new Map<string, PairResult>();
  for (const { first, other, games, points } of series) {
    const [one, two] = [PLAYERS.indexOf(first), PLAYERS.indexOf(other)];
    const known = pairs.get(`${one} ${two}`) ?? { first: one, other: two, games: 0, points: 0 };
    pairs.set(`${one} ${two}`, { ...known, games: known.games + games, points: known.points + points });
  }
  return [...pairs.values()];
}

/** The players that games link to the greedy player. */
function linked(pairs: readonly PairResult[]): number[] {
  const found = new Set([0]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const { first, other } of pairs) {
      if (found.has(first)) found.add(other);
      if (found.has(other)) found.add(first);
    }
  }
  return [...found].sort((one, other) => one - other);
}

function ratedIn(series: readonly Series[]) {
  const pairs = pairsOf(series.filter(({ other }) => PLAYERS.includes(other)));
  const known = linked(pairs);
  const within = pairs
    .filter(({ first }) => known.includes(first))
    .map((pair) => ({ ...pair, first: known.indexOf(pair.first), other: known.indexOf(pair.other) }));
  return { pairs, known, ...fitRatings(known.length, within) };
}

/** A level as the pages *Strength* show it. */
export interface Grade {
  readonly level: Player;
  readonly elo: number;
  /** Its games against the level below. */
  readonly below: PairResult | undefined;
}

/** The levels that games link to the greedy player. */
export function gradesOf(series: readonly Series[]): Grade[] {
  const { pairs, known, elo } = ratedIn(series);
  return known
    .map((player, index) => ({
      level: PLAYERS[player] ?? 'greedy',
      // Without a negative zero, which JSON has not.
      elo: Math.round(elo[index] ?? 0) + 0,
      below: againstBelow(pairs, player),
    }))
    .filter(({ level }) => level !== 'greedy');
}

/** The table of a game in `docs/notebook/levels.md`, as lines of Markdown. */
export function tableOf(game: CatalogueGame, series: readonly Series[]): string {
  const { pairs, known, elo, errorOf } = ratedIn(series);
  const rows = known.map((player, index) => {
    const below = index === 0 ? '' : `${gap(elo, index)} ± ${Math.round(1.96 * errorOf(index, index - 1))}`;
    const share = shareText(againstBelow(pairs, player));
    const cells = [nameOf(player), rounded(elo[index]), below, share, planCell(game, player)];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| level | Elo | above the one below | share against it, of games (95 %) | plan |',
    '| --- | --: | --: | --- | --- |',
    ...rows,
    '',
    anchored(series),
  ].join('\n');
}

/** How level 1 fares against the anchors: a child who knows only the rules should win more than half. */
function anchored(series: readonly Series[]): string {
  const found = ANCHORS.map((anchor) => {
    const played = series.filter(({ first, other }) => first === 1 && other === anchor);
    const games = played.reduce((sum, each) => sum + each.games, 0);
    const points = played.reduce((sum, each) => sum + each.points, 0);
    return `${shareText({ games, points })} against \`${anchor}\``;
  });
  return `Level 1: ${found.join(', ')}.`;
}

/** `0.75 of 40 (0.60–0.86)`, with the 95 % interval; empty without games. */
export function shareText(pair: Pick<PairResult, 'games' | 'points'> | undefined, digits = 2): string {
  if (pair === undefined) return '';
  const { games, points } = pair;
  const [low, high] = wilson(points / games, games);
  return `${(points / games).toFixed(digits)} of ${games} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}

const nameOf = (player: number): string => String(PLAYERS[player]);
const rounded = (value: number | undefined): string => String(Math.round(value ?? 0));
const gap = (elo: readonly number[], index: number): string => rounded((elo[index] ?? 0) - (elo[index - 1] ?? 0));
const planCell = (game: CatalogueGame, player: number): string => {
  const text = planText(game, PLAYERS[player] ?? 'greedy');
  return text.startsWith('greedy') ? '' : text.replaceAll(/[{}"]/g, '').replaceAll(':', ' ').replaceAll(',', ', ');
};

const againstBelow = (pairs: readonly PairResult[], player: number): PairResult | undefined =>
  pairs.find(({ first, other }) => first === player && other === player - 1);
