import type { BoardModule } from '../board/board-module.ts';
import type { Game, OptionValue, Setup } from '@tablier/core';
import type { Component } from 'svelte';
import type { Scene } from '../board/scene/scene.ts';
import { addModels, type Models } from '../board/scene/models.ts';
import { addShape, type Shape } from '../board/scene/shapes.ts';
import { isAdded, loadAddedBoard } from './added.ts';
import { findRules, loadRules } from './rules.svelte.ts';

const BOARDS = import.meta.glob<BoardModule>('./*/board.ts', { import: 'board' });

const loaded = new Map<string, BoardModule>();

const pathOf = (gameId: string): string => `./${gameId}/board.ts`;

export const hasBoard = (gameId: string): boolean => Object.hasOwn(BOARDS, pathOf(gameId)) || isAdded(gameId);

/** The board of a game that has been loaded; `undefined` before. */
export const boardOf = (gameId: string): BoardModule | undefined => loaded.get(gameId);

export function loadedBoard(gameId: string): BoardModule {
  const board = boardOf(gameId);
  if (board === undefined) throw new Error(`the board of ${gameId} is not loaded`);
  return board;
}

export async function loadModule(gameId: string): Promise<void> {
  if (loaded.has(gameId)) return;
  const board = await (BOARDS[pathOf(gameId)]?.() ?? loadAddedBoard(gameId));
  if (board) loaded.set(gameId, board);
}

export interface DealEditorProps {
  readonly game: Game;
  readonly setup: Setup;
  /** Called with every new deal, after `game.deals.parse` has accepted it. */
  readonly onchange: (deal: unknown) => void;
}

/** What a game adds to the set-up page: `<game>/set-up.ts` exports it as `setUp`. */
export interface SetUpParts {
  /** The options that change the game most. They are shown first, the others are collapsed. Absent: none, and the presets are shown. */
  readonly main?: readonly string[];
  /** A small picture of what an option value puts on the board; `null` if there is nothing to see. */
  picture?(option: string, value: OptionValue, deal: unknown): Scene | null;
  /** How a person makes the deal, if `game.deals.byPerson` allows it. */
  readonly ownDeal?: {
    readonly first: unknown;
    readonly Editor: Component<DealEditorProps>;
  };
}

const SHAPES = import.meta.glob<Shape>('./*/shapes/*.svelte', { import: 'default' });
const MODELS = import.meta.glob<Models>('./*/models.ts', { import: 'models' });
const SET_UPS = import.meta.glob<SetUpParts>('./*/set-up.ts', { import: 'setUp' });

const setUps = new Map<string, SetUpParts>();

export const setUpParts = (gameId: string): SetUpParts => setUps.get(gameId) ?? {};

/** Loads the shapes of a game. Rejects if the server cannot be reached. */
export async function loadShapes(gameId: string): Promise<void> {
  const own = Object.entries(SHAPES).flatMap(([path, load]) => {
    const [, game, shape] = /^\.\/([^/]+)\/shapes\/([^/]+)\.svelte$/.exec(path) ?? [];
    return game === gameId ? [{ name: `${game}/${shape}`, load }] : [];
  });
  await Promise.all(own.map(async ({ name, load }) => addShape(name, await load())));
}

/** Loads the shapes and the set-up of a game. Rejects if the server cannot be reached. */
async function loadComponents(gameId: string): Promise<void> {
  const models = MODELS[`./${gameId}/models.ts`];
  if (models !== undefined) addModels(gameId, models);
  const setUp = SET_UPS[`./${gameId}/set-up.ts`];
  await Promise.all([loadShapes(gameId), setUp?.().then((parts) => setUps.set(gameId, parts))]);
}

export const isLoaded = (gameId: string): boolean => boardOf(gameId) !== undefined && findRules(gameId) !== undefined;

/** Loads the rules of a game and everything it is drawn with, so that `findRules` and `boardOf` have it. For a record, `rules` and
 * `deal` are as in `loadRules`. Rejects if the server cannot be reached. */
export async function loadBoard(gameId: string, rules?: number, deal?: unknown): Promise<void> {
  await Promise.all([loadModule(gameId), loadComponents(gameId), loadRules(gameId, rules, deal)]);
}
