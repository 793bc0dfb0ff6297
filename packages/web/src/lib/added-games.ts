import type { GameFacts } from '@tablier/core';
import type { GamePackage } from '@tablier/games/added';

/** What the server writes into the page of the games that it was given as files: their facts, and their texts by key. There is no page in a worker. */
interface Added {
  readonly games: readonly GameFacts[];
  readonly texts: Readonly<Record<string, string>>;
}

const tag = typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name=games]');
const added = JSON.parse(tag?.content ?? '{"games":[],"texts":{}}') as Added;

export const addedGames = added.games;
export const isAdded = (gameId: string): boolean => addedGames.some(({ id }) => id === gameId);
export const addedTexts: Added['texts'] | null = added.texts;

/** Loads the file of a game that is no part of the page. Rejects if the server cannot be reached, or has none. */
export async function importAdded(gameId: string): Promise<GamePackage> {
  const { game } = (await import(/* @vite-ignore */ `/games/${gameId}.js`)) as { readonly game: GamePackage };
  return game;
}
