import {
  failure,
  type FindGame,
  formatError,
  readChapter,
  type Result,
  type StudyChapter,
  success,
} from '@tablier/core';

/** The largest file that is read, in bytes. */
export const MAX_FILE = 1024 * 1024;

/** The records of a file: one, a list, or one per line. `null` if it is none of these. */
export function recordsIn(text: string): readonly unknown[] | null {
  const whole = parsed(text);
  if (whole !== undefined) return Array.isArray(whole) ? (whole as readonly unknown[]) : [whole];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const records = lines.map(parsed);
  return records.length === 0 || records.includes(undefined) ? null : records;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The game of a record of unknown origin and the version of its rules, to load them. */
export function gameIn(record: unknown): { readonly game: string; readonly rules: number | undefined } {
  const { game, rules } = (record ?? {}) as { readonly game?: unknown; readonly rules?: unknown };
  return { game: String(game), rules: typeof rules === 'number' ? rules : undefined };
}

/** The chapters of some records, all or none. The error names the record, counted from 1, and its ply. */
export function readChapters(find: FindGame, records: readonly unknown[]): Result<readonly StudyChapter[], string> {
  const chapters: StudyChapter[] = [];
  for (const [index, record] of records.entries()) {
    const read = readChapter(find, record);
    if (!read.ok) return failure(`${records.length > 1 ? `${index + 1}: ` : ''}${formatError(read.error)}`);
    chapters.push(read.value);
  }
  return chapters.length === 0 ? failure('bad-json') : success(chapters);
}
