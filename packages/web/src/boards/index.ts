import type { BoardModule } from '../board/board-module.ts';
import { arcanorBoard } from './arcanor/board.ts';
import { isaacBoard } from './isaac/board.ts';
import { maskerBoard } from './masker/board.ts';
import { nascaBoard } from './nasca/board.ts';

/** The boards, by the id of their game. */
const BOARDS: Readonly<Record<string, BoardModule>> = {
  arcanor: arcanorBoard,
  isaac: isaacBoard,
  masker: maskerBoard,
  nasca: nascaBoard,
};

/** The board of a game; `undefined` where nobody has drawn one. */
export const boardOf = (gameId: string): BoardModule | undefined => BOARDS[gameId];
