import type { Game, Options, OptionValue, Setup } from '@tablier/core';
import type { Component } from 'svelte';
import type { Scene } from '../scene/scene.ts';
import NascaLandscape from './nasca/Landscape.svelte';
import { landscapePicture, OWN_LANDSCAPE } from './nasca/landscapes.ts';

/** What an editor of deals is given. */
export interface DealEditorProps {
  readonly game: Game;
  readonly setup: Setup;
  /** Called with every new deal; the game's `parseDeal` has accepted it. */
  readonly onchange: (deal: unknown) => void;
}

/** A deal that a person makes, where the options ask for one, instead of chance. */
export interface OwnDeal {
  /** Whether a person decides with these options. */
  wanted(options: Options): boolean;
  /** What the editor begins with. */
  readonly first: unknown;
}

/** What a game adds to the page on which it is set up. */
export interface SetUpParts {
  /** A small picture of what a value of this option puts on the board; `null` where there is nothing to see. */
  picture?(option: string, value: OptionValue, deal: unknown): Scene | null;
  readonly ownDeal?: OwnDeal & { readonly Editor: Component<DealEditorProps> };
}

const PARTS: Readonly<Record<string, SetUpParts>> = {
  nasca: { picture: landscapePicture, ownDeal: { ...OWN_LANDSCAPE, Editor: NascaLandscape } },
};

export const setUpParts = (gameId: string): SetUpParts => PARTS[gameId] ?? {};

/** Whether a person, not chance, makes the deal of a game with these options. */
export const isOwnDeal = (game: Game, options: Options): boolean =>
  setUpParts(game.id).ownDeal?.wanted(options) ?? false;
