import { failure, type RecordError, type Replay, type Result, replay, success } from '@tablier/core';
import { loadedBoard, loadModule } from '../../games/boards.ts';
import { loadShapes } from '../../games/components.ts';
import { findRules, loadRules } from '../../games/rules.svelte.ts';
import { isLanguage, type Language, loadMessages } from '../../lib/language.ts';

/** A checked record with what its game is drawn with. */
export interface ShownGame extends Replay {
  readonly board: ReturnType<typeof loadedBoard>;
}

/**
 * Checks a record move by move and loads the rules, the board and the words of its game. The error is that of the record; a file that cannot be loaded
 * rejects. `data`: a record as `docs/records.md` describes it.
 */
export async function readGame(data: unknown, language: Language): Promise<Result<ShownGame, RecordError>> {
  const { game, rules } = fieldsOf(data);
  if (typeof game !== 'string') return failure({ name: 'bad-record', detail: 'no game' });
  const version = typeof rules === 'number' ? rules : undefined;
  await Promise.all([loadRules(game, version), loadModule(game), loadShapes(game), loadMessages(language)]);
  const checked = replay(findRules, data);
  return checked.ok ? success({ ...checked.value, board: loadedBoard(checked.value.game.id) }) : checked;
}

const fieldsOf = (data: unknown): { readonly game?: unknown; readonly rules?: unknown } =>
  typeof data === 'object' && data !== null ? data : {};

/** The first of some language tags that the boards speak: `fr-CH` is French. English where there is none. */
export function languageAmong(tags: readonly (string | null)[]): Language {
  const plain = tags.map((tag) => tag?.toLowerCase().split('-')[0]);
  return plain.find(isLanguage) ?? 'en';
}
