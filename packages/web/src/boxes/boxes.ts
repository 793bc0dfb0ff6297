import type { GameFacts } from '@tablier/core';
import type { Wood } from '../scene/scene.ts';

/** The rim of a board on the home page, in cells. */
export const RIM = 0.45;

/** What the home page shows of a game before its board is loaded. */
export interface Box {
  /** Width divided by height of the board with its rim, so that nothing moves when it appears. */
  readonly ratio: number;
  /** The usual length of a game. */
  readonly minutes: number;
  readonly wood: Wood;
  /** Where its replay begins, from 0 to 1: late enough that there are pieces on the board. */
  readonly from: number;
}

const BOXES: Readonly<Record<string, Box>> = {
  isaac: { ratio: 1, minutes: 25, wood: 'oak', from: 0.55 },
  nasca: { ratio: 11.9 / 10.9, minutes: 15, wood: 'cherry', from: 0.7 },
  masker: { ratio: 1, minutes: 10, wood: 'walnut', from: 0.1 },
  arcanor: { ratio: 8.9 / 7.9, minutes: 20, wood: 'teak', from: 0.3 },
};

/** A game without an entry has a square box of oak. */
export const boxOf = (gameId: string): Box => BOXES[gameId] ?? { ratio: 1, minutes: 20, wood: 'oak', from: 0.5 };

/** The games in the order of the boxes; those without an entry come last. */
export const inBoxOrder = (games: readonly GameFacts[]): GameFacts[] => {
  const places = Object.keys(BOXES);
  const place = ({ id }: GameFacts): number => (places.includes(id) ? places.indexOf(id) : places.length);
  return [...games].sort((left, right) => place(left) - place(right));
};
