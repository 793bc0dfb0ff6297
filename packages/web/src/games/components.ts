import type { Game, OptionValue, Setup } from '@tablier/core';
import type { Component } from 'svelte';
import type { Scene } from '../scene/scene.ts';
import { addShape, type Shape } from '../scene/shapes.ts';

/** What an editor of deals is given. */
export interface DealEditorProps {
  readonly game: Game;
  readonly setup: Setup;
  /** Called with every new deal; `game.deals.parse` has accepted it. */
  readonly onchange: (deal: unknown) => void;
}

/** What a game adds to the page on which it is set up: `<game>/set-up.ts` exports it as `setUp`. */
export interface SetUpParts {
  /** A small picture of what a value of this option puts on the board; `null` where there is nothing to see. */
  picture?(option: string, value: OptionValue, deal: unknown): Scene | null;
  /** How a person makes the deal, where `game.deals.byPerson` says so. */
  readonly ownDeal?: {
    /** What the editor begins with. */
    readonly first: unknown;
    readonly Editor: Component<DealEditorProps>;
  };
}

const SHAPES = import.meta.glob<Shape>('./*/shapes/*.svelte', { import: 'default' });
const SET_UPS = import.meta.glob<SetUpParts>('./*/set-up.ts', { import: 'setUp' });

const setUps = new Map<string, SetUpParts>();

/** What a game that has been fetched adds to its set-up. */
export const setUpParts = (gameId: string): SetUpParts => setUps.get(gameId) ?? {};

/** Fetches the shapes and the set-up of a game. Rejected where the server cannot be reached. */
export async function loadComponents(gameId: string): Promise<void> {
  const own = Object.entries(SHAPES).flatMap(([path, load]) => {
    const [, game, shape] = /^\.\/([^/]+)\/shapes\/([^/]+)\.svelte$/.exec(path) ?? [];
    return game === gameId ? [{ name: `${game}/${shape}`, load }] : [];
  });
  const setUp = SET_UPS[`./${gameId}/set-up.ts`];
  await Promise.all([
    ...own.map(async ({ name, load }) => addShape(name, await load())),
    setUp?.().then((parts) => setUps.set(gameId, parts)),
  ]);
}
