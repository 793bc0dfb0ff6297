import type { BoardModule } from '../board/board-module.ts';

type Loaders = Readonly<Record<string, () => Promise<BoardModule>>>;

/** How to fetch the board of a game, by its id. Each is a file of its own: the first page carries none of them. */
const BOARDS: Loaders = {
  arcanor: () => import('./arcanor/board.ts').then((file) => file.arcanorBoard),
  isaac: () => import('./isaac/board.ts').then((file) => file.isaacBoard),
  masker: () => import('./masker/board.ts').then((file) => file.maskerBoard),
  nasca: () => import('./nasca/board.ts').then((file) => file.nascaBoard),
};

const loaded = new Map<string, BoardModule>();

/** Whether somebody has drawn a board for this game. */
export const hasBoard = (gameId: string): boolean => Object.hasOwn(BOARDS, gameId);

/** The board of a game that has been fetched; `undefined` before. */
export const boardOf = (gameId: string): BoardModule | undefined => loaded.get(gameId);

/** Fetches the board of a game, so that `boardOf` has it. Rejected where the server cannot be reached. */
export async function loadBoard(gameId: string): Promise<void> {
  if (loaded.has(gameId)) return;
  const board = await BOARDS[gameId]?.();
  if (board !== undefined) loaded.set(gameId, board);
}
