import { failure, type Game, type Result, type View } from '@tablier/core';
import { arcanorFields } from './arcanor/position-notation.ts';
import { isaacFields } from './isaac/position-notation.ts';
import { maskerFields } from './masker/position-notation.ts';
import { nascaFields } from './nasca/position-notation.ts';
import {
  formatFields,
  parseFields,
  type PositionError,
  type PositionFields,
  type ReadPosition,
} from './shared/position-notation.ts';

export type { PositionError, ReadPosition } from './shared/position-notation.ts';

const FIELDS: Readonly<Record<string, unknown>> = {
  arcanor: arcanorFields,
  isaac: isaacFields,
  masker: maskerFields,
  nasca: nascaFields,
};

const fieldsOf = (game: Game): PositionFields | undefined => FIELDS[game.id] as PositionFields | undefined;

/** The line of docs/positions.md: what one viewer knows, whose view this is. `null` if the game has no notation of positions. */
export function formatPosition(game: Game, view: View): string | null {
  const fields = fieldsOf(game);
  return fields === undefined ? null : formatFields(game, fields, view);
}

/** Reads what `formatPosition` writes, and nothing else. */
export function parsePosition(game: Game, text: string): Result<ReadPosition, PositionError> {
  const fields = fieldsOf(game);
  if (fields === undefined) return failure({ name: 'bad-position', detail: `field game: ${game.id} has no notation` });
  return parseFields(game, fields, text);
}
