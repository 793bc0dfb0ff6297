import type { GameFacts } from '@tablier/core';

/** What the server writes into the page of the games that it was given as files: their facts, and their texts by key. There is no page in a worker. */
interface Added {
  readonly games: readonly GameFacts[];
  readonly texts: Readonly<Record<string, string>>;
}

const tag = typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name=games]');
const added = JSON.parse(tag?.content ?? '{"games":[],"texts":{}}') as Added;

export const addedGames = added.games;
export const addedTexts: Added['texts'] | null = added.texts;
