import { completeFacts, type DeclaredFacts, type GameFacts } from '@tablier/core';
import type { Wood } from '../board/scene/scene.ts';
import { addedGames } from '../lib/added-games.ts';

/** The facts of each game, found by their file names: they are part of the first script, the rules are not. */
const FACTS = import.meta.glob<DeclaredFacts>('../../../games/src/*/facts.ts', { import: 'facts', eager: true });

/** All games, sorted by name, without their rules. */
export const games: readonly GameFacts[] = Object.values(FACTS)
  .map(completeFacts)
  .concat(addedGames)
  // Without `localeCompare`: loading its tables takes as long as all other scripts of the first page.
  .sort((left, right) => (left.name < right.name ? -1 : 1));

export const findGame = (id: string): GameFacts | undefined => games.find((game) => game.id === id);

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

/** The box of each game, `<game>/box.ts`: part of the first script. */
const BOXES = import.meta.glob<Box>('./*/box.ts', { import: 'box', eager: true });

/** A game that declares no box has a square one of oak, after the others. */
const PLAIN: Box = { place: Number.POSITIVE_INFINITY, ratio: 1, minutes: 20, wood: 'oak', from: 0.5 };

export const boxOf = (gameId: string): Box => BOXES[`./${gameId}/box.ts`] ?? PLAIN;

const placeOf = ({ id }: GameFacts): number => boxOf(id).place;

/** The games in the order of the boxes; those without a place come last. */
export const inBoxOrder = (games: readonly GameFacts[]): GameFacts[] =>
  // Two games without a place differ by `Infinity - Infinity`, which is no number.
  [...games].sort((left, right) => placeOf(left) - placeOf(right) || 0);

export const firstGame = (games: readonly GameFacts[]): GameFacts | undefined =>
  games.find(({ id }) => boxOf(id).isFirst === true);

export const sampleGames = (games: readonly GameFacts[]): GameFacts[] =>
  games.filter(({ id }) => boxOf(id).isSample === true);
