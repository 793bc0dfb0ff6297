import type { GameFacts } from '@tablier/core';
import { type Box, declaredBox } from '../../games/boxes.ts';

/** The rim of a board on the home page, in cells. */
export const RIM = 0.45;

/** A game that declares no box has a square one of oak, after the others. */
const PLAIN: Box = { place: Number.POSITIVE_INFINITY, ratio: 1, minutes: 20, wood: 'oak', from: 0.5 };

export const boxOf = (gameId: string): Box => declaredBox(gameId) ?? PLAIN;

const placeOf = ({ id }: GameFacts): number => boxOf(id).place;

/** The games in the order of the boxes; those without a place come last. */
export const inBoxOrder = (games: readonly GameFacts[]): GameFacts[] =>
  // Two games without a place differ by `Infinity - Infinity`, which is no number.
  [...games].sort((left, right) => placeOf(left) - placeOf(right) || 0);

/** The game for new visitors; `undefined` if none says so. */
export const firstGame = (games: readonly GameFacts[]): GameFacts | undefined =>
  games.find(({ id }) => boxOf(id).isFirst === true);

/** The games whose boards show the chosen materials. */
export const sampleGames = (games: readonly GameFacts[]): GameFacts[] =>
  games.filter(({ id }) => boxOf(id).isSample === true);
