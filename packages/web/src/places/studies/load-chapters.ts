import { failure, type Result, type StudyChapter } from '@tablier/core';
import { loadBoard } from '../../games/index.ts';
import { hasBoard } from '../../games/boards.ts';
import { findRules } from '../../games/rules.svelte.ts';
import { type FileError, gameIn, readChapters } from './read-file.ts';

/** Loads the games of some records and reads them as chapters. Rejects if the server cannot be reached. */
export async function loadChapters(records: readonly unknown[]): Promise<Result<readonly StudyChapter[], FileError>> {
  const wanted = records.map(gameIn);
  const unknown = wanted.findIndex(({ game }) => !hasBoard(game));
  if (unknown >= 0) return failure({ name: 'unknown-game', record: unknown + 1, detail: wanted[unknown]?.game ?? '' });
  await Promise.all(wanted.map(({ game, rules }) => loadBoard(game, rules)));
  return readChapters(findRules, records);
}
