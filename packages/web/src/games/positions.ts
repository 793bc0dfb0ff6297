import type { Game } from '@tablier/core';
import { type PositionFields, withPositions } from '@tablier/games/positions';

/** The notation of the positions of each game: few pages write one or read one. */
const FIELDS = import.meta.glob<PositionFields>(
  ['../../../games/src/*/position-notation.ts', '!../../../games/src/shared/*'],
  { import: 'fields' },
);

/** The same game with its notation, if it has one; it then also begins at a position. Rejects if the server cannot be reached. */
export async function withNotation(game: Game): Promise<Game> {
  if (game.positions !== undefined) return game;
  const fields = await FIELDS[`../../../games/src/${game.id}/position-notation.ts`]?.();
  return fields === undefined ? game : withPositions(game, fields as never);
}
