import {
  failure,
  MAX_STUDY_TITLE,
  type Result,
  type StudyChapter,
  type StudyError,
  type StudyRecord,
  success,
  writeChapter,
} from '@tablier/core';
import { shownLine } from '@tablier/protocol';
import type { StudySummary } from '@tablier/store';
import { isDeeperThan } from '../lib/nesting-depth.ts';

const MAX_CHAPTERS = 32;
/** The most bytes of a checked study as JSON: more than the request, since the numbers of legal moves are added. */
const MAX_CONTENT = 256 * 1024;
const MAX_DEPTH = 32;

export interface StudyContent {
  readonly title: string;
  readonly chapters: readonly StudyRecord[];
}

export interface CheckedStudy {
  readonly base: number;
  readonly summary: StudySummary;
  readonly content: StudyContent;
}

const bad = (detail: string) => failure<StudyError>({ name: 'bad-study', detail });

/** Checks every move of every chapter of an untrusted study. Keeps only the fields that `docs/records.md` describes. */
export async function checkStudy(
  body: unknown,
  read: (chapter: unknown) => Promise<Result<StudyChapter, StudyError>>,
): Promise<Result<CheckedStudy, StudyError>> {
  if (typeof body !== 'object' || body === null || isDeeperThan(body, MAX_DEPTH)) return bad('not a study');
  const { title, base, chapters } = body as Readonly<Record<string, unknown>>;
  if (typeof title !== 'string' || title.length > MAX_STUDY_TITLE) return bad('title');
  if (typeof base !== 'number' || !Number.isInteger(base) || base < 0 || base > 1e9) return bad('base');
  if (!Array.isArray(chapters) || chapters.length === 0 || chapters.length > MAX_CHAPTERS) return bad('chapters');
  const checked: StudyRecord[] = [];
  for (const chapter of chapters) {
    const found = await read(chapter);
    if (!found.ok) return found;
    checked.push(writeChapter(found.value));
  }
  // Others see it in lists and in the previews of links.
  const content = { title: shownLine(title), chapters: checked };
  if (Buffer.byteLength(JSON.stringify(content)) > MAX_CONTENT) return bad('too large');
  const games = [...new Set(checked.map(({ game }) => game))];
  return success({ base, summary: { title: content.title, games, chapters: checked.length }, content });
}
