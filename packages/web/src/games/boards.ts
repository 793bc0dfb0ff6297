import type { BoardModule } from '../board/board-module.ts';

/** Loads each game's board: `<game>/board.ts`, a separate file. */
const BOARDS = import.meta.glob<BoardModule>('./*/board.ts', { import: 'board' });

const loaded = new Map<string, BoardModule>();

const pathOf = (gameId: string): string => `./${gameId}/board.ts`;

export const hasBoard = (gameId: string): boolean => Object.hasOwn(BOARDS, pathOf(gameId));

/** The board of a game that has been loaded; `undefined` before. */
export const boardOf = (gameId: string): BoardModule | undefined => loaded.get(gameId);

export function loadedBoard(gameId: string): BoardModule {
  const board = boardOf(gameId);
  if (board === undefined) throw new Error(`the board of ${gameId} is not loaded`);
  return board;
}

/** A secret in words: its value in notation, as the review gets it. */
export type SecretName = (value: string) => string;

/** Loads how a game names its secrets; the notation for a game without names. Rejects if the server cannot be reached. */
export async function loadSecretName(gameId: string): Promise<SecretName> {
  await loadModule(gameId);
  return boardOf(gameId)?.secretName ?? ((value) => value);
}

/** Loads the board module only, without its components. Rejects if the server cannot be reached. */
export async function loadModule(gameId: string): Promise<void> {
  if (loaded.has(gameId)) return;
  const board = await BOARDS[pathOf(gameId)]?.();
  if (board !== undefined) loaded.set(gameId, board);
}
