import { addLine, type Move, STUDY_ROOT, type StudyChapter, writeChapter } from '@tablier/core';
import { router } from '../../lib/router.svelte.ts';
import { time } from '../../lib/time.svelte.ts';
import { MAX_LOCAL_STUDIES, newStudyId, readStudies, writeStudy } from './study-db.ts';

/** The moves to the position that a study opens at, by its id: until the page is closed. */
const arrivals = new Map<string, readonly Move[]>();

export const arrivalOf = (id: string): readonly Move[] => arrivals.get(id) ?? [];

/**
 * Stores a new study in this browser and goes there. `moves`: the position to show; moves that the first chapter does not have become a
 * variation. Returns why it was not stored: `full`, as this browser has as many as it may have, or `forbidden`; `null` if it was.
 */
export async function beginStudy(
  title: string,
  chapters: readonly StudyChapter[],
  moves: readonly Move[] = [],
): Promise<'full' | 'forbidden' | null> {
  const id = newStudyId();
  try {
    if ((await readStudies()).length >= MAX_LOCAL_STUDIES) return 'full';
    const records = chapters.map((chapter, index) => writeChapter(index === 0 ? withLine(chapter, moves) : chapter));
    await writeStudy({ id, title, chapters: records, revision: 0, isChanged: true, changedAt: time.now });
  } catch {
    return 'forbidden';
  }
  arrivals.set(id, moves);
  router.go({ page: 'study', id });
  return null;
}

function withLine(chapter: StudyChapter, moves: readonly Move[]): StudyChapter {
  const added = addLine(chapter.tree, STUDY_ROOT, moves);
  return added.ok ? { ...chapter, tree: added.value.tree } : chapter;
}
