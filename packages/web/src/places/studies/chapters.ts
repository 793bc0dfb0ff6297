import {
  emptyChapter,
  encodingOf,
  failure,
  type FindGame,
  type RecordError,
  readChapter,
  type Result,
  type StudyChapter,
  success,
} from '@tablier/core';
import { hasBoard, loadBoard } from '../../games/boards.ts';
import { findRules } from '../../games/rules.svelte.ts';
import { systemRng } from '../../lib/random.ts';
import { usualOptions } from '../../play/local/seats.ts';

/** The largest file that is read, in bytes. */
export const MAX_FILE = 1024 * 1024;

/** Why a file was not read: a line of it, counted from 1, is no JSON, or a record of it, counted from 1, is not valid. */
export type FileError =
  | { readonly name: 'not-json'; readonly line: number }
  | (Omit<RecordError, 'name'> & { readonly name: string; readonly record: number });

/** The text of a file as other programs save it: UTF-8, or UTF-16 with a byte order mark, which is removed. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes);

/** The records of a file: one, a list, or one per line. */
export function recordsIn(text: string): Result<readonly unknown[], FileError> {
  const whole = parsed(text);
  if (whole.ok) return success(Array.isArray(whole.value) ? (whole.value as readonly unknown[]) : [whole.value]);
  const records: unknown[] = [];
  for (const [index, line] of text.split(/\r\n|[\r\n\u2028\u2029]/).entries()) {
    if (line.trim() === '') continue;
    const record = parsed(line);
    if (!record.ok) return failure({ name: 'not-json', line: records.length === 0 ? whole.error : index + 1 });
    records.push(record.value);
  }
  return records.length === 0 ? failure({ name: 'not-json', line: 1 }) : success(records);
}

/** JSON, also with the blanks and quotation marks that word processors and messengers put in. The error is its line, from 1. */
function parsed(text: string): Result<unknown, number> {
  const first = parsedExactly(text);
  if (first.ok) return first;
  const plain = parsedExactly(text.replaceAll(/[\u00a0\u2007\u200b\u202f\ufeff]/g, ' ').replaceAll(/[“”„‟«»″]/g, '"'));
  return plain.ok ? plain : first;
}

function parsedExactly(text: string): Result<unknown, number> {
  try {
    return success(JSON.parse(text) as unknown);
  } catch (error) {
    // Some browsers name the line or the position of some faults.
    const [, line, position] = /line (\d+)|position (\d+)/.exec(String(error)) ?? [];
    const at = position === undefined ? endOfTokens(text) : Number(position);
    return failure(line === undefined ? text.slice(0, at).trimEnd().split('\n').length : Number(line));
  }
}

const TOKEN = /\s*(?:[{}[\],:]|"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null)/iy;

/** Where the first text stands that is no token of JSON; the end if there is none. */
function endOfTokens(text: string): number {
  TOKEN.lastIndex = 0;
  let end = 0;
  while (TOKEN.test(text)) end = TOKEN.lastIndex;
  return text.length - text.slice(end).trimStart().length + (end === text.length ? 0 : 1);
}

/** The game of a record of unknown origin, the version of its rules and its deal, to load them. */
export function gameIn(record: unknown) {
  const { game, rules, deal } = (record ?? {}) as Readonly<Record<'game' | 'rules' | 'deal', unknown>>;
  return { game: String(game), rules: typeof rules === 'number' ? rules : undefined, deal };
}

/** The chapters of some records, all or none. */
export function readChapters(find: FindGame, records: readonly unknown[]): Result<readonly StudyChapter[], FileError> {
  const chapters: StudyChapter[] = [];
  for (const [index, record] of records.entries()) {
    const read = readChapter(find, record);
    if (!read.ok) return failure({ ...read.error, record: index + 1 });
    chapters.push(read.value);
  }
  return chapters.length === 0 ? failure({ name: 'not-json', line: 1 }) : success(chapters);
}

/** Loads the games of some records and reads them as chapters. Rejects if the server cannot be reached. */
export async function loadChapters(records: readonly unknown[]): Promise<Result<readonly StudyChapter[], FileError>> {
  const wanted = records.map(gameIn);
  const unknown = wanted.findIndex(({ game }) => !hasBoard(game));
  if (unknown >= 0) return failure({ name: 'unknown-game', record: unknown + 1, detail: wanted[unknown]?.game ?? '' });
  await Promise.all(wanted.map(({ game, rules, deal }) => loadBoard(game, rules, deal)));
  return readChapters(findRules, records);
}

/** A chapter that begins at the first position of a game, with its usual options. Rejects if the server cannot be reached. */
export async function newChapter(id: string, players?: number): Promise<StudyChapter> {
  await loadBoard(id);
  const game = findRules(id);
  if (game === undefined) throw new Error(`there is no game ${id}`);
  const seats = players ?? game.players[0] ?? 2;
  const options = usualOptions(game);
  return emptyChapter(game, { options, players: seats, deal: game.deals.draw(options, seats, systemRng) });
}
