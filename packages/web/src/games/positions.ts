import type { Game } from '@tablier/core';
import { type PositionFields, withPositions } from '@tablier/games/positions';
import type { PositionText, PositionWords } from '@tablier/games/telling';

/** The notation of the positions of each game, and how it says them: few pages write one, read one or have it read out. */
const FIELDS = import.meta.glob<PositionFields>(
  ['../../../games/src/*/position-notation.ts', '!../../../games/src/shared/*'],
  { import: 'fields' },
);
const TEXTS = import.meta.glob<PositionText>('../../../games/src/*/position-text.ts', { import: 'positionText' });
const WORDS = import.meta.glob<PositionWords>('../../../games/src/*/position.*.json', { import: 'default' });

const fileOf = (game: string, name: string): string => `../../../games/src/${game}/${name}`;

/** The same game with its notation, if it has one; it then also begins at a position. Rejects if the server cannot be reached. */
export async function withNotation(game: Game): Promise<Game> {
  if (game.positions !== undefined) return game;
  const fields = await FIELDS[fileOf(game.id, 'position-notation.ts')]?.();
  return fields === undefined ? game : withPositions(game, fields as never);
}

export interface SpokenGame {
  readonly text: PositionText;
  readonly words: PositionWords;
}

/** Loads a game in words, in one language; `null` for a game without them. Rejects if the server cannot be reached. */
export async function loadSpokenGame(game: string, language: string): Promise<SpokenGame | null> {
  const [text, shared, own] = await Promise.all([
    TEXTS[fileOf(game, 'position-text.ts')]?.(),
    WORDS[fileOf('shared', `position.${language}.json`)]?.(),
    WORDS[fileOf(game, `position.${language}.json`)]?.(),
  ]);
  return text === undefined ? null : { text, words: { ...shared, ...own } };
}
