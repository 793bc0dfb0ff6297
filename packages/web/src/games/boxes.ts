import type { Wood } from '../board/scene/scene.ts';

/** What a game declares about its box, `<game>/box.ts`: what pages show of it before its board is loaded. */
export interface Box {
  /** Its place among the boxes, from 1. */
  readonly place: number;
  /** Width divided by height of the board with its rim, so that nothing moves when it appears. */
  readonly ratio: number;
  /** The usual length of a game. */
  readonly minutes: number;
  readonly wood: Wood;
  /** Where its replay begins, from 0 to 1: late enough that there are pieces on the board. */
  readonly from: number;
  /** Whether it is the game for new visitors: the one that is quickest to learn. */
  readonly isFirst?: boolean;
  /** Whether its board shows the chosen materials in the settings. */
  readonly isSample?: boolean;
}

/** The boxes of all games: part of the first script, by their file names. */
const BOXES = import.meta.glob<Box>('./*/box.ts', { import: 'box', eager: true });

/** The box of a game; `undefined` if it declares none. */
export const declaredBox = (gameId: string): Box | undefined => BOXES[`./${gameId}/box.ts`];
