import type { Game, OptionValue, Setup } from '@tablier/core';
import type { Component } from 'svelte';
import type { Scene, Solid } from '../scene/scene.ts';

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

type Shape = Component<{ solid: Solid }>;

const SHAPES = import.meta.glob<Shape>('./*/shapes/*.svelte', { import: 'default' });
const SET_UPS = import.meta.glob<SetUpParts>('./*/set-up.ts', { import: 'setUp' });

const shapes = new Map<string, Shape>();
const setUps = new Map<string, SetUpParts>();

/** The shape of a game's own solids, by `<game>/<shape>`; `undefined` before it has been fetched. */
export const shapeOf = (name: string): Shape | undefined => shapes.get(name);

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
    ...own.map(async ({ name, load }) => shapes.set(name, await load())),
    setUp?.().then((parts) => setUps.set(gameId, parts)),
  ]);
}
