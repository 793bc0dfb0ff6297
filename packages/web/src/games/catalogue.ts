import { completeFacts, type DeclaredFacts, type GameFacts } from '@tablier/core';
import type { Wood } from '../board/scene/scene.ts';
import { addedGames } from '../lib/added-games.ts';
import type { Route } from '../lib/routes.ts';

/** The facts of each game, found by their file names: they are part of the first script, the rules are not. */
const FACTS = import.meta.glob<DeclaredFacts>('../../../games/src/*/facts.ts', { import: 'facts', eager: true });

/** All games, sorted by name, without their rules. */
export const games: readonly GameFacts[] = Object.values(FACTS)
  .map(completeFacts)
  .concat(addedGames)
  // Without `localeCompare`: loading its tables takes as long as all other scripts of the first page.
  .sort((left, right) => (left.name < right.name ? -1 : 1));

export const findGame = (id: string): GameFacts | undefined => games.find((game) => game.id === id);

/** The fields that every position begins with, after the name of its game. */
const POSITION_FIELDS = 5;

type PositionRoute = Extract<Route, { readonly page: 'position' }>;

/** The pages of the positions that were pasted (docs/positions.md), which name their faults; none for any other text. */
export function pastedPositions(text: string): readonly PositionRoute[] {
  const found: PositionRoute[] = [];
  // Each begins on a new line. A mail may have broken one into several.
  for (const part of text.trim().split(/\n\s*(?=[a-z][a-z\d-]+[ _])/)) {
    const line = part.replaceAll(/[\s_]+/g, ' ').trim();
    const [game = '', ...fields] = line.split(' ');
    if (findGame(game) === undefined || fields.length < POSITION_FIELDS) return [];
    found.push({ page: 'position', game, line });
  }
  return found;
}

/** What pages show of a game before its board is loaded: its box. */
export interface Box {
  /** Its place among the boxes, from 1. */
  readonly place: number;
  /** Width divided by height of the board with its rim, so that nothing moves when it appears. */
  readonly ratio: number;
  readonly minutes: number;
  readonly wood: Wood;
  /** Where its replay begins, from 0 to 1: late enough that there are pieces on the board. */
  readonly from: number;
  /** Whether it is the game for new visitors: the one that is quickest to learn. */
  readonly isFirst?: boolean;
  /** Whether its board shows the chosen materials in the settings. */
  readonly isSample?: boolean;
}

export const RIM = 0.45;

/** By game. They are part of the first script. */
const BOXES: Readonly<Record<string, Box>> = {
  isaac: { place: 1, ratio: 1, minutes: 25, wood: 'oak', from: 0.55, isSample: true },
  nasca: { place: 2, ratio: 11.9 / 10.9, minutes: 15, wood: 'cherry', from: 0.7 },
  masker: { place: 3, ratio: 1, minutes: 10, wood: 'walnut', from: 0.1, isFirst: true, isSample: true },
  arcanor: { place: 4, ratio: 8.9 / 7.9, minutes: 20, wood: 'teak', from: 0.3 },
};

/** A game that declares no box has a square one of oak, after the others. */
const PLAIN: Box = { place: Number.POSITIVE_INFINITY, ratio: 1, minutes: 20, wood: 'oak', from: 0.5 };

export const boxOf = (gameId: string): Box => BOXES[gameId] ?? PLAIN;

/** What `box-board` and the places of boards in lists need of a box. */
export function boxStyle({ id }: GameFacts): string {
  const { ratio, wood } = boxOf(id);
  return `--ratio: ${ratio}; --wood-rim: var(--${wood}-rim); --wood-field: var(--${wood})`;
}

const placeOf = ({ id }: GameFacts): number => boxOf(id).place;

/** The games in the order of the boxes; those without a place come last. */
export const inBoxOrder = (games: readonly GameFacts[]): GameFacts[] =>
  // Two games without a place differ by `Infinity - Infinity`, which is no number.
  [...games].sort((left, right) => placeOf(left) - placeOf(right) || 0);

export const firstGame = (games: readonly GameFacts[]): GameFacts | undefined =>
  games.find(({ id }) => boxOf(id).isFirst === true);

export const sampleGames = (games: readonly GameFacts[]): GameFacts[] =>
  games.filter(({ id }) => boxOf(id).isSample === true);
